import { Injectable } from '@nestjs/common';
import { InjectStore, type Store } from '@engawa/persistence';
import {
  textBlockStore,
  textDirectoryStore,
  TextIndex,
  type BlockDocument,
  type DirectoryDocument,
} from '@engawa/text-search';
import { memberText, searchedFields, type MemberTextFacts } from './member-text.rules';
import { memberStore, type MemberDocument } from './member.schema';

/** Finds members by any part of their texts, in kana order (MBR-1). */
@Injectable()
export class MemberIndex extends TextIndex<MemberDocument, MemberTextFacts> {
  constructor(
    @InjectStore(memberStore) documents: Store<MemberDocument>,
    @InjectStore(textBlockStore) blocks: Store<BlockDocument>,
    @InjectStore(textDirectoryStore) directories: Store<DirectoryDocument>,
  ) {
    super(
      { documents, blocks, directories },
      {
        orderField: 'sortKey',
        buildOrder: 1,
        passes: [{ deleted: false }, { deleted: true }],
        fields: searchedFields,
        formerFields: ['searchKeys', 'prefixes'],
        keyOf: ({ sortKey }) => sortKey,
        rowsOf: (_space, members) =>
          Promise.resolve(
            members.map((member) => ({
              id: member.id,
              key: member.sortKey,
              text: memberText(member),
              facts: { typeId: member.typeId, deleted: member.deleted },
            })),
          ),
      },
    );
  }
}
