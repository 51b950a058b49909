import type { EventEnvelope } from '@engawa/contracts';
import type { Outbox, OutboxSource, PendingDocument, SettledDocument } from '@engawa/events';
import type { Model, mongo } from 'mongoose';
import { translateWriteError } from '../persistence.errors';
import {
  OUTBOX_INDEX,
  storageKey,
  type SpaceDocument,
  type StoreDefinition,
} from '../schema/define-schema';
import { copyOf, plainCast } from '../schema/plain-cast';
import { inSystemScope } from '../tenant/system-scope';
import { requireSpace } from '../tenant/tenant.plugin';
import { BatchLoader } from './batch-loader';
import type { ReadOptions } from './query';

/** A document as stored in the database. */
export type Stored<Doc extends SpaceDocument> = Doc & {
  _id: string;
  pendingEvents?: EventEnvelope[];
  applied?: string[];
  /**
   * Marks of the last requests with an `Idempotency-Key` that wrote the document; see
   * `requestMark`.
   */
  requests?: string[];
  purge?: boolean;
};

/** Bookkeeping fields that readers never get. */
export const hidden = { _id: 0, pendingEvents: 0, applied: 0, requests: 0, purge: 0 } as const;

/** A projection that also omits these fields. */
export function withoutFields(fields: readonly string[]): Record<string, 0> {
  return { ...hidden, ...Object.fromEntries(fields.map((field) => [field, 0 as const])) };
}

interface Upsert {
  filter: Record<string, unknown>;
  update: Record<string, unknown>;
}

const DUPLICATE_KEY = 11_000;
const INSERT_BATCH_SIZE = 64;

/**
 * One collection of one service: its mongoose model and its outbox. Used by repositories only.
 * Concurrent reads, inserts and upserts by key share commands.
 */
export class Store<Doc extends SpaceDocument = SpaceDocument> implements OutboxSource {
  private readonly reads = new BatchLoader<{ space: string; key: string }, Doc | null>((calls) =>
    this.readBatch(calls),
  );
  /** In batches, so that the database writes one while the next is prepared. */
  private readonly inserts = new BatchLoader<Stored<Doc>, Stored<Doc>>(
    (documents) => this.insertBatch(documents),
    INSERT_BATCH_SIZE,
  );
  private readonly upserts = new BatchLoader<Upsert, boolean>((calls) => this.upsertBatch(calls));

  private readonly plain: ReturnType<typeof plainCast>;

