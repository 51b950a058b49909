import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { events } from '@engawa/contracts';
import { newEvent } from '@engawa/events';
import {
  DuplicateKey,
  InjectStore,
  SpaceRepository,
  type Filter,
  type Store,
} from '@engawa/persistence';
import { BEGINNING_OF_TIME, entryStore, type EntryDocument } from '../entry/entry.schema';
import { matchStore, type MatchDocument } from './match.schema';

const ID = 'matches';
const newestFirst = { talkedAt: -1, id: -1 } as const;

type Found = Pick<MatchDocument, 'matches' | 'introductions'>;

@Injectable()
export class MatchRepository extends SpaceRepository<MatchDocument> {
  constructor(@InjectStore(matchStore) store: Store<MatchDocument>) {
    super(store);
  }

  findPublished(space: string): Promise<MatchDocument | null> {
    return this.findById(space, ID);
  }

  /** Stores what was found with its event if it differs; returns what is stored. */
  async put(space: string, found: Found): Promise<MatchDocument> {
    const eventOf = (version: number) =>
      newEvent(events.matchesChanged, {
        space,
        actor: null,
        aggregate: { type: 'matches', id: ID },
        version,
        data: { matches: found.matches },
      });
    for (;;) {
      const result = await this.change(space, ID, ({ matches, introductions }, next) =>
        isDeepStrictEqual({ matches, introductions }, found)
          ? null
          : { set: found, events: [eventOf(next.version)] },
      );
      if (result) return result.document;
      try {
        return await this.insert(space, { id: ID, ...found }, [eventOf(1)]);
      } catch (error) {
        if (!(error instanceof DuplicateKey)) throw error;
      }
    }
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
}
