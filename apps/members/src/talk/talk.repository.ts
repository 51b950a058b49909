import { Injectable } from '@nestjs/common';
import { InjectStore, SpaceRepository, type Filter, type Store } from '@engawa/persistence';
import { talkStore, type TalkDocument } from './talk.schema';

@Injectable()
export class TalkRepository extends SpaceRepository<TalkDocument> {
  constructor(@InjectStore(talkStore) store: Store<TalkDocument>) {
    super(store);
  }

  /** The member's latest talk, or null. Rows of deleted posts have no members. */
  findLast(space: string, memberId: string): Promise<TalkDocument | null> {
    return this.findOne(space, { memberIds: memberId } as Filter, {
      sort: { talkedAt: -1 },
    });
  }

  /** Number of posts about any of the members. */
  countOf(space: string, memberIds: readonly string[]): Promise<number> {
    return this.count(space, { memberIds: { $in: [...memberIds] } });
  }

  /** The query of `findLast`, to test its plan. */
  lastQuery(space: string, memberId: string) {
    return this.query(space, { memberIds: memberId } as Filter, {
      sort: { talkedAt: -1 },
      limit: 1,
    });
  }
}