  constructor(
    readonly definition: StoreDefinition<Doc>,
    readonly model: Model<Stored<SpaceDocument>>,
    private readonly outbox: Outbox | null,
  ) {
    this.plain = plainCast(definition.schema);
    outbox?.register(this);
  }

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
    const events = stored.pendingEvents ?? [];
    if (events.length === 0) return;
    this.outbox?.accept(this, {
      space: stored.space,
      key: stored._id,
      events,
      purge: stored.purge === true,
    });
  }

  /** The document of a key, without bookkeeping; null if absent or a tombstone. */
  readByKey(space: string, key: string): Promise<Doc | null> {
    return this.reads.load({ space, key });
  }

  /** The matches, without bookkeeping; filter values are not cast. */
  async read(
    filter: Record<string, unknown>,
    { leaveOut, ...options }: ReadOptions & { leaveOut: readonly string[] },
  ): Promise<Doc[]> {
    requireSpace('find', filter);
    const projection = withoutFields(leaveOut);
    const found = this.raw.find(filter as never, { ...options, projection });
    return (await found.toArray()) as unknown as Doc[];
  }

  /**
   * Counts matches up to `limit`, including tombstones that the filter admits; filter values are
   * not cast.
   */
  async count(
    filter: Record<string, unknown>,
    options: Pick<ReadOptions, 'limit' | 'hint'> = {},
  ): Promise<number> {
    requireSpace('count', filter);
    // Costs half of a counting aggregation, and the driver retries it like a find.
    return this.raw.count(filter as never, options);
  }

  /** Inserts a document and returns what was stored. Throws `DuplicateKey`. */
  insert(document: Stored<Doc>): Promise<Stored<Doc>> {
    return this.inserts.load(document);
  }

  /** Inserts documents in order, up to the first that fails. Throws `DuplicateKey`. */
  async insertAll(documents: Stored<Doc>[]): Promise<Stored<Doc>[]> {
    const cast = await Promise.all(documents.map((document) => this.cast(document)));
    try {
      await this.raw.insertMany(cast as never[], { ordered: true });
    } catch (error) {
      throw translateWriteError(this.name, error);
    }
    return cast;
  }

  /**
   * Updates the matching document or inserts one; every match is changed. Returns false when a
   * unique key exists that the filter did not match.
   */
  upsert(filter: Upsert['filter'], update: Upsert['update']): Promise<boolean> {
    return this.upserts.load({ filter, update });
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
    await this.raw.bulkWrite(operations as never[], { ordered: false });
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

  /** The driver's collection, for commands that need no casting. */
  private get raw(): mongo.Collection {
    return this.model.db.db!.collection(this.name);
  }

  /** Casts to the schema; throws when a value does not fit. */
  private async cast(stored: Stored<Doc>): Promise<Stored<Doc>> {
    const plain = this.plain(stored as unknown as Record<string, unknown>);
    if (plain) return plain as unknown as Stored<Doc>;
    const document = new this.model(stored);
    await document.validate();
    return document.toObject() as unknown as Stored<Doc>;
  }

  private async readBatch(calls: { space: string; key: string }[]): Promise<(Doc | null)[]> {
    const keysOf = new Map<string, Set<string>>();
    for (const { space, key } of calls) {
      keysOf.set(space, (keysOf.get(space) ?? new Set()).add(key));
    }
    const found = new Map<string, Doc>();
    await Promise.all(
      [...keysOf].map(async ([space, keys]) => {
        const [only] = keys;
        const filter = { _id: keys.size === 1 ? only : { $in: [...keys] }, space, purge: null };
        const documents = this.raw.find(filter as never, {
          projection: hidden,
          ...(keys.size === 1 ? { limit: 1, singleBatch: true } : { batchSize: keys.size + 1 }),
        });
        for (const document of (await documents.toArray()) as unknown as Doc[]) {
          found.set(storageKey(document.space, document.id), document);
        }
      }),
    );
    const given = new Set<string>();
    return calls.map(({ key }) => {
      const document = found.get(key);
      if (!document) return null;
      // Every caller gets its own copy, because callers may change it.
      if (given.has(key)) return copyOf(document);
      given.add(key);
      return document;
    });
  }

  private async insertBatch(documents: Stored<Doc>[]): Promise<(Stored<Doc> | Error)[]> {
    const answers = await Promise.all(
      documents.map((document) => this.cast(document).catch((error: unknown) => asError(error))),
    );
    const fit = answers.filter((answer) => !(answer instanceof Error));
    try {
      if (fit.length === 1) await this.raw.insertOne(fit[0] as never);
      if (fit.length > 1) await this.raw.insertMany(fit as never[], { ordered: false });
    } catch (error) {
      if (fit.length === 1) throw translateWriteError(this.name, error);
      const failures = failuresOf(error);
      if (!failures) throw error;
      for (const { index, code, message } of failures) {
        const failure = Object.assign(new Error(message), { code });
        answers[answers.indexOf(fit[index]!)] = asError(translateWriteError(this.name, failure));
      }
    }
    return answers;
  }

  private async upsertBatch(calls: Upsert[]): Promise<(boolean | Error)[]> {
    const alone = (): Promise<(boolean | Error)[]> =>
      Promise.all(calls.map((call) => this.upsertOne(call).catch(asError)));
    if (calls.length === 1) return alone();
    const operations = calls.map((call) => ({ updateOne: { ...call, upsert: true } }));
    try {
      const result = await this.model.bulkWrite(operations as never, {
        ordered: false,
        throwOnValidationError: true,
      });
      return calls.map(() => result.ok === 1);
    } catch (error) {
      const failures = failuresOf(error);
      if (!failures || failures.some(({ code }) => code !== DUPLICATE_KEY)) return alone();
      const refused = new Set(failures.map(({ index }) => index));
      return calls.map((_call, index) => !refused.has(index));
    }
  }

  private async upsertOne({ filter, update }: Upsert): Promise<boolean> {
    try {
      const result = await this.model.updateOne(filter, update, { upsert: true }).exec();
      return result.modifiedCount + result.upsertedCount > 0;
    } catch (error) {
      if ((error as { code?: unknown }).code === DUPLICATE_KEY) return false;
      throw error;
    }
  }
}

interface Failure {
  index: number;
  code: number | undefined;
  message: string;
}

/** The failures of an unordered bulk write by position; null for another kind of error. */
function failuresOf(error: unknown): Failure[] | null {
  const { name, writeErrors } = (error ?? {}) as {
    name?: string;
    writeErrors?: { index: number; code?: number; errmsg?: string } | unknown[];
  };
  if (name !== 'MongoBulkWriteError' || !writeErrors) return null;
  const failures = [writeErrors].flat() as { index: number; code?: number; errmsg?: string }[];
  if (failures.length === 0) return null;
  return failures.map(({ index, code, errmsg }) => ({ index, code, message: errmsg ?? '' }));
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
