import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { events } from '@engawa/contracts';
import { newEvent } from '@engawa/events';
import { InjectStore, SpaceRepository, type Filter, type Store } from '@engawa/persistence';
import { BEGINNING_OF_TIME, entryStore, type EntryDocument } from '../entry/entry.schema';
import { matchStore, type MatchDocument } from './match.schema';

const ID = 'matches';
const newestFirst = { talkedAt: -1, id: -1 } as const;

type Found = Pick<MatchDocument, 'matches' | 'introductions'>;

const introductionFields = ['postId', 'introduction', 'talkedAt'] as const;
export type IntroductionEntry = Pick<EntryDocument, (typeof introductionFields)[number]>;

@Injectable()
export class MatchRepository extends SpaceRepository<MatchDocument> {
  constructor(@InjectStore(matchStore) store: Store<MatchDocument>) {
    super(store);
  }

  findOfSpace(space: string): Promise<MatchDocument | null> {
    return this.findById(space, ID);
  }

  /** Matches of the space are found again. */
  markStale(space: string): Promise<void> {
    return this.upsert(space, ID, {
      $set: { staleSince: new Date() },
      $setOnInsert: { matches: [], introductions: [] },
    });
  }

  /** Spaces whose matches are to be found, the longest waiting first. */
  findStale(limit: number): Promise<MatchDocument[]> {
    const spaces = this.acrossSpaces('the matches of all spaces are found again');
    return spaces.find({ staleSince: { $exists: true } }, { sort: { staleSince: 1 }, limit });
  }

  /**
   * Stores what was found, with its event if it differs. Does nothing when the space was marked
   * meanwhile, or another replica was faster: `read` is the document from before. With `stillStale`
   * the space keeps its mark.
   */
  async save(read: MatchDocument, found: Found, { stillStale = false } = {}): Promise<void> {
    const { space } = read;
    await this.change(space, ID, ({ version, matches, introductions }, next) => {
      if (version !== read.version) return null;
      const isSame = isDeepStrictEqual({ matches, introductions }, found);
      if (isSame && stillStale) return null;
      const unset: 'staleSince'[] = stillStale ? [] : ['staleSince'];
      if (isSame) return { set: {}, unset };
      const event = newEvent(events.matchesChanged, {
        space,
        actor: null,
        aggregate: { type: 'matches', id: ID },
        version: next.version,
        data: { matches: found.matches },
      });
      return { set: found, unset, events: [event] };
    });
  }
}

/** Queries of posts for matching. */
@Injectable()
export class MatchEntryRepository extends SpaceRepository<EntryDocument> {
  constructor(@InjectStore(entryStore) store: Store<EntryDocument>) {
    super(store);
  }

  /** Posts with a label whose talk was after `since`, the newest first. */
  findLabelled(
    space: string,
    labelId: string,
    since: Date,
    limit: number,
  ): Promise<EntryDocument[]> {
    return this.labelledQuery(space, labelId, since, limit).exec() as Promise<EntryDocument[]>;
  }

  /** The query of `findLabelled`, to test its plan. */
  labelledQuery(space: string, labelId: string, since: Date, limit: number) {
    const filter = { shown: true, labelIds: labelId, talkedAt: { $gte: since } } as Filter;
    return this.query(space, filter, { sort: newestFirst, limit });
  }

  /** Posts that record an introduction, the newest first. */
  findIntroductions(space: string, limit: number): Promise<EntryDocument[]> {
    return this.introductionQuery(space, limit).exec() as Promise<EntryDocument[]>;
  }

  /** The query of `findIntroductions`, to test its plan. */
  introductionQuery(space: string, limit: number) {
    return this.query(space, { shown: true, introducedAt: { $gt: BEGINNING_OF_TIME } } as Filter, {
      sort: { introducedAt: -1, id: -1 },
      limit,
    });
  }

  /** Posts of `[from, to)` that record an introduction that led somewhere, the newest first. */
  findSucceeded(space: string, from: Date, to: Date, limit: number): Promise<IntroductionEntry[]> {
    return this.succeededQuery(space, from, to, limit).exec();
  }

  /** The query of `findSucceeded`, to test its plan. */
  succeededQuery(space: string, from: Date, to: Date, limit: number) {
    const filter = {
      shown: true,
      'introduction.outcome': 'succeeded',
      introducedAt: { $gte: from, $lt: to },
    } as Filter;
    return this.onlyQuery(space, introductionFields, filter, {
      sort: { introducedAt: -1, id: -1 },
      limit,
    });
  }
}
