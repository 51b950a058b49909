import { createHash } from 'node:crypto';
import type { EventEnvelope } from '@engawa/contracts';
import type { KeyedRequest } from '@engawa/service-kit';
import type { PipelineStage } from 'mongoose';
import {
  ChangeContended,
  DuplicateKey,
  StaleVersion,
  translateWriteError,
} from '../persistence.errors';
import { storageKey, type SpaceDocument } from '../schema/define-schema';
import { readPage, type Page, type PageQuery } from './page';
import { isRepeated, keyedRequest, requestedId, requestMark } from './keyed-request';
import { hidden, withoutFields, type Store, type Stored } from './store';

/** Fields of a new document; id, space and the bookkeeping come beside. */
export type NewDocument<Doc extends SpaceDocument> = Omit<
  Doc,
  'space' | 'version' | 'createdAt' | 'updatedAt'
> &
  Partial<Pick<Doc, 'createdAt'>>;

/** What a decision changes, and the events that tell of it. */
export interface Change<Doc extends SpaceDocument> {
  set?: Partial<Omit<Doc, keyof SpaceDocument>>;
  unset?: readonly Exclude<keyof Doc & string, keyof SpaceDocument>[];
  events?: readonly EventEnvelope[];
  /** The document becomes a tombstone and leaves for good once its events are out. */
  purge?: boolean;
}

export interface ChangeResult<Doc extends SpaceDocument> {
  document: Doc;
  /** False where the decision was to change nothing. */
  changed: boolean;
}

/** A filter without the space, which is always given apart. */
export type Filter = Readonly<Record<string, unknown>> & { readonly space?: never };
/** Update operators; fields that the schema does not know throw. */
export type Update = Readonly<Record<`$${string}`, Readonly<Record<string, unknown>>>>;

export interface ReadOptions {
  sort?: Record<string, 1 | -1>;
  limit?: number;
  skip?: number;
  /** Index to use, by name. */
  hint?: string;
}

export interface ChangeOptions {
  /** The version that must be the current one. */
  ifVersion?: number | null;
  /** A request under an `Idempotency-Key` changes the document once, however often it is sent. */
  once?: boolean;
}

const MAX_ATTEMPTS = 12;
/** Not fewer than the events that can come again after a crash (max_ack_pending). */
const MAX_APPLIED_MARKS = 1_000;
/** Keyed requests that a document remembers. */
const MAX_REQUEST_MARKS = 32;

/**
 * Queries about one collection, always about one space. Subclass it and name each query by its
 * question. Documents come out as plain objects, without `_id` and bookkeeping; tombstones never
 * do. Every write can carry events, which are stored in the same document write and published from
 * there.
 */
export abstract class SpaceRepository<Doc extends SpaceDocument> {
  constructor(protected readonly store: Store<Doc>) {}

  /** The document, or null. */
  async findById(space: string, id: string): Promise<Doc | null> {
    return this.store.readByKey(text(space), storageKey(space, text(id)));
  }

  /** Those that exist, in no order. */
  async findByIds(space: string, ids: readonly string[]): Promise<Doc[]> {
    const keys = [...new Set(ids)].map((id) => storageKey(text(space), text(id)));
    const found = await Promise.all(keys.map((key) => this.store.readByKey(space, key)));
    return found.filter((document) => document !== null);
  }

  /**
   * The document of this id where an earlier attempt of the running request wrote it; null without
   * an `Idempotency-Key`. Throws 422 `request.idempotency-mismatch` where the key came with another
   * request.
   */
  async findWritten(space: string, id: string): Promise<Doc | null> {
    const keyed = keyedRequest();
    if (!keyed) return null;
    const stored = await this.findStored(space, id);
    return stored && isRepeated(keyed, stored.requests) ? visible(stored) : null;
  }

