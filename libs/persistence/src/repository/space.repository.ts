import { hash } from 'node:crypto';
import type { EventEnvelope } from '@engawa/contracts';
import type { KeyedRequest } from '@engawa/service-kit';
import type { PipelineStage } from 'mongoose';
import { ChangeContended, DuplicateKey, StaleVersion } from '../persistence.errors';
import {
  revisionFields,
  storageKey,
  type SpaceDocument,
  type Stored,
} from '../schema/define-store';
import {
  encodeFields,
  pageCommand,
  pageRevision,
  readPage,
  type Page,
  type PageQuery,
} from './page';
import type { Filter, ReadOptions, Update } from './query';
import { isRepeated, keyedRequest, requestedId, requestMark } from './keyed-request';
import { fieldsOnly, hidden, withoutFields, type Store } from './store';
import { SystemRepository } from './system.repository';

/** Fields of a new document, without id, space and bookkeeping. */
export type NewDocument<Doc extends SpaceDocument> = Omit<
  Doc,
  'space' | 'version' | 'createdAt' | 'updatedAt'
> &
  Partial<Pick<Doc, 'createdAt'>>;

/** What `decide` changes, and the events of the change. */
export interface Change<Doc extends SpaceDocument> {
  set?: Partial<Omit<Doc, keyof SpaceDocument>>;
  unset?: readonly Exclude<keyof Doc & string, keyof SpaceDocument>[];
  events?: readonly EventEnvelope[];
  /** Turns the document into a tombstone, which is deleted once its events are published. */
  purge?: boolean;
}

export interface ChangeResult<Doc extends SpaceDocument> {
  document: Doc;
  /** False when `decide` returned null. */
  changed: boolean;
}

/** Decides the change of a document as read; null changes nothing. */
type Decide<Doc extends SpaceDocument> = (
  current: Doc,
  next: { version: number; at: Date },
) => Change<Doc> | null;

export interface ChangeOptions {
  /** The version that the document must have. */
  ifVersion?: number | null;
  /** A request with an `Idempotency-Key` changes the document at most once. */
  once?: boolean;
}

const MAX_ATTEMPTS = 12;
/** At least the number of events that can be redelivered after a crash (max_ack_pending). */
const MAX_APPLIED_MARKS = 1_000;
/** Keyed requests that a document remembers. */
const MAX_REQUEST_MARKS = 32;

/**
 * Queries on one collection, always within one space. Subclass it and name each query by its
 * question. Returns plain objects without `_id` and bookkeeping, and never tombstones. Every write
 * can carry events, which are stored in the same document write (OPS-4).
 */
export abstract class SpaceRepository<Doc extends SpaceDocument> {
  constructor(protected readonly store: Store<Doc>) {}

  /** Returns the document, or null. */
  async findById(space: string, id: string): Promise<Doc | null> {
    return this.store.readByKey(text(space), storageKey(space, text(id)));
  }

  /** Returns the documents that exist, in no particular order. */
  async findByIds(space: string, ids: readonly string[]): Promise<Doc[]> {
    const keys = [...new Set(ids)].map((id) => storageKey(text(space), text(id)));
    const found = await Promise.all(keys.map((key) => this.store.readByKey(space, key)));
    return found.filter((document) => document !== null);
  }

  /**
   * The document with this id if an earlier attempt of the current request wrote it; null without
   * an `Idempotency-Key`. Throws 422 `request.idempotency-mismatch` when the key was used with
   * another request.
   */
  async findWritten(space: string, id: string): Promise<Doc | null> {
    const keyed = keyedRequest();
    if (!keyed) return null;
    const stored = await this.findStored(space, id);
    return stored && isRepeated(keyed, stored.requests) ? visible(stored) : null;
  }

  /**
   * Inserts a document at version 1 with its events. Throws `DuplicateKey` when the id exists,
   * unless the current request created it: then returns that document.
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

  /** Documents that the current keyed request created before, by id; one query. */
  async findAllWritten(space: string, ids: readonly string[]): Promise<Map<string, Doc>> {
    const keyed = keyedRequest();
    if (!keyed || ids.length === 0) return new Map();
    const stored = await this.store.model
      .find(this.bound(space, { id: { $in: ids.map(text) } }))
      .lean<Stored<Doc>[]>()
      .exec();
    const written = stored.filter(({ requests }) => isRepeated(keyed, requests));
    return new Map(written.map((one) => [one.id, visible(one)]));
  }

