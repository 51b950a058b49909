import { Inject, Injectable } from '@nestjs/common';
import { SpaceRepository, type Filter, type Store } from '@engawa/persistence';
import { IMPORT_CHUNK_STORE, IMPORT_DEFINITION, type ImportDefinition } from './import-definition';
import type { FileImport, FileImportChunk, StoredRow } from './import-store';

/** Approximate number of rows per read. */
const ROWS_PER_READ = 1_000;

type Job = Pick<FileImport, 'space' | 'id'>;

/** Verdicts of an import about its rows: one chunk per step. */
@Injectable()
export class ImportChunkRepository<Row extends StoredRow = StoredRow> extends SpaceRepository<
  FileImportChunk<Row>
> {
  constructor(
    @Inject(IMPORT_CHUNK_STORE) store: Store<FileImportChunk<Row>>,
    @Inject(IMPORT_DEFINITION) private readonly definition: Pick<ImportDefinition, 'chunkRows'>,
  ) {
    super(store);
  }

  /** Stores the verdicts of a step; a repeated step replaces them. */
  keep(
    space: string,
    step: Pick<FileImportChunk<Row>, 'importId' | 'phase' | 'index' | 'rows'>,
  ): Promise<void> {
    const verdicts = new Set(step.rows.flatMap(({ verdict }) => verdict ?? []));
    const chunk = verdicts.size > 0 ? { ...step, verdicts: [...verdicts] } : step;
    const id = `${step.importId}-${step.phase}-${step.index}`;
    return this.upsert(space, id, { $set: chunk });
  }

  /** The rows of some chunks of the check. */
  async findChecked({ space, id: importId }: Job, indexes: readonly number[]): Promise<Row[]> {
    const found = await this.find(space, { importId, phase: 'check', index: { $in: indexes } });
    return found.flatMap(({ rows }) => rows);
  }

  /**
   * Rows after `afterRow`, with a verdict if given: of the run if there is one, else of the check.
   */
  async *findRows(
    job: Job & Pick<FileImport, 'state'>,
    afterRow = 0,
    verdict?: string,
  ): AsyncGenerator<Row, void> {
    const phase = job.state === 'checking' || job.state === 'checked' ? 'check' : 'run';
    const filter = verdict === undefined ? {} : { verdicts: verdict };
    for await (const chunk of this.findFrom(job, phase, afterRow, filter)) {
      yield* chunk.rows.filter(
        (one) => one.row > afterRow && (verdict === undefined || one.verdict === verdict),
      );
    }
  }

  /**
   * Rewrites rows of check and run; `rewrite` returns others as they are. Returns whether there were
   * any.
   */
  async rewriteRows(job: Job, rewrite: (row: Row) => Row): Promise<boolean> {
    let found = false;
    for (const phase of ['check', 'run'] as const) {
      for await (const chunk of this.findFrom(job, phase)) {
        if (chunk.rows.every((row) => rewrite(row) === row)) continue;
        found = true;
        await this.change(job.space, chunk.id, ({ rows }) => ({
          set: { rows: rows.map(rewrite) },
        }));
      }
    }
    return found;
  }

  /** The matching chunks of a phase, starting with the row after `afterRow`. */
  private async *findFrom(
    { space, id: importId }: Job,
    phase: FileImportChunk['phase'],
    afterRow = 0,
    filter: Filter = {},
  ): AsyncGenerator<FileImportChunk<Row>, void> {
    const { chunkRows } = this.definition;
    const limit = Math.ceil(ROWS_PER_READ / chunkRows);
    for (let index = Math.floor(afterRow / chunkRows); ;) {
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
