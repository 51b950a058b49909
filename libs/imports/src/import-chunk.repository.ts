import type { EventEnvelope } from '@engawa/contracts';
import {
  DuplicateKey,
  SpaceRepository,
  type Change,
  type Filter,
  type NewDocument,
  type SpaceDocument,
  type Store,
} from '@engawa/persistence';
import type { FileImport, FileImportChunk } from './import-store';

/** Approximate number of rows per read. */
const ROWS_PER_READ = 1_000;
const phases: readonly FileImportChunk['phase'][] = ['check', 'run'];

type Job = Pick<FileImport, 'space' | 'id'>;
type RowOf<Chunk extends FileImportChunk> = Chunk['rows'][number];

/** Verdicts of an import about its rows: one chunk per step. */
export abstract class FileImportChunkRepository<
  Chunk extends FileImportChunk,
> extends SpaceRepository<Chunk> {
  /** `chunkRows`: rows per step. */
  constructor(
    store: Store<Chunk>,
    private readonly chunkRows: number,
  ) {
    super(store);
  }

  /** Stores the verdicts of a step with its events; a repeated step replaces them. */
  async keep(
    space: string,
    chunk: Omit<Chunk, keyof SpaceDocument>,
    events: readonly EventEnvelope[] = [],
  ): Promise<void> {
    const id = `${chunk.importId}-${chunk.phase}-${chunk.index}`;
    if (chunk.rows.length > 0) {
      try {
        await this.insert(space, { id, ...chunk } as unknown as NewDocument<Chunk>, events);
        return;
      } catch (error) {
        if (!(error instanceof DuplicateKey)) throw error;
      }
    }
    await this.change(space, id, () => ({ set: chunk, events }) as Change<Chunk>);
  }

  /** The matching chunks of a phase, starting with the row after `afterRow`. */
  async *findFrom(
    { space, id: importId }: Job,
    phase: Chunk['phase'],
    afterRow = 0,
    filter: Filter = {},
  ): AsyncGenerator<Chunk, void> {
    const limit = Math.ceil(ROWS_PER_READ / this.chunkRows);
    for (let index = Math.floor(afterRow / this.chunkRows); ;) {
      const found = await this.find(
        space,
        { ...filter, importId, phase, index: { $gte: index } },
        { sort: { index: 1 }, limit },
      );
      yield* found;
      if (found.length < limit) return;
      index = found.at(-1)!.index + 1;
    }
  }

  /** Chunks of rows after `afterRow`: of the run if there is one, else of the check. */
  async *findRows(
    job: Job & Pick<FileImport, 'state'>,
    afterRow = 0,
    filter: Filter = {},
  ): AsyncGenerator<RowOf<Chunk>, void> {
    const phase = job.state === 'checking' || job.state === 'checked' ? 'check' : 'run';
    for await (const chunk of this.findFrom(job, phase, afterRow, filter)) {
      yield* chunk.rows.filter(({ row }) => row > afterRow);
    }
  }

  /** Rewrites the affected rows of check and run. Returns whether there were any. */
  async rewriteRows(
    job: Job,
    isConcerned: (row: RowOf<Chunk>) => boolean,
    rewrite: (row: RowOf<Chunk>) => RowOf<Chunk>,
  ): Promise<boolean> {
    let found = false;
    for (const phase of phases) {
      for await (const chunk of this.findFrom(job, phase)) {
        if (!chunk.rows.some(isConcerned)) continue;
        found = true;
        await this.change(job.space, chunk.id, ({ rows }) => {
          const set = { rows: rows.map((row) => (isConcerned(row) ? rewrite(row) : row)) };
          return { set } as unknown as Change<Chunk>;
        });
      }
    }
    return found;
  }
}

/** A page of rows, and the row after which the next page starts; null on the last page. */
export async function pageOfRows<Row extends { row: number }>(
  rows: AsyncIterable<Row>,
  limit: number,
): Promise<{ items: Row[]; nextRow: number | null }> {
  const items: Row[] = [];
  for await (const row of rows) {
    if (items.length === limit) return { items, nextRow: items.at(-1)!.row };
    items.push(row);
  }
  return { items, nextRow: null };
}