  /**
   * Inserts the documents of a bulk request with one command, each with its events. Those that the
   * same keyed request inserted before stay as they are. Returns all, by id.
   */
  async insertOnce(
    space: string,
    entries: readonly { document: NewDocument<Doc>; events: readonly EventEnvelope[] }[],
  ): Promise<Map<string, Doc>> {
    const keyed = keyedRequest();
    const mark = keyed ? { requests: [requestMark(keyed)] } : {};
    const ids = entries.map(({ document }) => document.id);
    for (let race = 1; ; race += 1) {
      // Not queried at first: only a repeated request finds documents, and its insert reports them.
      const written = race > 1 ? await this.findAllWritten(space, ids) : new Map<string, Doc>();
      const missing = entries.filter(({ document }) => !written.has(document.id));
      if (missing.length === 0) return written;
      try {
        const inserted = await this.store.insertAll(
          missing.map(({ document, events }) => ({
            ...this.fresh(space, document, events),
            ...mark,
          })),
        );
        for (const document of inserted) {
          this.store.enqueueEvents(document);
          written.set(document.id, visible(document));
        }
        return written;
      } catch (error) {
        // The same request was sent before or runs concurrently: read what it wrote.
        if (!keyed || !(error instanceof DuplicateKey) || race >= MAX_ATTEMPTS) throw error;
      }
    }
  }

  /** Inserts documents, each with its events. Stops at the first that fails. */
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
   * The usual write: reads the document, calls `decide` with it and the new version and time, and
   * writes the result with its events, guarded by the version read. After a conflict `decide` runs
   * again. `decide` may be a promise, which is awaited together with the first read. Returns null
   * when there is no such document. With `ifVersion`, throws `StaleVersion` for another version.
   * With `once`, a repeated keyed request returns the current document without calling `decide`.
   * Throws `ChangeContended` after too many conflicts.
   */
  async change(
    space: string,
    id: string,
    decide: Decide<Doc> | Promise<Decide<Doc>>,
    options: ChangeOptions = {},
  ): Promise<ChangeResult<Doc> | null> {
    const keyed = options.once ? keyedRequest() : null;
    for (let race = 0; race < MAX_ATTEMPTS; race += 1) {
      const [stored, found, decided] = await Promise.all([
        keyed && this.findStored(space, id),
        keyed ? null : this.findById(space, id),
        decide,
      ]);
      const current = stored ? visible(stored) : found;
      if (!current) return null;
      if (keyed && isRepeated(keyed, stored?.requests)) {
        return { document: current, changed: false };
      }
      if (options.ifVersion != null && options.ifVersion !== current.version) {
        throw new StaleVersion(current);
      }
      const next = { version: current.version + 1, at: new Date() };
      const change = decided(current, next);
      if (!change) return { document: current, changed: false };
      const written = await this.write(space, current, next, { ...change, keyed });
      if (written) return { document: written, changed: true };
      if (race > 2) await new Promise((resolve) => setTimeout(resolve, Math.random() * 4 * race));
    }
    throw new ChangeContended(`${this.store.name} ${id}: too many changes at once`);
  }

  /** Returns the first match, or null. */
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

  /** Returns all matches. Pass a limit unless the filter bounds the result. */
  protected async find(space: string, filter: Filter, options: ReadOptions = {}): Promise<Doc[]> {
    return this.query(space, filter, options).exec() as Promise<Doc[]>;
  }

  /** Like `find`, reading these fields only. */
  protected async findOnly<Field extends keyof Doc & string>(
    space: string,
    fields: readonly Field[],
    filter: Filter,
    options: ReadOptions = {},
  ): Promise<Pick<Doc, Field>[]> {
    return this.onlyQuery(space, fields, filter, options).exec();
  }

  /**
   * Like `findOnly` with half the processor time, for what each request asks. Filter values are not
   * cast: dates must be dates.
   */
  protected findOnlyUncast<Field extends keyof Doc & string>(
    space: string,
    fields: readonly Field[],
    filter: Filter,
    options: ReadOptions = {},
  ): Promise<Pick<Doc, Field>[]> {
    return this.store.read(this.bound(space, filter), options, fieldsOnly(fields));
  }

