import { Injectable } from '@nestjs/common';
import { memberFieldsOf } from '@engawa/contracts';
import { InjectStore, type Store } from '@engawa/persistence';
import {
  textBlockStore,
  textDirectoryStore,
  TextIndex,
  type BlockDocument,
  type DirectoryDocument,
} from '@engawa/text-search';
import { CustomFieldRepository } from '../custom-field/custom-field.repository';
import { foundTexts } from '../custom-field/custom-field.rules';
import { memberText, searchedFields, type MemberTextFacts } from './member-text.rules';
import { memberStore, type MemberDocument } from './member.schema';

/** Finds members by any part of their texts, in kana order (MBR-1). */
@Injectable()
export class MemberIndex extends TextIndex<MemberDocument, MemberTextFacts> {
  constructor(
    @InjectStore(memberStore) documents: Store<MemberDocument>,
    @InjectStore(textBlockStore) blocks: Store<BlockDocument>,
    @InjectStore(textDirectoryStore) directories: Store<DirectoryDocument>,
    customFields: CustomFieldRepository,
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
        rowMaker: async (space) => {
          const fields = await customFields.findFields(space);
          return (member) => ({
            id: member.id,
            key: member.sortKey,
            text: memberText(memberFieldsOf(member), foundTexts(fields, member.customFields)),
            facts: { typeId: member.typeId, deleted: member.deleted },
          });
        },
      },
    );
  }
}
