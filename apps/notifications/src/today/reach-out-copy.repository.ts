import { Injectable } from '@nestjs/common';
import { EventBus, QuestionUnanswered } from '@engawa/events';
import { InjectStore, SpaceRepository, type Store } from '@engawa/persistence';
import {
  REACH_OUT_ID,
  reachOutCopySchema,
  type ReachOutCandidate,
  type ReachOutCopyDocument,
} from './reach-out-copy.schema';

@Injectable()
export class ReachOutCopyRepository extends SpaceRepository<ReachOutCopyDocument> {
  constructor(
    @InjectStore(reachOutCopySchema) store: Store<ReachOutCopyDocument>,
    private readonly bus: EventBus,
  ) {
    super(store);
  }

  async put(space: string, version: number, candidates: ReachOutCandidate[]): Promise<void> {
    await this.projectUpsert(space, REACH_OUT_ID, version, { candidates });
  }

  /**
   * Asks the owner once about a space without published candidates; empty while it does not answer.
   */
  async findCandidates(space: string): Promise<ReachOutCandidate[]> {
    const found = await this.findById(space, REACH_OUT_ID);
    if (found) return found.candidates;
    try {
      const { version, candidates } = await this.bus.ask<
        Pick<ReachOutCopyDocument, 'version' | 'candidates'>
      >('search.findReachOut', { space }, { timeoutMillis: 500 });
      await this.put(space, version, candidates);
      return candidates;
    } catch (error) {
      if (!(error instanceof QuestionUnanswered)) throw error;
      return [];
    }
  }
}
