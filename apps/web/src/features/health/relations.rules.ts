import type { MemberRelation, Relations } from '@engawa/contracts';
import { CHART_SERIES } from '../../shared/display/chart-palette';

/** Indexes in `staffs`, by number of talks in the picture, descending. */
export function rankedStaffs({ items, staffs }: Relations): number[] {
  const talks = staffs.map(() => 0);
  for (const item of items) {
    for (const [at, by] of item.by.entries()) if (by !== null) talks[by]! += item.talks[at] ?? 0;
  }
  return staffs.map((_, at) => at).sort((one, other) => talks[other]! - talks[one]!);
}

/** The colour of each staff member, by place in `staffs`. */
export function coloursOf(ranked: readonly number[], colours: readonly string[]): string[] {
  const found: string[] = [];
  for (const [rank, place] of ranked.entries()) {
    found[place] = colours[Math.min(rank, CHART_SERIES)]!;
  }
  return found;
}

/** Staff that the legend names, and whether others have a colour as well. */
export function legendOf(ranked: readonly number[]): { named: number[]; hasOthers: boolean } {
  return {
    named: ranked.slice(0, CHART_SERIES),
    hasOthers: ranked.length > CHART_SERIES,
  };
}

/** Diameter of a dot in pixels; its area grows with the number of talks. */
export function dotSize(talks: number): number {
  return Math.min(22, Math.round(5 + 4 * Math.sqrt(talks)));
}

/** A dot: month, row, talks, open issues, place of the staff member. */
export type Dot = [x: number, y: number, talks: number, open: number, by: number];

/** The dots of some rows; months without a talk have none. */
export function dotsOf(rows: readonly MemberRelation[]): Dot[] {
  return rows.flatMap((row, y) =>
    row.talks.flatMap((talks, x): Dot[] =>
      talks > 0 ? [[x, y, talks, row.openIssues[x] ?? 0, row.by[x] ?? -1]] : [],
    ),
  );
}

/** The rows in sight, with some beyond both edges. */
export function rowsInSight(
  scrolled: number,
  height: number,
  rowHeight: number,
  total: number,
): { from: number; to: number } {
  const from = Math.max(0, Math.min(Math.floor(scrolled / rowHeight), total - 1));
  return { from, to: Math.min(total, from + Math.ceil(height / rowHeight) + 1) };
}

/** The first and last day of a month. */
export function daysOf(month: string): { from: string; until: string } {
  const [year, at] = month.split('-').map(Number) as [number, number];
  const last = new Date(Date.UTC(year, at, 0)).getUTCDate();
  return { from: `${month}-01`, until: `${month}-${last}` };
}
