import type { EventEnvelope } from '@engawa/contracts';
import type { Outbox, OutboxSource, PendingDocument, SettledDocument } from '@engawa/events';
import type { Model } from 'mongoose';
import { OUTBOX_INDEX, type SpaceDocument, type StoreDefinition } from '../schema/define-schema';
import { inSystemScope } from '../tenant/system-scope';

/** A document as it lies in the database. */
export type Stored<Doc extends SpaceDocument> = Doc & {
  _id: string;
  pendingEvents?: EventEnvelope[];
  applied?: string[];
  purge?: boolean;
};

/**
 * One collection of one service: its mongoose model and its outbox. Repositories alone hold it.
 */
export class Store<Doc extends SpaceDocument = SpaceDocument> implements OutboxSource {
  constructor(
    readonly definition: StoreDefinition<Doc>,
    readonly model: Model<Stored<SpaceDocument>>,
    private readonly outbox: Outbox | null,
  ) {
    outbox?.register(this);
  }

  get name(): string {
    return this.definition.collection;
  }

  /** Tells the relay what a write left in its document; returns at once. */
  announce(stored: {
    _id: string;
    space: string;
    pendingEvents?: EventEnvelope[];
    purge?: boolean;
  }): void {
    const events = stored.pendingEvents ?? [];
    if (events.length === 0) return;
    this.outbox?.accept(this, {
      space: stored.space,
      key: stored._id,
      events,
      purge: stored.purge === true,
    });
  }

  async settle(documents: SettledDocument[]): Promise<void> {
    const operations = documents.map(({ space, key, eventIds, purge }) =>
      purge
        ? { deleteOne: { filter: { _id: key, space, purge: true } } }
        : {
            updateOne: {
              filter: { _id: key, space },
              update: { $pull: { pendingEvents: { id: { $in: eventIds } } } },
            },
          },
    );
    await this.model.bulkWrite(operations as never, { ordered: false, strict: false });
  }

  async findPending(before: Date, limit: number): Promise<PendingDocument[]> {
    const found = await inSystemScope('the outbox sweeper reads all spaces', () =>
      this.pendingQuery(before, limit).exec(),
    );
    return found.map((stored) => ({
      space: stored.space,
      key: stored._id,
      events: stored.pendingEvents ?? [],
      purge: stored.purge === true,
    }));
  }

  /** The sweeper's query, for a test of its plan. */
  pendingQuery(before: Date, limit: number) {
    return this.model
      .find({ 'pendingEvents.at': { $lt: before.toISOString() } })
      .select({ _id: 1, space: 1, pendingEvents: 1, purge: 1 })
      .sort({ 'pendingEvents.at': 1 })
      .limit(limit)
      .hint(OUTBOX_INDEX)
      .lean<Stored<SpaceDocument>[]>();
  }
}
