import type { MemberRelation, RelationIntroduction, Relations } from '@engawa/contracts';
import { CHART_SERIES } from '../../shared/display/chart-palette';

/** Fewest months in the picture. */
const MIN_MONTHS = 3;

/** The picture without the months before the first talk. */
export function sinceFirstTalk(relations: Relations): Relations {
  const { months, items, introductions = [] } = relations;
  const used = months.findIndex(
    (month, at) =>
      items.some(({ talks, openIssues }) => (talks[at] ?? 0) + (openIssues[at] ?? 0) > 0) ||
      introductions.some(({ day }) => day.startsWith(month)),
  );
  const first = Math.min(used < 0 ? months.length : used, months.length - MIN_MONTHS);
  if (first <= 0) return relations;
  return {
    ...relations,
    months: months.slice(first),
    items: items.map((item) => ({
      ...item,
      talks: item.talks.slice(first),
      openIssues: item.openIssues.slice(first),
      by: item.by.slice(first),
    })),
  };
}

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

/** An introduction that led somewhere, between the lines of two members. */
export interface Arc {
  introduction: RelationIntroduction;
  /** Its day, in months from the left edge. */
  at: number;
  /** Rows of both members in the picture. */
  rows: readonly [of: number, to: number];
  /** How far the curve's control point is from the day, in months; negative: to the left. */
  bow: number;
}

const MIN_BOW = 0.5;
const BOW_PER_ROW = 0.06;
const MAX_BOW = 1.5;

/**
 * The arcs of a picture; introductions of a member without a line have none.
 * A search service of an earlier version answers no introductions.
 */
export function arcsOf({ months, items, introductions = [] }: Relations): Arc[] {
  const rowOf = new Map(items.map(({ member }, row) => [member.id, row]));
  return introductions.flatMap((introduction) => {
    const { day, member, toMember } = introduction;
    const month = months.indexOf(day.slice(0, 7));
    const [of, to] = [rowOf.get(member.id), rowOf.get(toMember.id)];
    if (month < 0 || of === undefined || to === undefined || of === to) return [];
    const days = Number(daysOf(months[month]!).until.slice(8));
    const at = month + (Number(day.slice(8)) - 0.5) / days;
    const wide = Math.min(MAX_BOW, MIN_BOW + BOW_PER_ROW * (Math.abs(of - to) - 1));
    // A curve is half as far out as its control point; at the right edge there is no room.
    const bow = at + wide / 2 > months.length ? -wide : wide;
    return [{ introduction, at, rows: [of, to] as const, bow }];
  });
}

/** Arcs that begin or end in some of the rows; others would only cross them. */
export function arcsBetween(arcs: readonly Arc[], from: number, to: number): Arc[] {
  return arcs.filter(({ rows }) => rows.some((row) => row >= from && row < to));
}

/** Arcs of each member. */
export function arcsByMember(arcs: readonly Arc[]): ReadonlyMap<string, readonly Arc[]> {
  const found = new Map<string, Arc[]>();
  for (const arc of arcs) {
    for (const { id } of [arc.introduction.member, arc.introduction.toMember]) {
      const of = found.get(id);
      if (of) of.push(arc);
      else found.set(id, [arc]);
    }
  }
  return found;
}

/** A quadratic curve: both ends and its control point. */
export interface Curve {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
  cpx1: number;
  cpy1: number;
}

/** An arc as a curve whose first row is `from`; `month` and `row` are the sizes of both. */
export function curveOf({ at, rows, bow }: Arc, from: number, month: number, row: number): Curve {
  const [y1, y2] = rows.map((one) => (one - from + 0.5) * row) as [number, number];
  const x = at * month;
  return { x1: x, y1, x2: x, y2, cpx1: x + bow * month, cpy1: (y1 + y2) / 2 };
}