  /**
   * Writes a new document at version 1 with its events. `DuplicateKey` where the id exists; where
   * the running request created it already, answers what it created.
   */
  async insert(
    space: string,
    document: NewDocument<Doc>,
    events: readonly EventEnvelope[] = [],
  ): Promise<Doc> {
    try {
      const stored = await this.store.insert(this.fresh(space, document, events));
      this.store.enqueueEvents(stored);
      return visible(stored);
    } catch (error) {
      const written =
        error instanceof DuplicateKey ? await this.findWritten(space, document.id) : null;
      if (!written) throw error;
      return written;
    }
  }

  /** Writes many new documents, each with its events. Stops at the first that fails. */
  async insertMany(
    space: string,
    entries: readonly { document: NewDocument<Doc>; events?: readonly EventEnvelope[] }[],
  ): Promise<Doc[]> {
    if (entries.length === 0) return [];
    const inserted = await this.store.insertAll(
      entries.map(({ document, events = [] }) => this.fresh(space, document, events)),
    );
    for (const document of inserted) this.store.enqueueEvents(document);
    return inserted.map(visible);
  }

  /**
   * Reads, lets `decide` say what changes and writes it with its events, guarded by the version
   * that was read; a race is decided anew. `decide` gets the version that the document will have
   * and the time of the change, and answers null to change nothing. Null where there is no such
   * document. With `ifVersion`: `StaleVersion` unless that is the current version. With `once`, a
   * request under an `Idempotency-Key` that wrote the document already changes nothing: the
   * document is answered as it is now, without a decision.
   */
  async change(
    space: string,
    id: string,
    decide: (current: Doc, next: { version: number; at: Date }) => Change<Doc> | null,
    options: ChangeOptions = {},
  ): Promise<ChangeResult<Doc> | null> {
    const keyed = options.once ? keyedRequest() : null;
    for (let race = 0; race < MAX_ATTEMPTS; race += 1) {
      const stored = keyed && (await this.findStored(space, id));
      const current = keyed ? stored && visible(stored) : await this.findById(space, id);
      if (!current) return null;
      if (keyed && isRepeated(keyed, stored?.requests)) {
        return { document: current, changed: false };
      }
      if (options.ifVersion != null && options.ifVersion !== current.version) {
        throw new StaleVersion(current);
      }
      const next = { version: current.version + 1, at: new Date() };
      const change = decide(current, next);
      if (!change) return { document: current, changed: false };
      const written = await this.write(space, current, next, { ...change, keyed });
      if (written) return { document: written, changed: true };
      if (race > 2) await new Promise((resolve) => setTimeout(resolve, Math.random() * 4 * race));
    }
    throw new ChangeContended(`${this.store.name} ${id}: too many changes at once`);
  }

  /** The first match, or null. */
  protected async findOne(
    space: string,
    filter: Filter,
    options: Pick<ReadOptions, 'sort' | 'hint'> = {},
  ): Promise<Doc | null> {
    const query = this.store.model.findOne(this.bound(space, filter)).select(hidden).lean<Doc>();
    if (options.sort) query.sort(options.sort);
    if (options.hint) query.hint(options.hint);
    return query.exec();
  }

  /** All matches; give a limit unless the filter itself bounds them. */
  protected async find(space: string, filter: Filter, options: ReadOptions = {}): Promise<Doc[]> {
    return this.query(space, filter, options).exec() as Promise<Doc[]>;
  }

  /**
   * A page in a stable order, in both directions; see `PageQuery`. The values of its filter go to
   * the database as they are: dates have to be dates.
   */
  protected findPage(space: string, query: PageQuery<Doc>): Promise<Page<Doc>> {
    return readPage(query, (filter, options) =>
      this.store.read(this.bound(space, filter), { ...options, leaveOut: this.leftOut }),
    );
  }

  /** Fields that `find` and `findPage` leave out, because lists do not need them. */
  protected get leftOut(): readonly (keyof Doc & string)[] {
    return [];
  }

  protected async count(space: string, filter: Filter): Promise<number> {
    return this.store.count(this.bound(space, filter));
  }

  /**
   * One atomic update without a version check, such as a counter; null where nothing matched. It
   * counts as a change (version, updatedAt). Events may go with it.
   */
  protected async updateWhere(
    space: string,
    filter: Filter,
    update: Update,
    events: readonly EventEnvelope[] = [],
  ): Promise<Doc | null> {
    return this.findAndWrite(this.bound(space, filter), {
      ...update,
      $set: { updatedAt: new Date(), ...update.$set },
      $inc: { version: 1, ...update.$inc },
      ...pushed(update, events),
    });
  }

