import type { CountedEntry, IssueEntry } from '../entry/entry.repository';
import type { Counted, InsightDayDocument } from './insight.schema';

type Figures = Pick<
  InsightDayDocument,
  | 'posts'
  | 'unlabelled'
  | 'labels'
  | 'staffs'
  | 'members'
  | 'pairs'
  | 'pairLabels'
  | 'issuesOpened'
  | 'issuesSolved'
  | 'openedPosts'
  | 'solvedPosts'
  | 'openChange'
  | 'solvedAfter'
>;

/**
 * The figures of a day from its posts, and the issues opened and solved on it. `shownAs` maps merged members to the remaining one.
 */
export function countDay(
  posts: readonly CountedEntry[],
  opened: readonly IssueEntry[],
  solved: readonly IssueEntry[],
  shownAs: (memberId: string) => string = (memberId) => memberId,
): Figures {
  const membersOf = (post: CountedEntry) => unique(post.memberIds.map(shownAs));
  return {
    posts: posts.length,
    unlabelled: posts.filter((post) => post.labelIds.length === 0).length,
    labels: tally(posts.flatMap((post) => unique(post.labelIds))),
    staffs: tally(posts.map((post) => post.ownerId)),
    members: tally(posts.flatMap(membersOf)),
    pairs: tally(posts.flatMap((post) => pairsOf(membersOf(post)))),
    pairLabels: tally(
      posts.flatMap((post) =>
        pairsOf(membersOf(post)).flatMap((pair) =>
          unique(post.labelIds).map((labelId) => `${pair} ${labelId}`),
        ),
      ),
    ),
    issuesOpened: tally(opened.flatMap(({ labelIds }) => unique(labelIds))),
    issuesSolved: tally(solved.flatMap(({ labelIds }) => unique(labelIds))),
    openedPosts: opened.length,
    solvedPosts: solved.length,
    openChange: opened.filter(wasOpen).length - solved.filter(wasOpen).length,
    solvedAfter: solved.map(secondsToSolution),
  };
}

/** False when the solution is older than the issue: it was never unresolved. */
function wasOpen({ issueOpenedAt, issueClosedAt }: IssueEntry): boolean {
  return issueClosedAt === null || issueClosedAt >= issueOpenedAt!;
}

/** As in `issue.secondsToSolution` of a post. */
function secondsToSolution({ issueOpenedAt, issueClosedAt }: IssueEntry): number {
  return Math.max(0, Math.round((issueClosedAt!.getTime() - issueOpenedAt!.getTime()) / 1_000));
}

/** The middle value, or the mean of both middle ones; null without any. */
export function medianOf(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  // A typed array sorts by number, without a call for each comparison.
  const sorted = new Float64Array(values).sort();
  const half = sorted.length / 2;
  const low = sorted[Math.ceil(half) - 1]!;
  return Math.round((low + sorted[Math.floor(half)]!) / 2);
}

/**
 * Unresolved issues at the end of each period, from those at the end of the last one and the change
 * in each; `before` is their number before the first.
 */
export function openIssuesOf(
  last: number,
  changes: readonly number[],
): { before: number; byPeriod: number[] } {
  let open = last;
  const byPeriod = changes.toReversed().map((change) => {
    const end = open;
    open -= change;
    return Math.max(0, end);
  });
  return { before: Math.max(0, open), byPeriod: byPeriod.reverse() };
}

/** All pairs of the members, each in one order. */
function pairsOf(memberIds: string[]): string[] {
  const sorted = [...memberIds].sort();
  return sorted.flatMap((one, at) => sorted.slice(at + 1).map((other) => `${one} ${other}`));
}

function tally(ids: readonly string[]): Counted[] {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts].map(([id, count]) => ({ id, count }));
}

function unique(ids: readonly string[]): string[] {
  return [...new Set(ids)];
}

/** Counts of a thing, in total and per period. */
export interface Series {
  total: number;
  byPeriod: number[];
}

export function addTo(series: Series, period: number, count: number): void {
  series.total += count;
  series.byPeriod[period]! += count;
}

/** Sums days into periods. */
export class SeriesTable {
  private readonly rows = new Map<string, Series>();

  constructor(private readonly periods: number) {}

  add(id: string, period: number, count: number): void {
    addTo(this.row(id), period, count);
  }

  /** The counts of a thing, for `addTo`. */
  row(id: string): Series {
    let row = this.rows.get(id);
    if (!row) {
      row = { total: 0, byPeriod: new Array<number>(this.periods).fill(0) };
      this.rows.set(id, row);
    }
    return row;
  }

  get(id: string): Series {
    return this.rows.get(id) ?? { total: 0, byPeriod: new Array<number>(this.periods).fill(0) };
  }

  /** The highest count first. */
  ranked(limit = Infinity): (Series & { id: string })[] {
    return [...this.rows]
      .map(([id, row]) => ({ id, ...row }))
      .sort((one, other) => other.total - one.total || (one.id < other.id ? -1 : 1))
      .slice(0, limit);
  }
}