  /** The query of `findOnly`. */
  protected onlyQuery<Field extends keyof Doc & string>(
    space: string,
    fields: readonly Field[],
    filter: Filter,
    options: ReadOptions = {},
  ) {
    const bound = this.bound(space, filter);
    return this.store.query<Pick<Doc, Field>>(bound, options, fieldsOnly(fields));
  }

  /**
   * A page in a stable order, in both directions; see `PageQuery`. Filter values are not cast:
   * dates must be dates.
   */
  protected async findPage(space: string, query: PageQuery<Doc>): Promise<Page<Doc>> {
    return (await this.findRevisedPage(space, query)).page;
  }

  /** Like `findPage`, with the page's revision: that of `findPageRevision` at this moment. */
  protected async findRevisedPage(
    space: string,
    query: PageQuery<Doc>,
  ): Promise<{ page: Page<Doc>; revision: () => string }> {
    let found: Doc[] = [];
    const page = await readPage(query, async (filter, options) => {
      const projection = withoutFields(this.leftOut);
      found = await this.store.read(this.bound(space, filter), options, projection);
      return found;
    });
    const { definition } = this.store;
    const revision = () => pageRevision(query, encodeFields(found, revisionFields(definition)));
    return { page, revision };
  }

  /**
   * A hash of a few fields of a page's documents: while it is the same, so is what `findPage` returns.
   * It comes back when what was added to the page is deleted. The schema must declare its
   * `unversioned` writes.
   */
  protected async findPageRevision(space: string, query: PageQuery<Doc>): Promise<string> {
    const { filter, options } = pageCommand(query);
    const fields = revisionFields(this.store.definition);
    const bound = this.bound(space, filter);
    return pageRevision(query, await this.store.readEncoded(bound, { ...options, fields }));
  }

  /** Fields that `find` and `findPage` omit because lists do not need them. */
  protected get leftOut(): readonly (keyof Doc & string)[] {
    return [];
  }

  protected async count(space: string, filter: Filter): Promise<number> {
    return this.store.count(this.bound(space, filter));
  }

  /**
   * One atomic update without a version check, such as a counter; null when nothing matched.
   * Increments `version` and can carry events.
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

  /**
   * Changes a document or creates it; increments `version`. Concurrent calls share a command.
   */
  protected async upsert(space: string, id: string, update: Update): Promise<void> {
    const now = new Date();
    const filter = { _id: storageKey(text(space), text(id)), space };
    const whole = {
      ...update,
      $set: { updatedAt: now, ...update.$set },
      $inc: { version: 1, ...update.$inc },
      $setOnInsert: { id, createdAt: now, ...update.$setOnInsert },
    };
    for (let race = 1; !(await this.store.upsert(filter, whole)); race += 1) {
      // Another replica created it meanwhile.
      if (race >= MAX_ATTEMPTS) throw new ChangeContended(`${this.store.name} ${id}: not written`);
    }
  }

  /**
   * Inserts documents at version 1, each with its events, with one command and without casting: for
   * imports and bytes, where casting costs more than the database. Stops at the first that fails.
   */
  async insertBare<New extends NewDocument<Doc>>(
    space: string,
    documents: readonly New[],
    eventsOf: (document: New) => readonly EventEnvelope[] = () => [],
  ): Promise<void> {
    if (documents.length === 0) return;
    await this.store.insertUncast(
      documents.map((document) => this.fresh(space, document, eventsOf(document))),
    );
  }

  /**
   * Changes documents, each with its events, with one command and without casting, unless their
   * version changed. Returns how many were changed.
   */
  async setUnlessChanged(
    space: string,
    changes: readonly {
      id: string;
      version: number;
      set: Partial<Doc>;
      events?: readonly EventEnvelope[];
    }[],
  ): Promise<number> {
    if (changes.length === 0) return 0;
    const updatedAt = new Date();
    return this.store.updateEachUncast(
      space,
      changes.map(({ id, version, set, events = [] }) => ({
        filter: { ...this.bound(space, { id }), version },
        update: {
          $set: { ...set, updatedAt },
          $inc: { version: 1 },
          ...pushed({}, events),
        },
      })),
    );
  }

  /**
   * Updates documents with one command, without casting, events or new versions, each if the filter
   * matches it; returns how many it matched.
   */
  protected updateEach(
    space: string,
    filter: Filter,
    updates: readonly { id: string; update: Update }[],
  ): Promise<number> {
    return this.store.updateEachUncast(
      space,
      updates.map(({ id, update }) => ({ filter: this.bound(space, { ...filter, id }), update })),
    );
  }

