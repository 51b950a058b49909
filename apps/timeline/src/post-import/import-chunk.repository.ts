import { Injectable } from '@nestjs/common';
import type { PostImportRow } from '@engawa/contracts';
import {
  DuplicateKey,
  InjectStore,
  type SpaceDocument,
  SpaceRepository,
  type Store,
} from '@engawa/persistence';
import {
  CHUNK_ROWS,
  importChunkSchema,
  type ImportChunkDocument,
  type ImportDocument,
} from './import.schema';

/** Chunks looked through with one read. */
const CHUNKS_READ = 10;

@Injectable()
export class ImportChunkRepository extends SpaceRepository<ImportChunkDocument> {
  constructor(@InjectStore(importChunkSchema) store: Store<ImportChunkDocument>) {
    super(store);
  }

  /** Keeps what a step refused; the same step again replaces it. */
  async keep(space: string, chunk: Omit<ImportChunkDocument, keyof SpaceDocument>): Promise<void> {
    const id = `${chunk.importId}-${chunk.phase}-${chunk.index}`;
    const replaced = await this.change(space, id, () => ({ set: { rows: chunk.rows } }));
    if (replaced || chunk.rows.length === 0) return;
    try {
      await this.insert(space, { id, ...chunk });
    } catch (error) {
      // A worker that lost its lease meanwhile read the same rows.
      if (!(error instanceof DuplicateKey)) throw error;
    }
  }

  /** The chunks of a phase from a number on, in their order. */
  async *findFrom(
    space: string,
    importId: string,
    phase: ImportChunkDocument['phase'],
    fromIndex = 0,
  ): AsyncGenerator<ImportChunkDocument, void> {
    for (let index = fromIndex; ;) {
      const found = await this.find(
        space,
        { importId, phase, index: { $gte: index } },
        { sort: { index: 1 }, limit: CHUNKS_READ },
      );
      yield* found;
      if (found.length < CHUNKS_READ) return;
      index = found.at(-1)!.index + 1;
    }
  }

  /** Refused rows behind a row: of the run once there is one, else of the check. */
  async *findRefused(
    job: Pick<ImportDocument, 'space' | 'id' | 'state'>,
    afterRow = 0,
  ): AsyncGenerator<PostImportRow, void> {
    const phase = job.state === 'checking' || job.state === 'checked' ? 'check' : 'run';
    const fromIndex = Math.floor(afterRow / CHUNK_ROWS);
    for await (const chunk of this.findFrom(job.space, job.id, phase, fromIndex)) {
      yield* chunk.rows.filter(({ row }) => row > afterRow);
    }
  }
}
