import { decodeDocument, decodeFields, withoutFields } from '../bson/bson-decoder';
import { encodedLength, encodeDocument } from '../bson/bson-encoder';
import { RawDocument, type Doc } from '../bson/bson-value';
import type { Projection } from '../query/projection';
import { Sorter, type SortField } from '../query/sort-order';
import type { Collection } from '../storage/collection';
import type { LmdbStore } from '../storage/lmdb-store';
import { assertInTime, type Deadline } from './deadline';
import { documentOf, DocumentSource, Slices } from './document-source';
import { Plan } from './planner';

/** Largest batch of a reply. */
export const BATCH_BYTES = 16 * 1024 * 1024;

/** Returns documents in batches. */
export interface ResultStream {
  /** Up to `count` documents (0: as many as fit), and whether there may be more. */
  nextBatch(
    count: number,
    deadline: Deadline | null,
  ): Promise<{ documents: (RawDocument | Doc)[]; done: boolean }>;
  close(): void;
}

interface FindShape {
  readonly plan: Plan;
  readonly sort: readonly SortField[];
  readonly skip: number;
  /** 0: no limit. */
  readonly limit: number;
  readonly projection: Projection | null;
  /** Names of the fields that the projection excludes, if it does nothing else. */
  readonly excluded?: readonly Buffer[] | null;
  /** Fields that the projection needs, if known. */
  readonly included?: ReadonlySet<string> | null;
}

/** Documents skipped per step. */
const SKIP_BATCH_SIZE = 128;

/** The results of a find. Unmodified documents are sent as their stored bytes. */
export class FindStream implements ResultStream {
  readonly source: DocumentSource;
  private sorted: Buffer[] | null = null;
  private sortedAt = 0;
  private skipped = 0;
  private returned = 0;
  private held: Buffer | null = null;
  private closed = false;

  constructor(
    store: LmdbStore,
    collection: Collection,
    private readonly shape: FindShape,
  ) {
    this.source = new DocumentSource(store, collection, shape.plan);
  }

  async nextBatch(
    count: number,
    deadline: Deadline | null,
  ): Promise<{ documents: RawDocument[]; done: boolean }> {
    const { shape } = this;
    const slices = new Slices();
    if (!shape.plan.sorted && !this.sorted) await this.sort(slices, deadline);
    const documents: RawDocument[] = [];
    let bytes = 0;
    let done = false;
    for (;;) {
      if (this.closed || (shape.limit > 0 && this.returned >= shape.limit)) {
        done = true;
        break;
      }
      if (count > 0 && documents.length >= count) {
        break;
      }
      if (slices.due()) {
        this.source.release();
        await slices.pause();
        assertInTime(deadline);
      }
      const next = this.held ?? this.pull();
      this.held = null;
      if (next === undefined) {
        done = true;
        break;
      }
      if (next === null) continue;
      if (bytes + next.length > BATCH_BYTES && documents.length > 0) {
        this.held = next;
        break;
      }
      bytes += next.length;
      documents.push(new RawDocument(next));
      this.returned++;
    }
    this.source.release();
    return { documents, done };
  }

  /** The next result as a new buffer, null for a skipped one, undefined at the end. */
  private pull(): Buffer | null | undefined {
    const { skip, projection, excluded, included } = this.shape;
    if (this.sorted) {
      const bytes = this.sorted[this.sortedAt];
      if (!bytes) return undefined;
      this.sortedAt++;
      if (this.skipped < skip) {
        this.skipped++;
        return null;
      }
      if (excluded) return withoutFields(bytes, excluded);
      if (projection && included) return encodeDocument(projection(decodeFields(bytes, included)));
      return projection ? encodeDocument(projection(decodeDocument(bytes))) : bytes;
    }
    if (this.skipped < skip) {
      if (skip - this.skipped >= SKIP_BATCH_SIZE && this.source.hop(SKIP_BATCH_SIZE)) {
        this.skipped += SKIP_BATCH_SIZE;
        return null;
      }
      const record = this.source.stepRecord();
      if (record === undefined) return undefined;
      if (record !== null) this.skipped++;
      return null;
    }
    const found = this.source.step();
    if (!found) return found;
    if (excluded) return withoutFields(found.bytes, excluded);
    if (projection && included)
      return encodeDocument(projection(decodeFields(found.bytes, included)));
    if (projection) return encodeDocument(projection(documentOf(found)));
    return Buffer.from(found.bytes);
  }

  private async sort(slices: Slices, deadline: Deadline | null): Promise<void> {
    const { skip, limit, sort } = this.shape;
    const sorter = new Sorter<Buffer>(sort, limit > 0 ? skip + limit : 0);
    for (;;) {
      if (slices.due()) {
        this.source.release();
        await slices.pause();
        assertInTime(deadline);
        if (this.closed) break;
      }
      const found = this.source.step();
      if (found === undefined) break;
      if (found === null) continue;
      const bytes = Buffer.from(found.bytes);
      const document = found.document ?? decodeDocument(bytes);
      sorter.add(document, bytes, bytes.length);
    }
    this.source.release();
    const sorted = await slices.resultOf(sorter.finish(), deadline);
    if (!this.closed) this.sorted = sorted;
  }

  close(): void {
    this.closed = true;
    this.source.release();
    this.sorted = null;
  }
}

/** Results in memory. */
export class ListStream implements ResultStream {
  private at = 0;

  constructor(private readonly documents: readonly Doc[]) {}

  nextBatch(count: number): Promise<{ documents: Doc[]; done: boolean }> {
    const documents: Doc[] = [];
    let bytes = 0;
    while (this.at < this.documents.length && (count === 0 || documents.length < count)) {
      const next = this.documents[this.at]!;
      const length = encodedLength(next);
      if (documents.length > 0 && bytes + length > BATCH_BYTES) break;
      bytes += length;
      documents.push(next);
      this.at++;
    }
    return Promise.resolve({ documents, done: this.at >= this.documents.length });
  }

  close(): void {
    this.at = this.documents.length;
  }
}
