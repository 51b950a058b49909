import type { EventEnvelope } from '@engawa/contracts';
import {
  bySpace,
  type Outbox,
  type OutboxSource,
  type PendingDocument,
  type PublishedEvents,
} from '@engawa/events';
import type { Model } from 'mongoose';
import { DuplicateKey, translateWriteError } from '../persistence.errors';
import {
  OUTBOX_INDEX,
  storageKey,
  type SpaceDocument,
  type StoreDefinition,
  type Stored,
} from '../schema/define-store';
import { inSystemScope } from '../tenant/system-scope';
import { LeftoverEvents } from './leftover-events';
import { RemovalQueue } from './removal-queue';
import type { ReadOptions } from './query';
import { ONE_BATCH, SharedCommands, type Upsert } from './shared-commands';
import { SpaceCollection } from './space-collection';
import { fieldsOnly, hidden } from './stored-document';

/** One collection of one service: its mongoose model and its outbox. Used by repositories only. */
export class Store<Doc extends SpaceDocument = SpaceDocument> implements OutboxSource {
  private readonly shared: SharedCommands<Doc>;
  private readonly removals: RemovalQueue;
  private readonly leftovers = new LeftoverEvents();
  private readonly raw: SpaceCollection;
  /**
   * Whether an earlier version used the collection before this start, the first or one after a
   * rollback: its documents may lack what this version writes with them.
   */
  followsEarlierVersion = false;

  constructor(
    readonly definition: StoreDefinition<Doc>,
    readonly model: Model<Stored<SpaceDocument>>,
    private readonly outbox: Outbox | null,
  ) {
    this.raw = new SpaceCollection(model as unknown as Model<never>);
    this.shared = new SharedCommands(definition, model, this.raw, (error) =>
      this.writeError(error),
    );
    this.removals = new RemovalQueue(definition.collection, (documents) =>
      this.removeEvents(documents),
    );
    outbox?.register(this);
  }

  /** The name of the collection. */
  get name(): string {
    return this.definition.collection;
  }

  /** Hands the unpublished events of a document to the relay; returns immediately. */
  enqueueEvents(stored: {
    _id: string;
    space: string;
    pendingEvents?: EventEnvelope[];
    purge?: boolean;
  }): void {
    const events = this.unpublished(stored);
    if (events.length === 0) return;
    this.leftovers.written(stored._id);
    this.outbox?.accept(this, {
      space: stored.space,
      key: stored._id,
      events,
      purge: stored.purge === true,
    });
  }

  /** The document of a key, without bookkeeping; null if absent or a tombstone. */
  readByKey(space: string, key: string): Promise<Doc | null> {
    return this.shared.reads.load({ space, key });
  }

  /** A query for plain documents; the tenant plugin requires its space. */
  query<Row>(
    filter: Readonly<Record<string, unknown>>,
    { sort, skip, limit, hint, batchSize = ONE_BATCH }: ReadOptions,
    projection: Record<string, 0 | 1> = hidden,
  ) {
    const query = this.model.find(filter).select(projection).lean<Row[]>().batchSize(batchSize);
    if (sort) query.sort(sort);
    if (skip) query.skip(skip);
    if (limit !== undefined) query.limit(limit);
    if (hint) query.hint(hint);
    return query;
  }

  /** The matches, without bookkeeping; filter values are not cast. */
  async read<Row extends object = Doc>(
    filter: Record<string, unknown>,
    options: ReadOptions,
    projection: Record<string, 0 | 1> = hidden,
  ): Promise<Row[]> {
    return this.raw.find<Row>(filter, { batchSize: ONE_BATCH, ...options, projection }).toArray();
  }

  /** These fields of the matches, in the BSON that the database sent. */
  async readEncoded(
    filter: Record<string, unknown>,
    { fields, ...options }: ReadOptions & { fields: readonly string[] },
  ): Promise<Uint8Array[]> {
    const projection = fieldsOnly(fields);
    const query = { batchSize: ONE_BATCH, ...options, projection, raw: true };
    const encoded = this.raw.find(filter, query).toArray();
    return encoded as Promise<unknown> as Promise<Uint8Array[]>;
  }

  /**
   * Counts matches up to `limit`, including tombstones that the filter admits; filter values are
   * not cast.
   */
  async count(
    filter: Record<string, unknown>,
    options: Pick<ReadOptions, 'limit' | 'hint'> = {},
  ): Promise<number> {
    return this.raw.count(filter, options);
  }

  /** Inserts a document and returns what was stored. Throws `DuplicateKey`. */
  insert(document: Stored<Doc>): Promise<Stored<Doc>> {
    return this.shared.inserts.load(document);
  }

  /** Inserts documents in order, up to the first that fails. Throws `DuplicateKey`. */
  async insertAll(documents: Stored<Doc>[]): Promise<Stored<Doc>[]> {
    const parsed = documents.map((document) => this.definition.parse(document));
    try {
      await this.raw.insert(parsed, { ordered: true });
    } catch (error) {
      throw this.writeError(error);
    }
    return parsed;
  }

  /**
   * Inserts documents with their events in order as they are, without casting. If one fails, the
   * sweeper publishes the events of those before it. Throws `DuplicateKey`.
   */
  async insertUncast(documents: readonly Stored<Doc>[]): Promise<void> {
    try {
      await this.raw.insert(documents, { ordered: true });
    } catch (error) {
      this.leftovers.suspect();
      throw this.writeError(error);
    }
    for (const document of documents) this.enqueueEvents(document);
  }

