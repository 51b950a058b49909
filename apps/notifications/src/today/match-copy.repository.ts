import { Injectable } from '@nestjs/common';
import { EventBus, QuestionUnanswered } from '@engawa/events';
import { InjectStore, SpaceRepository, type Store } from '@engawa/persistence';
import {
  MATCHES_ID,
  matchCopySchema,
  type FoundMatch,
  type MatchCopyDocument,
} from './match-copy.schema';

@Injectable()
export class MatchCopyRepository extends SpaceRepository<MatchCopyDocument> {
  constructor(
    @InjectStore(matchCopySchema) store: Store<MatchCopyDocument>,
    private readonly bus: EventBus,
  ) {
    super(store);
  }

  async put(space: string, version: number, matches: FoundMatch[]): Promise<void> {
    await this.projectUpsert(space, MATCHES_ID, version, { matches });
  }

  /** Asks the owner once about a space without published matches; empty while it does not answer. */
  async findMatches(space: string): Promise<FoundMatch[]> {
    const found = await this.findById(space, MATCHES_ID);
    if (found) return found.matches;
    try {
      const { version, matches } = await this.bus.ask<
        Pick<MatchCopyDocument, 'version' | 'matches'>
      >('search.findMatches', { space }, { timeoutMillis: 500 });
      await this.put(space, version, matches);
      return matches;
    } catch (error) {
      if (!(error instanceof QuestionUnanswered)) throw error;
      return [];
    }
  }
}
