import type { IdNumbers } from './id-numbers';
import { inTurns } from './in-turns';
import { addTo, SeriesTable, type Series } from './insight.rules';
import type { MonthInPeriods } from './member-table.rules';
import { eachPair, eachPairLabel } from './month-figures.rules';
import { edgeFinder, type Edge } from './pair-table.rules';

const LABELS_PER_EDGE = 3;

/** The months of a range, with the numbers of their ids. */
export interface CountedMonths {
  months: readonly MonthInPeriods[];
  numbers: IdNumbers;
}

/** The counts of these pairs per period. */
export async function seriesOfEdges(
  edges: readonly Edge[],
  periods: number,
  { months, numbers }: CountedMonths,
): Promise<Series[]> {
  const table = new SeriesTable(periods);
  const series = edges.map((_edge, at) => table.row(String(at)));
  const find = edgeFinder(edges, numbers);
  for await (const [month, periodOfDay] of inTurns(months)) {
    const numberOf = numbers.ofMonth(month);
    eachPair(month, (day, one, other, count) => {
      const period = periodOfDay[day];
      const at = find(numberOf[one]!, numberOf[other]!);
      if (period !== undefined && at !== undefined) addTo(series[at]!, period, count);
    });
  }
  return series;
}

/** The most frequent labels of the posts of each pair. */
export async function labelsOfEdges(
  edges: readonly Edge[],
  { months, numbers }: CountedMonths,
): Promise<{ labelId: string; total: number }[][]> {
  const tables = edges.map(() => new SeriesTable(1));
  const find = edgeFinder(edges, numbers);
  for await (const [month, periodOfDay] of inTurns(months)) {
    const numberOf = numbers.ofMonth(month);
    eachPairLabel(month, (day, one, other, label, count) => {
      if (periodOfDay[day] === undefined) return;
      const at = find(numberOf[one]!, numberOf[other]!);
      if (at !== undefined) tables[at]!.add(month.ids[label]!, 0, count);
    });
  }
  return tables.map((table) =>
    table.ranked(LABELS_PER_EDGE).map(({ id, total }) => ({ labelId: id, total })),
  );
}
