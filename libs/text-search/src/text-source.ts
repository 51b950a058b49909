import { inSystemScope, storageKey, type Store } from '@engawa/persistence';
import type { TextRow } from './block/block-body';
import { UNINDEXED_INDEX, type BuildState, type IndexedDocument } from './text-index.schema';

/** Describes what is searched and how it becomes rows. */
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
  /** The rows of documents; null for one that must not be found. */
  rowsOf(space: string, documents: readonly Doc[]): Promise<(TextRow<Facts> | null)[]>;
}

/** A document whose current state is not in the index. */
export interface Unindexed {
  id: string;
  unindexed: string;
}

/** Reads and updates the searchable documents for the index. */
export class SourceReader<Doc extends IndexedDocument, Facts> {
  constructor(
    private readonly store: Store<Doc>,
    private readonly source: TextSource<Doc, Facts>,
  ) {}

  /** Changed documents, in the order of their changes or reversed. */
  findUnindexed(space: string, direction: 1 | -1, limit: number): Promise<Unindexed[]> {
    return this.store.model
      .find({ space, unindexed: { $gt: '' } } as never)
      .select({ _id: 0, id: 1, unindexed: 1 })
      .sort({ unindexed: direction })
      .limit(limit)
      .hint(UNINDEXED_INDEX)
      .lean<Unindexed[]>()
      .exec();
  }

  /** The next space by name with a changed document. */
  async findUnindexedSpace(after: string): Promise<string | null> {
    // Bypasses mongoose, whose tenant plugin allows no range of spaces.
    const found = (await this.store.model.collection.findOne(
      { space: { $gt: after }, unindexed: { $gt: '' } },
      { projection: { _id: 0, space: 1 }, sort: { space: 1 }, hint: UNINDEXED_INDEX },
    )) as { space: string } | null;
    return found?.space ?? null;
  }

  /** The next space by name with any document. */
  async findSpace(after: string): Promise<string | null> {
    // Keys start with the space and a slash; `0` follows the slash in ASCII.
    const found = await inSystemScope('the indexes of all spaces are looked after', () =>
      this.store.model
        .findOne({ _id: { $gte: after === '' ? '' : `${after}0` } } as never)
        .select({ _id: 0, space: 1 })
        .sort({ _id: 1 })
        .lean<{ space: string }>()
        .exec(),
    );
    return found?.space ?? null;
  }

  findByIds(space: string, ids: readonly string[]): Promise<Doc[]> {
    const keys = ids.map((id) => storageKey(space, id));
    return this.store.model
      .find({ _id: { $in: keys }, space } as never)
      .select(this.projection())
      .lean<Doc[]>()
      .exec();
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
    return this.store.model
      .find({ ...passes[pass], ...beyond, space } as never)
      .select(this.projection())
      .sort({ [orderField]: buildOrder, id: buildOrder })
      .limit(limit)
      .lean<Doc[]>()
      .exec();
  }

  /** Clears the marks of packed documents, unless they changed since they were read. */
  async notePacked(
    space: string,
    documents: readonly { id: string; unindexed?: string }[],
  ): Promise<void> {
    if (documents.length === 0) return;
    await this.store.model
      .updateMany(
        {
          _id: { $in: documents.map(({ id }) => storageKey(space, id)) },
          space,
          // Each mark belongs to one state of one document.
          unindexed: { $in: documents.flatMap(({ unindexed }) => unindexed ?? []) },
        } as never,
        { $unset: { unindexed: 1, indexKey: 1 } },
      )
      .exec();
  }

  /** Removes fields of earlier index formats. */
  async removeFormerFields(space: string, ids: readonly string[]): Promise<void> {
    const [first] = this.source.formerFields;
    if (first === undefined || ids.length === 0) return;
    // Bypasses mongoose, whose schema does not know former fields.
    await this.store.model.collection.updateMany(
      {
        _id: { $in: ids.map((id) => storageKey(space, id)) } as never,
        space,
        [first]: { $exists: true },
      },
      { $unset: Object.fromEntries(this.source.formerFields.map((field) => [field, 1 as const])) },
    );
  }

  private projection(): Record<string, 0 | 1> {
    const fields = ['id', 'space', 'unindexed', 'indexKey', this.source.orderField];
    return {
      _id: 0,
      ...Object.fromEntries([...fields, ...this.source.fields].map((field) => [field, 1 as const])),
    };
  }
}
