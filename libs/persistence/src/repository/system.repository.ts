import type { SpaceDocument } from '../schema/define-store';
import { inSystemScope } from '../tenant/system-scope';
import type { ReadOptions, Update } from './query';
import type { Store } from './store';
import { fieldsOnly } from './stored-document';

/** A filter over all spaces. */
export type SystemFilter = Readonly<Record<string, unknown>>;

/**
 * Queries on one collection over all spaces, for work that belongs to none, such as sweepers; see
 * `inSystemScope`. What it returns must not reach staff of a space.
 */
export class SystemRepository<Doc extends SpaceDocument> {
  constructor(
    private readonly store: Store<Doc>,
    /** Why the work needs all spaces. */
    private readonly reason: string,
  ) {}

  /** Returns all matches. Pass a limit unless the filter bounds the result. */
  find(filter: SystemFilter, options: ReadOptions = {}): Promise<Doc[]> {
    return this.exec(this.query(filter, options));
  }

  /** Like `find`, reading these fields only. */
  findOnly<Field extends keyof Doc & string>(
    fields: readonly Field[],
    filter: SystemFilter,
    options: ReadOptions = {},
  ): Promise<Pick<Doc, Field>[]> {
    return this.exec(this.store.query<Pick<Doc, Field>>(filter, options, fieldsOnly(fields)));
  }

  /** Counts the matches, up to `limit`. */
  count(filter: SystemFilter, options: Pick<ReadOptions, 'limit' | 'hint'> = {}): Promise<number> {
    return inSystemScope(this.reason, () => this.store.count(filter, options));
  }

  /** Updates many documents without events; returns how many changed. */
  async updateMany(filter: SystemFilter, update: Update): Promise<number> {
    const result = await this.exec(this.store.model.updateMany(filter, update));
    return result.modifiedCount;
  }

  /** The spaces that have documents. */
  findSpaces(): Promise<string[]> {
    return this.exec(this.store.model.distinct('space'));
  }

  /** Runs a query, such as one of `query`. */
  exec<Row>(query: { exec(): Promise<Row> }): Promise<Row> {
    return inSystemScope(this.reason, () => query.exec());
  }

  /** The query of `find`, to test its plan; throws outside of a system scope. */
  query(filter: SystemFilter, options: ReadOptions = {}) {
    return this.store.query<Doc>(filter, options);
  }
}
