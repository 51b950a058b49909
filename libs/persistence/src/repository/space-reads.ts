import type { PipelineStage } from 'mongoose';
import { revisionFields, storageKey, type SpaceDocument } from '../schema/define-store';
import {
  encodeFields,
  pageCommand,
  pageRevision,
  readPage,
  type Page,
  type PageQuery,
} from './page';
import type { Filter, ReadOptions } from './query';
import type { Store } from './store';
import { fieldsOnly, hidden, requireText, withoutFields } from './stored-document';
import { SystemRepository } from './system.repository';

/** Queries on one collection, always within one space. */
export abstract class SpaceReads<Doc extends SpaceDocument> {
  constructor(protected readonly store: Store<Doc>) {}

  /** Returns the document, or null. */
  async findById(space: string, id: string): Promise<Doc | null> {
    return this.store.readByKey(requireText(space), storageKey(space, requireText(id)));
  }

  /** Returns the documents that exist, in no particular order. */
  async findByIds(space: string, ids: readonly string[]): Promise<Doc[]> {
    const keys = [...new Set(ids)].map((id) => storageKey(requireText(space), requireText(id)));
    const found = await Promise.all(keys.map((key) => this.store.readByKey(space, key)));
    return found.filter((document) => document !== null);
  }

  /** Returns the first match, or null. */
  protected async findOne(
    space: string,
    filter: Filter,
    options: Pick<ReadOptions, 'sort' | 'hint'> = {},
  ): Promise<Doc | null> {
    const query = this.store.model.findOne(this.bound(space, filter)).select(hidden).lean<Doc>();
    if (options.sort) query.sort(options.sort);
    if (options.hint) query.hint(options.hint);
    return query.exec();
  }

  /** Returns all matches. Pass a limit unless the filter bounds the result. */
  protected async find(space: string, filter: Filter, options: ReadOptions = {}): Promise<Doc[]> {
    return this.query(space, filter, options).exec() as Promise<Doc[]>;
  }

  /** Like `find`, reading these fields only. */
  protected async findOnly<Field extends keyof Doc & string>(
    space: string,
    fields: readonly Field[],
    filter: Filter,
    options: ReadOptions = {},
  ): Promise<Pick<Doc, Field>[]> {
    return this.onlyQuery(space, fields, filter, options).exec();
  }

  /**
   * Like `findOnly` with half the processor time, for what each request asks. Filter values are not
   * cast: dates must be dates.
   */
  protected findOnlyUncast<Field extends keyof Doc & string>(
    space: string,
    fields: readonly Field[],
    filter: Filter,
    options: ReadOptions = {},
  ): Promise<Pick<Doc, Field>[]> {
    return this.store.read(this.bound(space, filter), options, fieldsOnly(fields));
  }

  /** The query of `findOnly`. */
  protected onlyQuery<Field extends keyof Doc & string>(
    space: string,
    fields: readonly Field[],
    filter: Filter,
    options: ReadOptions = {},
  ) {
    const bound = this.bound(space, filter);
    return this.store.query<Pick<Doc, Field>>(bound, options, fieldsOnly(fields));
  }

  /**
   * A page in a stable order, in both directions; see `PageQuery`. Filter values are not cast:
   * dates must be dates.
   */
  protected async findPage(space: string, query: PageQuery<Doc>): Promise<Page<Doc>> {
    return (await this.findRevisedPage(space, query)).page;
  }

  /** Like `findPage`, with the page's revision: that of `findPageRevision` at this moment. */
  protected async findRevisedPage(
    space: string,
    query: PageQuery<Doc>,
  ): Promise<{ page: Page<Doc>; revision: () => string }> {
    let found: Doc[] = [];
    const page = await readPage(query, async (filter, options) => {
      const projection = withoutFields(this.leftOut);
      found = await this.store.read(this.bound(space, filter), options, projection);
      return found;
    });
    const { definition } = this.store;
    const revision = () => pageRevision(query, encodeFields(found, revisionFields(definition)));
    return { page, revision };
  }

  /**
   * A hash of a few fields of a page's documents: while it is the same, so is what `findPage` returns.
   * It comes back when what was added to the page is deleted. The schema must declare its
   * `unversioned` writes.
   */
  protected async findPageRevision(space: string, query: PageQuery<Doc>): Promise<string> {
    const { filter, options } = pageCommand(query);
    const fields = revisionFields(this.store.definition);
    const bound = this.bound(space, filter);
    return pageRevision(query, await this.store.readEncoded(bound, { ...options, fields }));
  }

  /** Fields that `find` and `findPage` omit because lists do not need them. */
  protected get leftOut(): readonly (keyof Doc & string)[] {
    return [];
  }

  protected async count(space: string, filter: Filter): Promise<number> {
    return this.store.count(this.bound(space, filter));
  }

  /** Aggregates the documents of one space; the `$match` on it is added. */
  protected async aggregate<Row>(
    space: string,
    filter: Filter,
    stages: readonly Record<string, unknown>[],
  ): Promise<Row[]> {
    const pipeline = [{ $match: this.bound(space, filter) }, ...stages];
    return this.store.model.aggregate<Row>(pipeline as unknown as PipelineStage[]).exec();
  }

  protected async distinct(space: string, field: string, filter: Filter): Promise<unknown[]> {
    return this.store.model.distinct(field, this.bound(space, filter)).exec();
  }

  /** The query itself, to test its plan: `explainOf(repository.query(…))`. */
  protected query(space: string, filter: Filter, options: ReadOptions = {}) {
    return this.store.query<Doc>(this.bound(space, filter), options, withoutFields(this.leftOut));
  }

  /** Queries over all spaces; `reason` says why no single space will do. */
  protected acrossSpaces(reason: string): SystemRepository<Doc> {
    return new SystemRepository(this.store, reason);
  }

  /** The filter within the space, without tombstones. */
  protected bound(space: string, filter: Filter): Record<string, unknown> {
    // Tombstones only wait for their events; they are never read or changed.
    const whole = { ...filter, space: requireText(space), purge: null };
    const id: unknown = filter['id'];
    // The key finds a document by id; only its own index starts with the id.
    return typeof id === 'string' && id !== '' && !('_id' in filter)
      ? { _id: storageKey(space, id), ...whole }
      : whole;
  }
}
