import { Injectable } from '@nestjs/common';
import { InjectStore, SpaceReads, type Page, type Store } from '@engawa/persistence';
import { indexFields, memberStore, type MemberDocument } from '../member/member.schema';

const DUPLICATE_BATCH_SIZE = 2_000;

/** Merged members, and members who are likely the same person. */
@Injectable()
export class MergeRepository extends SpaceReads<MemberDocument> {
  constructor(@InjectStore(memberStore) store: Store<MemberDocument>) {
    super(store);
  }

  protected override get leftOut() {
    return indexFields;
  }

  /** Merged members, the latest merge first. */
  findMerged(space: string, limit: number, cursor?: string): Promise<Page<MemberDocument>> {
    return this.findPage(space, {
      list: 'merges',
      filter: { mergedAt: { $exists: true } },
      sort: { field: 'mergedAt', kind: 'date', direction: -1 },
      limit,
      cursor,
    });
  }

  /** Identity keys of more than one member, with the members' ids; a limited number. */
  async findDuplicates(space: string, limit: number): Promise<string[][]> {
    const groups: string[][] = [];
    let group: { key: string; ids: string[] } = { key: '', ids: [] };
    let last = '';
    for (;;) {
      const found = await this.findOnly(
        space,
        ['id', 'identityKey', 'deleted'],
        { identityKey: { $gte: last } },
        { sort: { identityKey: 1, id: 1 }, limit: DUPLICATE_BATCH_SIZE },
      );
      for (const { id, identityKey, deleted } of found) {
        if (identityKey !== group.key) {
          if (group.ids.length > 1) groups.push(group.ids);
          if (groups.length === limit) return groups;
          group = { key: identityKey, ids: [] };
        }
        if (!deleted && !group.ids.includes(id)) group.ids.push(id);
      }
      const end = found.at(-1)?.identityKey;
      // More than a batch of one key: the rest is skipped.
      if (found.length < DUPLICATE_BATCH_SIZE || end === undefined) break;
      last = end === last ? `${end}\u0000` : end;
    }
    if (group.ids.length > 1) groups.push(group.ids);
    return groups;
  }
}