  /** One update of many documents, without events; answers how many changed. */
  protected async updateMany(space: string, filter: Filter, update: Update): Promise<number> {
    const result = await this.store.model.updateMany(this.bound(space, filter), update).exec();
    return result.modifiedCount;
  }

  /** Removes documents for good and at once; for what no event tells of. */
  protected async deleteWhere(space: string, filter: Filter): Promise<number> {
    const result = await this.store.model.deleteMany(this.bound(space, filter)).exec();
    return result.deletedCount;
  }

  /** Simple aggregation of one space's documents; the first stage is added. */
  protected async aggregate<Row>(
    space: string,
    filter: Filter,
    stages: readonly Record<string, unknown>[],
  ): Promise<Row[]> {
    const pipeline = [{ $match: this.bound(space, filter) }, ...stages];
    return this.store.model.aggregate<Row>(pipeline as unknown as PipelineStage[]).exec();
  }

  protected async distinct(space: string, field: string, filter: Filter): Promise<unknown[]> {
    return this.store.model.distinct(field, this.bound(space, filter)).exec();
  }

  /**
   * Keeps a copy of something that another service owns: creates it or moves it forward to
   * `version`, never back, so that late and repeated events change nothing. A deleted thing is
   * kept as a row that says so (fields), never removed, or a late event would revive it. Answers
   * whether it was applied.
   */
  async projectUpsert(
    space: string,
    id: string,
    version: number,
    fields: Partial<Omit<Doc, keyof SpaceDocument>>,
  ): Promise<boolean> {
    const now = new Date();
    return this.store.upsert(
      { _id: storageKey(text(space), text(id)), space, version: { $lt: version } },
      {
        $set: { ...fields, version, updatedAt: now },
        $setOnInsert: { id, createdAt: now },
      },
    );
  }

  /**
   * Applies `update` once for an event, however often it comes: the mark and the change are one
   * write of one document, which is created with `defaults` if need be. Holds for the last 1,000
   * events of a document. Answers whether it was applied now. With the marks of several events,
   * `update` is applied unless one of them was applied before: then nothing is.
   */
  async applyOnce(
    space: string,
    id: string,
    mark: string | readonly string[],
    update: Update,
    options: {
      defaults?: Partial<Omit<Doc, keyof SpaceDocument>>;
      events?: readonly EventEnvelope[];
    } = {},
  ): Promise<boolean> {
    const now = new Date();
    const key = storageKey(space, text(id));
    const shorts = [mark].flat().map(shortMark);
    const pendingEvents = options.events?.length ? { $each: [...options.events] } : undefined;
    const whole = {
      ...update,
      $set: { updatedAt: now, ...update.$set },
      $inc: { version: 1, ...update.$inc },
      $setOnInsert: { id, createdAt: now, ...options.defaults },
      $push: {
        ...update.$push,
        applied: { $each: shorts, $slice: -MAX_APPLIED_MARKS },
        ...(pendingEvents ? { pendingEvents } : {}),
      },
    };
    for (let race = 1; ; race += 1) {
      try {
        return (
          (await this.findAndWrite({ _id: key, space, applied: { $nin: shorts } }, whole, true)) !==
          null
        );
      } catch (error) {
        if (!(error instanceof DuplicateKey) || race >= MAX_ATTEMPTS) throw error;
        // The upsert met the document: it bears a mark, or it was made a moment ago by another.
        const filter = { _id: key, space, applied: { $in: shorts } };
        const marked = await this.store.model.exists(filter).exec();
        if (marked) return false;
      }
    }
  }

  /** The query itself, for a test of its plan: `explainOf(repository.query(…))`. */
  protected query(space: string, filter: Filter, options: ReadOptions = {}) {
    const query = this.store.model
      .find(this.bound(space, filter))
      .select(withoutFields(this.leftOut))
      .lean<Doc[]>();
    if (options.sort) query.sort(options.sort);
    if (options.skip) query.skip(options.skip);
    if (options.limit !== undefined) query.limit(options.limit);
    if (options.hint) query.hint(options.hint);
    return query;
  }

