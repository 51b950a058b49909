import {
  encodeDocument,
  MongoError,
  PAUSE,
  RawDocument,
  type Doc,
  type Flow,
} from '@engawa/mongo-semantics';
import { assertInTime, type Deadline } from '../plan/deadline';
import { Slices } from '../plan/document-source';
import { BATCH_BYTES, type ResultStream } from '../plan/result-stream';

/** Walks that a pipeline has under way. */
export type OpenSources = Set<{ release(): void }>;

/** Results of a pipeline, made as they are asked for. */
export class PipelineStream implements ResultStream {
  private readonly iterator: Iterator<Doc | typeof PAUSE>;
  private held: Buffer | null = null;
  private closed = false;

  constructor(
    flow: Flow,
    private readonly sources: OpenSources,
  ) {
    this.iterator = flow[Symbol.iterator]();
  }

  /** No snapshot of the data is held while nobody waits for a document. */
  private release(): void {
    for (const source of this.sources) source.release();
  }

  async nextBatch(
    count: number,
    deadline: Deadline | null,
  ): Promise<{ documents: RawDocument[]; done: boolean }> {
    try {
      return await this.gather(count, deadline);
    } finally {
      this.release();
    }
  }

  private async gather(
    count: number,
    deadline: Deadline | null,
  ): Promise<{ documents: RawDocument[]; done: boolean }> {
    const documents: RawDocument[] = [];
    const slices = new Slices();
    let bytes = 0;
    for (;;) {
      if (count > 0 && documents.length >= count) {
        return { documents, done: false };
      }
      let next = this.held;
      this.held = null;
      if (!next) {
        const step = this.iterator.next();
        if (step.done || this.closed) return { documents, done: true };
        if (step.value === PAUSE || slices.due()) {
          this.release();
          await slices.pause();
          assertInTime(deadline);
          if (step.value === PAUSE) continue;
        }
        next = encodeDocument(step.value as Doc);
        if (next.length > 16_793_600)
          throw new MongoError(
            10334,
            `BSONObj size: ${next.length} (0x${next.length.toString(16).toUpperCase()}) is invalid. Size must be between 0 and 16793600(16MB)`,
          );
      }
      if (documents.length > 0 && bytes + next.length > BATCH_BYTES) {
        this.held = next;
        return { documents, done: false };
      }
      bytes += next.length;
      documents.push(new RawDocument(next));
    }
  }

  close(): void {
    this.closed = true;
    this.iterator.return?.();
  }
}