  /**
   * Updates one document, named by `_id`, for each filter with one command, and publishes their
   * events; returns how many matched.
   */
  async updateEachUncast(space: string, updates: readonly Upsert[]): Promise<number> {
    let matched: number;
    try {
      const result = await this.raw.bulkWrite(updates.map((updateOne) => ({ updateOne })));
      matched = result.matchedCount;
    } catch (error) {
      throw this.writeError(error);
    }
    if (updates.every(({ update }) => update['$push'] === undefined)) return matched;
    const keys = updates.map(({ filter }) => filter['_id']);
    // With the events of earlier writes, which are published before.
    const pending = this.raw.find<Stored<Doc>>(
      { _id: { $in: keys }, space },
      { projection: { space: 1, pendingEvents: 1, purge: 1 }, batchSize: ONE_BATCH },
    );
    for (const stored of await pending.toArray()) this.enqueueEvents(stored);
    return matched;
  }

  /** Removes fields that the schema does not declare any more. */
  async removeUndeclared(
    space: string,
    ids: readonly string[],
    fields: readonly string[],
  ): Promise<void> {
    if (ids.length === 0 || fields.length === 0) return;
    const filter = { _id: { $in: ids.map((id) => storageKey(space, id)) }, space };
    // Each field may be the only one that is left.
    const withField = { $or: fields.map((field) => ({ [field]: { $exists: true } })) };
    const $unset = Object.fromEntries(fields.map((field) => [field, 1 as const]));
    await this.raw.updateMany({ ...filter, ...withField }, { $unset });
  }

  /**
   * Updates the matching document or inserts one; every match is changed. Returns false when a
   * unique key exists that the filter did not match.
   */
  upsert(filter: Upsert['filter'], update: Upsert['update']): Promise<boolean> {
    return this.shared.upserts.load({ filter, update });
  }

  /** Removes published events from their documents, in groups and later. */
  async removePublished(document: PublishedEvents): Promise<void> {
    this.removals.add(document);
  }

  /** Removes published events now. */
  flush(): Promise<void> {
    return this.removals.flush();
  }

  /**
   * Documents with events older than `before`, of all spaces; empty without a query while none can
   * exist.
   */
  async findPending(before: Date, limit: number): Promise<PendingDocument[]> {
    if (!this.leftovers.mayExist(before)) return [];
    for (;;) {
      // The query also finds documents whose events are published but not removed yet. Without room
      // for them, the sweeper would see no further document and pause for its interval after each
      // batch.
      const atMost = limit + this.removals.size;
      const found = await inSystemScope('the outbox sweeper reads all spaces', () =>
        this.pendingQuery(before, atMost).exec(),
      );
      const complete = found.length < atMost;
      const pending = found
        .map((stored) => ({
          space: stored.space,
          key: stored._id,
          events: this.unpublished(stored),
          purge: stored.purge === true,
        }))
        .filter(({ events }) => events.length > 0);
      // All that was found was published during the query; others may follow.
      if (pending.length === 0 && !complete) continue;
      const keys = pending.map(({ key }) => key);
      this.leftovers.looked(before, keys, complete);
      return pending.slice(0, limit);
    }
  }

  private unpublished(stored: { _id: string; pendingEvents?: EventEnvelope[] }): EventEnvelope[] {
    const events = stored.pendingEvents ?? [];
    return events.filter(({ id }) => !this.removals.has(stored._id, id));
  }

  private async removeEvents(documents: PublishedEvents[]): Promise<void> {
    const left = documents.filter(({ purge }) => !purge);
    const { matchedCount } = await this.raw.bulkWrite([
      ...documents
        .filter(({ purge }) => purge)
        .map(({ space, key }) => ({ deleteOne: { filter: { _id: key, space, purge: true } } })),
      // Most have one event; without the field, the outbox index has no entry for the document.
      ...publishedFilters(left).map((filter) => ({
        updateMany: {
          filter: { ...filter, pendingEvents: { $size: 1 } },
          update: { $unset: { pendingEvents: 1 as const } },
        },
      })),
    ]);
    if (matchedCount < left.length) {
      await this.raw.bulkWrite(
        publishedFilters(left).map(({ 'pendingEvents.id': id, ...filter }) => ({
          updateMany: { filter, update: { $pull: { pendingEvents: { id } } } },
        })),
      );
    }
    this.leftovers.removed(documents.map(({ key }) => key));
  }

  /** The sweeper's query, to test its plan. */
  pendingQuery(before: Date, limit: number) {
    return this.model
      .find({ 'pendingEvents.at': { $lt: before.toISOString() } })
      .select({ _id: 1, space: 1, pendingEvents: 1, purge: 1 })
      .sort({ 'pendingEvents.at': 1 })
      .limit(limit)
      .hint(OUTBOX_INDEX)
      .lean<Stored<SpaceDocument>[]>();
  }

  /** The error of a failed write, which may have been applied all the same. */
  writeError(error: unknown): unknown {
    const translated = translateWriteError(this.name, error);
    if (!(translated instanceof DuplicateKey)) this.leftovers.suspect();
    return translated;
  }
}

/** For each space, the filter of documents with one of these events. */
function publishedFilters(documents: readonly PublishedEvents[]) {
  return [...bySpace(documents)].map(([space, some]) => ({
    _id: { $in: some.map(({ key }) => key) },
    space,
    'pendingEvents.id': { $in: some.flatMap(({ eventIds }) => eventIds) },
  }));
}
