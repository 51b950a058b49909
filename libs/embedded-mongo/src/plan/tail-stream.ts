import {
  encodeDocument,
  MongoError,
  RawDocument,
  type FilterNode,
  type Projection,
} from '@engawa/mongo-semantics';
import { prefixRange, recordOfDocumentKey, type Collection } from '../storage/collection';
import type { LmdbStore } from '../storage/lmdb-store';
import { assertInTime, type Deadline } from './deadline';
import { Slices } from './document-source';
import { BATCH_BYTES, type ResultStream } from './result-stream';

/** How often a waiting tail looks whether the collection has changed, in milliseconds. */
const LOOK_MILLISECONDS = 10;

/** The results of a tailable find: what a capped collection holds, and afterwards what comes into it. */
export class TailStream implements ResultStream {
  private last: Buffer | undefined;
  private seenVersion = -1;
  private matched = 0;
  private returned = 0;
  private closed = false;

  constructor(
    private readonly store: LmdbStore,
    private readonly collection: Collection,
    private readonly filter: FilterNode,
    private readonly projection: Projection | null,
    private readonly skip: number,
    /** 0: no limit. */
    private readonly limit: number,
    readonly awaitsData: boolean,
  ) {}

  /** Waits up to `wait` milliseconds when there is nothing new. */
  async nextBatch(
    count: number,
    deadline: Deadline | null,
    wait = 0,
  ): Promise<{ documents: RawDocument[]; done: boolean }> {
    const end = performance.now() + wait;
    for (;;) {
      const documents = await this.gather(count, deadline);
      const done =
        this.collection.meta.count === 0 || (this.limit > 0 && this.returned >= this.limit);
      if (documents.length > 0 || done || performance.now() >= end) return { documents, done };
      while (this.collection.meta.version === this.seenVersion && performance.now() < end) {
        await new Promise((resume) => setTimeout(resume, LOOK_MILLISECONDS));
        assertInTime(deadline);
        if (this.closed) throw new MongoError(237, 'cursor was killed');
      }
    }
  }

  private async gather(count: number, deadline: Deadline | null): Promise<RawDocument[]> {
    const documents: RawDocument[] = [];
    const slices = new Slices();
    let bytes = 0;
    for (;;) {
      this.collection.assertWalkable(null);
      this.assertPosition();
      this.seenVersion = this.collection.meta.version;
      let paused = false;
      for (const key of this.store.keys(
        this.store.documents,
        prefixRange(this.collection.meta.id),
        false,
        this.last,
      )) {
        if ((count > 0 && documents.length >= count) || bytes > BATCH_BYTES) return documents;
        if (this.limit > 0 && this.returned >= this.limit) return documents;
        this.last = key;
        const stored = this.collection.load(recordOfDocumentKey(key));
        if (stored && this.filter.matches(stored) && ++this.matched > this.skip) {
          const result = encodeDocument(this.projection ? this.projection(stored) : stored);
          bytes += result.length;
          documents.push(new RawDocument(result));
          this.returned++;
        }
        paused = slices.due();
        if (paused) break;
      }
      if (!paused) return documents;
      await slices.pause();
      assertInTime(deadline);
    }
  }

  /** @throws MongoError 136 when the document that the tail stands on has made room for newer ones */
  private assertPosition(): void {
    if (this.last && !this.collection.read(recordOfDocumentKey(this.last))) {
      throw new MongoError(
        136,
        'CollectionScan died due to position in capped collection being deleted. Last seen record id: ' +
          `RecordId(${recordOfDocumentKey(this.last)})`,
      );
    }
  }

  close(): void {
    this.closed = true;
  }
}
