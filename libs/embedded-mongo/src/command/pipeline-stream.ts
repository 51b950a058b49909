import type { Flow } from '../aggregation/stage';
import { encodeDocument } from '../bson/bson-encoder';
import { RawDocument, type Doc } from '../bson/bson-value';
import { PAUSE } from '../pause';
import { assertInTime, type Deadline } from '../plan/deadline';
import { Slices, type DocumentSource } from '../plan/document-source';
import { BATCH_BYTES, type ResultStream } from '../plan/result-stream';
import { assertDocumentSize } from '../storage/collection';

/** Lazily computed results of a pipeline. */
export class PipelineStream implements ResultStream {
  private readonly iterator: Iterator<Doc | typeof PAUSE>;
  private held: Buffer | null = null;
  private closed = false;

  constructor(
    flow: Flow,
    private readonly source: DocumentSource | null,
  ) {
    this.iterator = flow[Symbol.iterator]();
  }

  async nextBatch(
    count: number,
    deadline: Deadline | null,
  ): Promise<{ documents: RawDocument[]; done: boolean }> {
    try {
      return await this.collect(count, deadline);
    } finally {
      // No snapshot is held between batches.
      this.source?.release();
    }
  }

  private async collect(
    count: number,
    deadline: Deadline | null,
  ): Promise<{ documents: RawDocument[]; done: boolean }> {
    const documents: RawDocument[] = [];
    const slices = new Slices();
    let bytes = 0;
    for (;;) {
      if (count > 0 && documents.length >= count) return { documents, done: false };
      let next = this.held;
      this.held = null;
      if (!next) {
        const step = this.iterator.next();
        if (step.done || this.closed) return { documents, done: true };
        if (step.value === PAUSE || slices.due()) {
          this.source?.release();
          await slices.pause();
          assertInTime(deadline);
          if (step.value === PAUSE) continue;
        }
        next = encodeDocument(step.value as Doc);
        assertDocumentSize(next);
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
