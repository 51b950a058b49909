import { Injectable } from '@nestjs/common';
import {
  DuplicateKey,
  InjectStore,
  SpaceRepository,
  type NewDocument,
  type Store,
} from '@engawa/persistence';
import { snoozeStore, type SnoozeDocument } from './health.schema';

/** Most snoozed members of a space. */
const MAX_SNOOZES = 1_000;

@Injectable()
export class SnoozeRepository extends SpaceRepository<SnoozeDocument> {
  constructor(@InjectStore(snoozeStore) store: Store<SnoozeDocument>) {
    super(store);
  }

  /** Running snoozes, the next to end first. */
  findRunning(space: string, now: Date): Promise<SnoozeDocument[]> {
    return this.runningQuery(space, now).exec() as Promise<SnoozeDocument[]>;
  }

  /** The query of `findRunning`, to test its plan. */
  runningQuery(space: string, now: Date) {
    return this.query(space, { until: { $gt: now } }, { sort: { until: 1 }, limit: MAX_SNOOZES });
  }

  /** All of the space. */
  findAll(space: string): Promise<SnoozeDocument[]> {
    return this.find(space, {});
  }

  /** Creates or replaces a snooze. */
  async put(space: string, document: NewDocument<SnoozeDocument>): Promise<void> {
    const { id, ...set } = document;
    if (await this.change(space, id, () => ({ set }))) return;
    try {
      await this.insert(space, document);
    } catch (error) {
      if (!(error instanceof DuplicateKey)) throw error;
      await this.change(space, id, () => ({ set }));
    }
  }

  /** Returns whether there was one. */
  async remove(space: string, memberId: string): Promise<boolean> {
    return (await this.deleteWhere(space, { id: memberId })) > 0;
  }
}
