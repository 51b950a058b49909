import { Injectable } from '@nestjs/common';
import { InjectStore, SpaceRepository, type Store } from '@engawa/persistence';
import { entryStore, type EntryDocument } from '../entry/entry.schema';
import type { CountedEntry } from './member-brief.rules';

const counted = {
  _id: 0,
  id: 1,
  kind: 1,
  postId: 1,
  ownerId: 1,
  memberIds: 1,
  taskStatus: 1,
  talkedAt: 1,
  issueOpenedAt: 1,
  issueClosedAt: 1,
} as const;

/** Queries of a brief; texts are not read. */
@Injectable()
export class MemberBriefRepository extends SpaceRepository<EntryDocument> {
  constructor(@InjectStore(entryStore) store: Store<EntryDocument>) {
    super(store);
  }

  /** Posts about the member under any of its ids, newest talk first. */
  findAbout(space: string, memberIds: readonly string[], limit: number): Promise<CountedEntry[]> {
    return this.store.model
      .find({
        space,
        shown: true,
        memberIds: memberIds.length === 1 ? memberIds[0] : { $in: [...memberIds] },
      } as never)
      .select(counted)
      .sort({ talkedAt: -1, id: -1 })
      .limit(limit)
      .lean<CountedEntry[]>()
      .exec();
  }

  /** Comments with open tasks, the newest of each status first. */
  async findTaskComments(space: string, limit: number): Promise<CountedEntry[]> {
    const found = await Promise.all(
      ['waiting', 'inProgress'].map((taskStatus) =>
        this.store.model
          .find({ space, shown: true, taskStatus, kind: 'comment' } as never)
          .select(counted)
          .sort({ talkedAt: -1, id: -1 })
          .limit(limit)
          .lean<CountedEntry[]>()
          .exec(),
      ),
    );
    return found.flat();
  }
}
