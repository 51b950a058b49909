import type { Place, TextRow } from './block/block-body';
import type { SourceReader } from './text-source';
import type { IndexedDocument } from './text-index.schema';

/** Changed documents that a query reads; of more, the latest changes. */
const UNINDEXED_LIMIT = 5_000;
const SPACES_KEPT = 200;

/** A document that changed since it was packed. */
interface UnindexedRow<Facts> {
  unindexed: string;
  /** Null when the document must not be found. */
  row: TextRow<Facts> | null;
  /** Where a block may still hold its row from before. */
  places: readonly Place[];
}

/** Changed documents by id. */
export type UnindexedRows<Facts> = ReadonlyMap<string, UnindexedRow<Facts>>;

/** Reads the rows of documents that changed since they were packed. */
export class UnindexedRowReader<Doc extends IndexedDocument, Facts> {
  /** By space and id, so that the same change is not read again. */
  private readonly known = new Map<string, UnindexedRows<Facts>>();

  constructor(private readonly reader: SourceReader<Doc, Facts>) {}

  /** The changed documents of a space that no block contains yet. */
  async read(space: string): Promise<UnindexedRows<Facts>> {
    const changed = await this.reader.findUnindexed(space, -1, UNINDEXED_LIMIT);
    const before = this.known.get(space);
    const now = new Map<string, UnindexedRow<Facts>>();
    const unknown: string[] = [];
    for (const { id, unindexed } of changed) {
      const found = before?.get(id);
      if (found?.unindexed === unindexed) now.set(id, found);
      else unknown.push(id);
    }
    if (unknown.length > 0) {
      const documents = await this.reader.findByIds(space, unknown);
      const rows = await this.reader.rowsOf(space, documents);
      for (const [index, document] of documents.entries()) {
        const { id, unindexed = '' } = document;
        const places = this.reader.placesOf(document);
        now.set(id, { unindexed, row: rows[index]!, places });
      }
    }
    this.keep(space, now);
    return now;
  }

  private keep(space: string, rows: UnindexedRows<Facts>): void {
    this.known.delete(space);
    if (rows.size === 0) return;
    this.known.set(space, rows);
    for (const [oldest] of this.known) {
      if (this.known.size <= SPACES_KEPT) break;
      this.known.delete(oldest);
    }
  }
}