  /** Updates many documents without events; returns how many changed. */
  protected async updateMany(space: string, filter: Filter, update: Update): Promise<number> {
    const result = await this.store.model.updateMany(this.bound(space, filter), update).exec();
    return result.modifiedCount;
  }

  /** Deletes documents immediately; only for documents without events. */
  protected async deleteWhere(space: string, filter: Filter): Promise<number> {
    const result = await this.store.model.deleteMany(this.bound(space, filter)).exec();
    return result.deletedCount;
  }

  /** Aggregates the documents of one space; the `$match` on it is added. */
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
   * Upserts a projection of another service's entity. It moves forward in version only, so late and
   * repeated events change nothing. Deleted entities stay as rows that say so; a removed row would
   * be revived by a late event. Returns whether it was applied.
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
   * Applies `update` once per event: the change and the event's mark are one write of one document,
   * created with `defaults` if absent. Holds for the last 1,000 events of a document. Returns
   * whether it was applied. With several marks, nothing is applied if any of them was applied
   * before.
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
    const { defaults, events = [] } = options;
    const now = new Date();
    const key = storageKey(space, text(id));
    const shorts = [mark].flat().map(shortMark);
    const filter = { _id: key, space, applied: { $nin: shorts } };
    const whole = {
      ...update,
      $set: { updatedAt: now, ...update.$set },
      $inc: { version: 1, ...update.$inc },
      $setOnInsert: { id, createdAt: now, ...defaults },
      $push: {
        ...update.$push,
        applied: { $each: shorts, $slice: -MAX_APPLIED_MARKS },
        ...(events.length > 0 ? { pendingEvents: { $each: [...events] } } : {}),
      },
    };
    for (let race = 1; ; race += 1) {
      // Without events, nothing of the document is needed: concurrent calls share a command.
      const applied =
        events.length > 0
          ? await this.findAndUpsert(filter, whole)
          : await this.store.upsert(filter, whole);
      if (applied) return true;
      // The document exists: it has a mark, or another write created it a moment ago.
      const marked = { _id: key, space, applied: { $in: shorts } };
      if (await this.store.model.exists(marked).exec()) return false;
      if (race >= MAX_ATTEMPTS) throw new ChangeContended(`${this.store.name} ${id}: not written`);
    }
  }

  /** The query itself, to test its plan: `explainOf(repository.query(…))`. */
  protected query(space: string, filter: Filter, options: ReadOptions = {}) {
    return this.store.query<Doc>(this.bound(space, filter), options, withoutFields(this.leftOut));
  }

  /** Queries over all spaces; `reason` says why no single space will do. */
  protected acrossSpaces(reason: string): SystemRepository<Doc> {
    return new SystemRepository(this.store, reason);
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

  /** The document with its bookkeeping; null if absent or a tombstone. */
  private async findStored(space: string, id: string): Promise<Stored<Doc> | null> {
    const filter = this.bound(space, { id: text(id) });
    return this.store.model.findOne(filter).lean<Stored<Doc>>().exec();
  }

  private bound(space: string, filter: Filter): Record<string, unknown> {
    // Tombstones only wait for their events; they are never read or changed.
    const whole = { ...filter, space: text(space), purge: null };
    const id: unknown = filter['id'];
    // The key finds a document by id; only its own index starts with the id.
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

  /** False when a unique key exists that the filter did not match. */
  private async findAndUpsert(filter: Record<string, unknown>, update: Update): Promise<boolean> {
    try {
      return (await this.findAndWrite(filter, update, true)) !== null;
    } catch (error) {
      if (error instanceof DuplicateKey) return false;
      throw error;
    }
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
      throw this.store.writeError(error);
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
  // Not `...rest`: that takes four times as long, for every document of every write.
  for (const field in fields) if (!bookkeeping.has(field)) document[field] = fields[field];
  return document as unknown as Doc;
}

const bookkeeping = new Set(['_id', 'pendingEvents', 'applied', 'requests', 'purge']);

/** A mark shortened to 12 characters, so that a thousand of them stay small. */
function shortMark(mark: string): string {
  return hash('sha256', text(mark), 'base64url').slice(0, 12);
}

function text(value: string): string {
  if (typeof value !== 'string' || value === '') throw new TypeError('An id must be a string');
  return value;
}
