import type { TextRow } from './block/block-body';
import type { SourceReader } from './text-source';
import type { IndexedDocument } from './text-index.schema';

/** Changed documents that a query reads; of more, the latest changes. */
const UNINDEXED_LIMIT = 5_000;
const SPACES_KEPT = 200;

/** Changed documents by id; the row is null when the document must not be found. */
export type UnindexedRows<Facts> = ReadonlyMap<string, TextRow<Facts> | null>;

interface Known<Facts> {
  unindexed: string;
  row: TextRow<Facts> | null;
}

/** Reads the rows of documents that changed since they were packed. */
export class UnindexedRowReader<Doc extends IndexedDocument, Facts> {
  /** By space and id, so that the same change is not read again. */
  private readonly known = new Map<string, Map<string, Known<Facts>>>();

  constructor(private readonly reader: SourceReader<Doc, Facts>) {}

  /** The changed documents of a space that no block contains yet. */
  async read(space: string): Promise<UnindexedRows<Facts>> {
    const changed = await this.reader.findUnindexed(space, -1, UNINDEXED_LIMIT);
    const before = this.known.get(space);
    const now = new Map<string, Known<Facts>>();
    const unknown: string[] = [];
    for (const { id, unindexed } of changed) {
      const found = before?.get(id);
      if (found?.unindexed === unindexed) now.set(id, found);
      else unknown.push(id);
    }
    if (unknown.length > 0) {
      const documents = await this.reader.findByIds(space, unknown);
      const rows = await this.reader.rowsOf(space, documents);
      documents.forEach(({ id, unindexed = '' }, index) => {
        now.set(id, { unindexed, row: rows[index]! });
      });
    }
    this.keep(space, now);
    return new Map([...now].map(([id, { row }]) => [id, row]));
  }

  private keep(space: string, rows: Map<string, Known<Facts>>): void {
    this.known.delete(space);
    if (rows.size === 0) return;
    this.known.set(space, rows);
    for (const [oldest] of this.known) {
      if (this.known.size <= SPACES_KEPT) break;
      this.known.delete(oldest);
    }
  }
}
