import {
  READ_BATCH_SIZE,
  SpaceRepository,
  storageKey,
  type Filter,
  type ReadOptions,
  type Store,
  type SystemFilter,
} from '@engawa/persistence';
import type { Place, TextRow } from './block/block-body';
import { Slices } from './slices';
import { UNINDEXED_INDEX, type BuildState, type IndexedDocument } from './text-index.schema';

/** Describes the searched documents and their rows. */
export interface TextSource<Doc extends IndexedDocument, Facts> {
  /** Field that orders the results. */
  orderField: Exclude<keyof Doc & string, keyof IndexedDocument>;
  /** 1: a build starts with the lowest key; -1: with the highest. */
  buildOrder: 1 | -1;
  /** Filters that together match all documents with rows; each needs an index in this order. */
  passes: readonly Readonly<Record<string, unknown>>[];
  /** Fields of earlier index formats; removed when documents are packed. */
  formerFields: readonly string[];
  /** Fields that rows are built from. */
  fields: readonly (keyof Doc & string)[];
  /** The sort key of a document. */
  keyOf(document: Doc): string;
  /**
   * Reads what the rows of these documents need, and returns the function that makes one of them: null
   * for a document that must not be found.
   */
  rowMaker(
    space: string,
    documents: readonly Doc[],
  ): Promise<(document: Doc) => TextRow<Facts> | null>;
}

/** A document whose current state is not in the index. */
export interface Unindexed {
  id: string;
  unindexed: string;
}

/** Reads and updates the searchable documents for the index. */
export class SourceReader<Doc extends IndexedDocument, Facts> extends SpaceRepository<Doc> {
  private readonly fields: readonly (keyof Doc & string)[];

  constructor(
    store: Store<Doc>,
    private readonly source: TextSource<Doc, Facts>,
  ) {
    super(store);
    this.fields = ['id', 'space', 'unindexed', 'indexKeys', source.orderField, ...source.fields];
  }

  /** Changed documents, in the order of their changes or reversed. */
  findUnindexed(space: string, direction: 1 | -1, limit: number): Promise<Unindexed[]> {
    return this.findOnlyUncast(
      space,
      ['id', 'unindexed'],
      { unindexed: { $gt: '' } },
      {
        sort: { unindexed: direction },
        limit,
        hint: UNINDEXED_INDEX,
        // A query needs those of one moment: what changes meanwhile moves ahead of it.
        ...(direction === 1 ? { batchSize: READ_BATCH_SIZE } : {}),
      },
    ) as Promise<Unindexed[]>;
  }

  /** The next space by name with a changed document. */
  async findUnindexedSpace(after: string): Promise<string | null> {
    return this.nextSpace(
      // Inside `$and`, because the tenant plugin allows no operator on the space.
      { $and: [{ space: { $gt: after } }], unindexed: { $gt: '' } },
      { sort: { space: 1 }, hint: UNINDEXED_INDEX },
    );
  }

  /** The next space by name with any document. */
  async findSpace(after: string): Promise<string | null> {
    // Keys start with the space and a slash; `0` follows the slash in ASCII.
    return this.nextSpace({ _id: { $gte: after === '' ? '' : `${after}0` } }, { sort: { _id: 1 } });
  }

  /** Documents by id, with the fields of rows; missing ones are omitted. */
  override findByIds(space: string, ids: readonly string[]): Promise<Doc[]> {
    return this.findRowFields(space, { _id: { $in: ids.map((id) => storageKey(space, id)) } });
  }

  /** Documents of a pass in build order, after a position. */
  findInOrder(
    space: string,
    { pass, after }: Pick<BuildState, 'pass' | 'after'>,
    limit: number,
  ): Promise<Doc[]> {
    const { orderField, buildOrder, passes } = this.source;
    const past = buildOrder === 1 ? '$gt' : '$lt';
    const beyond = after && {
      [orderField]: { [buildOrder === 1 ? '$gte' : '$lte']: after.value },
      $or: [{ [orderField]: { [past]: after.value } }, { id: { [past]: after.id } }],
    };
    return this.findRowFields(
      space,
      { ...passes[pass], ...beyond },
      { sort: { [orderField]: buildOrder, id: buildOrder }, limit },
    );
  }

  /** Clears the marks of packed documents, unless they changed since they were read. */
  async notePacked(
    space: string,
    documents: readonly { id: string; unindexed?: string }[],
  ): Promise<void> {
    if (documents.length === 0) return;
    const filter: Filter = {
      _id: { $in: documents.map(({ id }) => storageKey(space, id)) },
      // Each mark belongs to one state of one document.
      unindexed: { $in: documents.flatMap(({ unindexed }) => unindexed ?? []) },
    };
    await this.updateMany(space, filter, { $unset: { unindexed: 1, indexKeys: 1 } });
  }

  /** Removes fields of earlier index formats. */
  async removeFormerFields(space: string, ids: readonly string[]): Promise<void> {
    await this.store.removeUndeclared(space, ids, this.source.formerFields);
  }

  /** The rows of documents; null for one that must not be found. Made in slices. */
  async rowsOf(space: string, documents: readonly Doc[]): Promise<(TextRow<Facts> | null)[]> {
    const rowOf = await this.source.rowMaker(space, documents);
    const rows: (TextRow<Facts> | null)[] = [];
    const slices = new Slices();
    for (const document of documents) {
      rows.push(rowOf(document));
      if (slices.isOver()) await slices.rest();
    }
    return rows;
  }

  /** Where the index may hold a row of a document: at its current key, or at an earlier one. */
  placesOf(document: Doc): Place[] {
    const { id, indexKeys = [] } = document;
    return [this.source.keyOf(document), ...indexKeys].map((key) => ({ key, id }));
  }

  private findRowFields(space: string, filter: Filter, options: ReadOptions = {}): Promise<Doc[]> {
    // The other fields are absent; a source names all that it reads.
    const found = this.findOnly(space, this.fields, filter, {
      ...options,
      batchSize: READ_BATCH_SIZE,
    });
    return found as Promise<unknown> as Promise<Doc[]>;
  }

  private async nextSpace(filter: SystemFilter, options: ReadOptions): Promise<string | null> {
    const spaces = this.acrossSpaces('the indexes of all spaces are looked after');
    const [found] = await spaces.findOnly(['space'], filter, { ...options, limit: 1 });
    return found?.space ?? null;
  }
}
