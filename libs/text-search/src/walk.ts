import { comparePlaces, type BlockBody, type Place, type TextRow } from './block/block-body';
import { Matcher } from './block/matcher';
import { blockAt } from './packer';
import type { RowHead, TextAnswer, TextQuery } from './query/text-query';
import type { BlockEntry } from './text-index.schema';
import type { UnindexedRows } from './unindexed-rows';

/** Matches after the page that are always counted, so that small totals are exact. */
const MIN_COUNTED = 100;

/** Rows of a block that have all pieces. */
export interface FoundRows<Facts> {
  block: string;
  body: BlockBody<Facts>;
  /** Their indexes in the block, in order. */
  rows: readonly number[];
}

/** One query over the rows in order. */
export class Walk<Facts, Loaded> {
  private readonly rows: TextAnswer<Facts>['rows'] = [];
  private readonly changed: TextRow<Facts>[];
  private outdated: ReadonlySet<string> | null = null;
  private readonly began = performance.now();
  private nextChanged = 0;
  private total = 0;
  private exact = false;
  /** What `load` reads of the page; asked for when the page is full, which is before all matches are counted. */
  readonly loaded: Promise<Loaded | undefined>;
  /** Whether the page is being loaded. */
  isLoading = false;
  private load: () => void = () => undefined;

  constructor(
    private readonly query: TextQuery<Facts>,
    private readonly unindexed: UnindexedRows<Facts>,
    private readonly entries: readonly BlockEntry[],
    load?: (rows: readonly RowHead<Facts>[]) => Promise<Loaded>,
  ) {
    this.loaded = new Promise((resolve) => {
      this.load = () => {
        if (!this.isLoading) resolve(load?.(this.rows));
        this.isLoading = true;
      };
    });
    const matcher = new Matcher(query.pieces);
    this.changed = [...unindexed.values()]
      .flatMap(({ row }) => (row && matcher.matches(row.text) ? row : []))
      .sort((one, other) => this.compare(one, other));
  }

  /** Adds the matches of a block. Returns false when no more are needed. */
  add({ block, body, rows }: FoundRows<Facts>): boolean {
    const { accepts, after, until, direction, countLimit } = this.query;
    if (this.isLoading && !accepts && !after && !until && !this.isOutdated(block)) {
      // Only counted: which rows they are does not matter.
      this.total = Math.min(countLimit, this.total + rows.length);
      return this.total < countLimit;
    }
    const ordered = direction === 1 ? rows : rows.toReversed();
    return ordered.every((at) => this.addRow(body.headAt(at)));
  }

  /** No block is left. */
  finish(): void {
    if (this.changed.slice(this.nextChanged).every((changed) => this.count(changed))) {
      this.exact = true;
    }
    this.end();
  }

  /** No more are needed. */
  end(): void {
    this.load();
  }

  /** Whether the page is full, the minimum is counted and the counting time is over. */
  timeIsUp(): boolean {
    const { countFor, skip = 0, limit } = this.query;
    return (
      countFor !== undefined &&
      this.total >= skip + limit + MIN_COUNTED &&
      performance.now() - this.began > countFor
    );
  }

  answer(): TextAnswer<Facts> {
    return { rows: this.rows, total: this.total, exact: this.exact };
  }

  /** Whether a block may hold the former row of a changed document. */
  private isOutdated(block: string): boolean {
    this.outdated ??= new Set(
      [...this.unindexed.values()].flatMap(({ places }) =>
        places.map((place) => this.entries[blockAt(this.entries, place)]!.block),
      ),
    );
    return this.outdated.has(block);
  }

  /** Adds a packed row that matches. Returns false when no more are needed. */
  private addRow(head: RowHead<Facts>): boolean {
    // Its current state is among the changed documents.
    if (this.unindexed.has(head.id)) return true;
    for (;;) {
      const changed = this.changed[this.nextChanged];
      if (!changed || this.compare(changed, head) > 0) break;
      this.nextChanged += 1;
      if (!this.count(changed)) return false;
    }
    return this.count(head);
  }

  private count(row: RowHead<Facts>): boolean {
    const { accepts, after, until, skip = 0, limit, countLimit } = this.query;
    if (after && this.compare(row, after) <= 0) return true;
    if (until && this.compare(row, until) >= 0) {
      this.exact = true;
      return false;
    }
    if (accepts && !accepts(row)) return true;
    this.total += 1;
    if (this.total > skip && this.rows.length < limit) {
      this.rows.push(row);
      if (this.rows.length === limit) this.load();
    }
    return this.total < countLimit;
  }

  private compare(one: Place, other: Place): number {
    return comparePlaces(one, other) * this.query.direction;
  }
}
