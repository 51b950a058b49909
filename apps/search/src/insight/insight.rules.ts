import type { CountedEntry } from '../entry/entry.repository';
import type { Counted, InsightDayDocument } from './insight.schema';

type Figures = Pick<
  InsightDayDocument,
  | 'posts'
  | 'unlabelled'
  | 'labels'
  | 'staffs'
  | 'members'
  | 'pairs'
  | 'issuesOpened'
  | 'issuesSolved'
  | 'openedPosts'
  | 'solvedPosts'
>;

/**
 * The figures of a day from its posts, and the labels of issues opened and solved on it. `shownAs`
 * maps merged members to the remaining one.
 */
export function countDay(
  posts: readonly CountedEntry[],
  opened: readonly (readonly string[])[],
  solved: readonly (readonly string[])[],
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
    issuesOpened: tally(opened.flatMap(unique)),
    issuesSolved: tally(solved.flatMap(unique)),
    openedPosts: opened.length,
    solvedPosts: solved.length,
  };
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

/** Sums days into periods. */
export class SeriesTable {
  private readonly rows = new Map<string, Series>();

  constructor(private readonly periods: number) {}

  add(id: string, period: number, count: number): void {
    let row = this.rows.get(id);
    if (!row) {
      row = { total: 0, byPeriod: new Array<number>(this.periods).fill(0) };
      this.rows.set(id, row);
    }
    row.total += count;
    row.byPeriod[period]! += count;
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
