import { decodeDocument } from '../bson/bson-decoder';
import { encodeDocument } from '../bson/bson-encoder';
import { RawDocument, type Doc } from '../bson/bson-value';
import { PAUSE } from '../pause';
import type { KeyField } from '../query/key-values';
import { Sorter } from '../query/sort-order';
import { assertDocumentSize } from '../storage/collection';
import type { DocumentSource } from './document-source';
import { Slices, type Interruption } from './slices';

/** Largest batch of a reply. */
const BATCH_BYTES = 16 * 1024 * 1024;

/** Results as new buffers; null where none was found yet. */
type Results = Generator<Buffer | typeof PAUSE | null, void>;

/** Results that are computed batch by batch. */
export class ResultStream {
  /** Found, but too large for the last batch. */
  private held: Buffer | null = null;
  private returned = 0;
  private closed = false;

  /**
   * @param source what the results are read from; without a snapshot in pauses and between batches
   * @param limit most results, 0 for all
   */
  constructor(
    private readonly results: Results,
    readonly source: DocumentSource | null,
    private readonly limit = 0,
  ) {}

  /** Up to `count` documents (0: as many as fit), and whether there may be more. */
  async nextBatch(
    count: number,
    interruption: Interruption,
  ): Promise<{ documents: RawDocument[]; done: boolean }> {
    const documents: RawDocument[] = [];
    const slices = new Slices(interruption);
    let bytes = 0;
    try {
      for (;;) {
        const isComplete = this.limit > 0 && this.returned >= this.limit;
        if (this.closed || isComplete) return { documents, done: true };
        if (count > 0 && documents.length >= count) return { documents, done: false };
        const next = this.held ?? this.results.next().value;
        this.held = null;
        if (next === undefined) return { documents, done: true };
        if (next === PAUSE || slices.due()) {
          this.source?.release();
          await slices.pause();
        }
        if (next === PAUSE || next === null) continue;
        if (documents.length > 0 && bytes + next.length > BATCH_BYTES) {
          this.held = next;
          return { documents, done: false };
        }
        bytes += next.length;
        this.returned++;
        documents.push(new RawDocument(next));
      }
    } finally {
      this.source?.release();
    }
  }

  /** Releases what the stream holds; further batches are empty. */
  close(): void {
    this.closed = true;
    this.results.return();
    this.source?.release();
  }
}

/** The results of stages, or documents in memory. */
export function streamOf(
  documents: Iterable<Doc | typeof PAUSE>,
  source: DocumentSource | null = null,
): ResultStream {
  return new ResultStream(encoded(documents), source);
}

function* encoded(documents: Iterable<Doc | typeof PAUSE>): Results {
  for (const document of documents) {
    const bytes = document === PAUSE ? PAUSE : encodeDocument(document);
    if (bytes !== PAUSE) assertDocumentSize(bytes);
    yield bytes;
  }
}

interface FindShape {
  /** Empty when the source has the wanted order. */
  readonly sort: readonly KeyField[];
  readonly skip: number;
  /** 0: no limit. */
  readonly limit: number;
  /** A stored document as it is sent, in a new buffer. */
  readonly shown: (bytes: Buffer) => Buffer;
}

/** The results of a find. */
export function findStream(source: DocumentSource, shape: FindShape): ResultStream {
  const results = shape.sort.length > 0 ? sorted(source, shape) : inOrder(source, shape);
  return new ResultStream(results, source, shape.limit);
}

function* inOrder(source: DocumentSource, { skip, shown }: FindShape): Results {
  for (let skipped = 0; skipped < skip;) {
    // Not loaded, if the keys decide.
    const record = source.stepRecord();
    if (record === undefined) return;
    if (record !== null) skipped++;
    yield null;
  }
  for (let found = source.step(); found !== undefined; found = source.step())
    yield found && shown(found.bytes);
}

function* sorted(source: DocumentSource, { sort, skip, limit, shown }: FindShape): Results {
  const sorter = new Sorter<Buffer>(sort, limit > 0 ? skip + limit : 0);
  for (let found = source.step(); found !== undefined; found = source.step()) {
    if (found) {
      const bytes = Buffer.from(found.bytes);
      sorter.add(decodeDocument(bytes), bytes, bytes.length);
    }
    yield null;
  }
  const documents = yield* sorter.finish();
  for (let at = skip; at < documents.length; at++) yield shown(documents[at]!.item);
}
