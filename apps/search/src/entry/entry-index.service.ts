import { Injectable } from '@nestjs/common';
import { InjectStore, type Store } from '@engawa/persistence';
import {
  textBlockStore,
  textDirectoryStore,
  TextIndex,
  type BlockDocument,
  type DirectoryDocument,
} from '@engawa/text-search';
import { NameRepository } from '../name/name.repository';
import { nameId, type NameDocument } from '../name/name.schema';
import { entryKey, entryText, factsOf, type EntryFacts } from './entry-text.rules';
import { entryStore, type EntryDocument } from './entry.schema';

/** Finds posts and comments by any part of their texts and of the names in them (SRC-1). */
@Injectable()
export class EntryIndex extends TextIndex<EntryDocument, EntryFacts> {
  constructor(
    @InjectStore(entryStore) documents: Store<EntryDocument>,
    @InjectStore(textBlockStore) blocks: Store<BlockDocument>,
    @InjectStore(textDirectoryStore) directories: Store<DirectoryDocument>,
    names: NameRepository,
  ) {
    super(
      { documents, blocks, directories },
      {
        orderField: 'talkedAt',
        buildOrder: -1,
        passes: [{ shown: true }],
        fields: [
          'memo',
          'attachmentTitles',
          'ownerId',
          'memberIds',
          'labelIds',
          'kind',
          'taskStatus',
          'issueOpenedAt',
          'issueClosedAt',
          'shown',
        ],
        formerFields: ['text', 'grams', 'textRevision'],
        keyOf: entryKey,
        rowMaker: async (space, entries) => {
          const found = entries.filter(({ shown }) => shown);
          const members = unique(found.flatMap(({ memberIds }) => memberIds));
          const named = await names.findNamed(space, {
            staff: unique(found.map(({ ownerId }) => ownerId)),
            member: members,
            label: unique(found.flatMap(({ labelIds }) => labelIds)),
          });
          const merged = members.filter((id) => named.get(nameId('member', id))?.mergedInto);
          const shown =
            merged.length === 0
              ? new Map<string, NameDocument>()
              : await names.findShown(space, { staff: [], member: merged, label: [] });
          // Posts about a merged member are found by both names, because their memos may have the
          // old one.
          const textsOf = (id: string) =>
            [named.get(id), shown.get(id)].flatMap((name) => name?.texts ?? []);
          return (entry) =>
            entry.shown
              ? {
                  id: entry.id,
                  key: entryKey(entry),
                  text: entryText(entry, textsOf),
                  facts: factsOf(entry),
                }
              : null;
        },
      },
    );
  }
}

function unique(ids: readonly string[]): string[] {
  return [...new Set(ids)].filter(Boolean);
}