  private fresh(
    space: string,
    document: NewDocument<Doc>,
    events: readonly EventEnvelope[],
  ): Stored<Doc> {
    const now = new Date();
    const keyed = keyedRequest();
    return {
      createdAt: now,
      ...document,
      _id: storageKey(text(space), text(document.id)),
      space,
      version: 1,
      updatedAt: now,
      ...(events.length > 0 ? { pendingEvents: [...events] } : {}),
      ...(keyed && document.id === requestedId() ? { requests: [requestMark(keyed)] } : {}),
    } as unknown as Stored<Doc>;
  }

  /** The whole document; null where there is none, or a tombstone. */
  private async findStored(space: string, id: string): Promise<Stored<Doc> | null> {
    const filter = this.bound(space, { id: text(id) });
    return this.store.model.findOne(filter).lean<Stored<Doc>>().exec();
  }

  private bound(space: string, filter: Filter): Record<string, unknown> {
    // Tombstones wait for their events only; nobody reads or changes them any more.
    const whole = { ...filter, space: text(space), purge: null };
    const id: unknown = filter['id'];
    // The key finds what has an id; no index but its own begins with it.
    return typeof id === 'string' && id !== '' && !('_id' in filter)
      ? { _id: storageKey(space, id), ...whole }
      : whole;
  }

  private async write(
    space: string,
    current: Doc,
    next: { version: number; at: Date },
    change: Change<Doc> & { keyed: KeyedRequest | null },
  ): Promise<Doc | null> {
    const { keyed } = change;
    const update: Record<string, unknown> = {
      $set: {
        ...change.set,
        version: next.version,
        updatedAt: next.at,
        ...(change.purge ? { purge: true } : {}),
      },
    };
    if (change.unset?.length) {
      update['$unset'] = Object.fromEntries(change.unset.map((field) => [field, 1]));
    }
    const filter = { _id: storageKey(space, current.id), version: current.version };
    return this.findAndWrite(this.bound(space, filter), {
      ...update,
      ...pushed(
        keyed
          ? { $push: { requests: { $each: [requestMark(keyed)], $slice: -MAX_REQUEST_MARKS } } }
          : {},
        change.events ?? [],
      ),
    });
  }

  private async findAndWrite(
    filter: Record<string, unknown>,
    update: Update,
    upsert = false,
  ): Promise<Doc | null> {
    try {
      const written = await this.store.model
        .findOneAndUpdate(filter, update, { returnDocument: 'after', upsert })
        .select({ applied: 0 })
        .lean<Stored<Doc>>()
        .exec();
      if (!written) return null;
      this.store.enqueueEvents(written);
      return visible(written);
    } catch (error) {
      throw translateWriteError(this.store.name, error);
    }
  }
}

function pushed(update: Update, events: readonly EventEnvelope[]): Update {
  if (events.length === 0) return update['$push'] ? { $push: update['$push'] } : {};
  return { $push: { ...update['$push'], pendingEvents: { $each: [...events] } } };
}

function visible<Doc extends SpaceDocument>(stored: Stored<Doc>): Doc {
  const fields = stored as unknown as Record<string, unknown>;
  const document: Record<string, unknown> = {};
  // Not taken apart with `...rest`: that takes four times as long, for each document of each write.
  for (const field in fields) if (!bookkeeping.has(field)) document[field] = fields[field];
  return document as unknown as Doc;
}

const bookkeeping = new Set(['_id', 'pendingEvents', 'applied', 'requests', 'purge']);

/** A mark as it is kept: 12 letters, so that a thousand of them stay small. */
function shortMark(mark: string): string {
  return createHash('sha256').update(text(mark)).digest('base64url').slice(0, 12);
}

function text(value: string): string {
  if (typeof value !== 'string' || value === '') throw new TypeError('An id must be a string');
  return value;
}
