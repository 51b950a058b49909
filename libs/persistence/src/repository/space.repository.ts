import type { EventEnvelope } from '@engawa/contracts';
import type { KeyedRequest } from '@engawa/service-kit';
import { ChangeContended, DuplicateKey, StaleVersion } from '../persistence.errors';
import { storageKey, type SpaceDocument, type Stored } from '../schema/define-store';
import { DirectWrites, MAX_ATTEMPTS } from './direct-writes';
import { isRepeated, keyedRequest, requestedId, requestMark } from './keyed-request';
import { pushEvents, requireText, visible } from './stored-document';

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

/** Keyed requests that a document remembers. */
const MAX_REQUEST_MARKS = 32;

/**
 * Queries on one collection, always within one space. Subclass it and name each query by its
 * question. Returns plain objects without `_id` and bookkeeping, and never tombstones. Every write
 * can carry events, which are stored in the same document write (OPS-4).
 */
export abstract class SpaceRepository<Doc extends SpaceDocument> extends DirectWrites<Doc> {
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
      .find(this.bound(space, { id: { $in: ids.map(requireText) } }))
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
          ...pushEvents({}, events),
        },
      })),
    );
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
      _id: storageKey(requireText(space), requireText(document.id)),
      space,
      version: 1,
      updatedAt: now,
      ...(events.length > 0 ? { pendingEvents: [...events] } : {}),
      ...(keyed && document.id === requestedId() ? { requests: [requestMark(keyed)] } : {}),
    } as unknown as Stored<Doc>;
  }

  /** The document with its bookkeeping; null if absent or a tombstone. */
  private async findStored(space: string, id: string): Promise<Stored<Doc> | null> {
    const filter = this.bound(space, { id: requireText(id) });
    return this.store.model.findOne(filter).lean<Stored<Doc>>().exec();
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
      ...pushEvents(
        keyed
          ? { $push: { requests: { $each: [requestMark(keyed)], $slice: -MAX_REQUEST_MARKS } } }
          : {},
        change.events ?? [],
      ),
    });
  }
}
