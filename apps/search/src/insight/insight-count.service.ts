import { Injectable } from '@nestjs/common';
import type { Insights, InsightsQuery } from '@engawa/contracts';
import { EntryRepository } from '../entry/entry.repository';
import { MemberTypes } from '../health/member-types.service';
import { daysBetween, periodOf } from './calendar.rules';
import { inTurns } from './in-turns';
import { InsightMonths } from './insight-months.service';
import { InsightRepository, SpaceZoneRepository } from './insight.repository';
import { addTo, medianOf, openIssuesOf, SeriesTable, type Series } from './insight.rules';
import { MemberTable, type MonthInPeriods } from './member-table.rules';
import { countedLists, dayOfMonth, eachCount, eachPair } from './month-figures.rules';
import { PairTable } from './pair-table.rules';

const MAX_MEMBERS = 50;
const MAX_EDGES = 200;
/** The row of tables that have only one. */
export const ALL = '*';

/** Counts the figures of the dashboard. */
@Injectable()
export class InsightCounts {
  constructor(
    private readonly days: InsightRepository,
    private readonly months: InsightMonths,
    private readonly zones: SpaceZoneRepository,
    private readonly entries: EntryRepository,
    private readonly types: MemberTypes,
  ) {}

  /** The days of the range summed into periods, with the most frequent members and pairs. */
  async of(space: string, query: InsightsQuery) {
    // The time zone first, so that figures read as complete are complete.
    const { timeZone, recounting } = await this.zones.zoneOf(space);
    const [{ months, numbers }, openNow, later] = await Promise.all([
      this.months.read(space, query.from, query.to),
      this.entries.countOpenIssues(space),
      this.days.findOpenChanges(space, query.to),
    ]);
    const days = daysBetween(query.from, query.to);
    const periods = [...new Set(days.map((day) => periodOf(day, query.unit)))];
    const indexOf = new Map(periods.map((period, index) => [period, index]));
    // Before the tables, which have a place for each number.
    for (const month of months) numbers.ofMonth(month);
    const table = () => new SeriesTable(periods.length);
    const pairs = months.reduce((sum, month) => sum + month.pairs.length / 3, 0);
    const tables = {
      ...{ totals: table(), unlabelled: table(), openedPosts: table(), solvedPosts: table() },
      ...{ labels: table(), opened: table(), solved: table() },
      ...{ staffs: table(), members: new MemberTable(numbers, periods.length) },
      pairs: new PairTable(pairs),
    };
    const { labels, staffs, members, opened, solved } = tables;
    const tableOf = { labels, staffs, members: null, issuesOpened: opened, issuesSolved: solved };
    const tableOfList = countedLists.map((list) => tableOf[list]);
    const postsOf = new Map<string, number>();
    const solvedAfter = periods.map((): number[] => []);
    const openChanges = periods.map(() => 0);
    const monthsInPeriods: MonthInPeriods[] = [];
    for await (const month of inTurns(months)) {
      const periodOfDay: (number | undefined)[] = [];
      for (const day of month.days) {
        if (day.id < query.from || day.id > query.to) continue;
        const at = indexOf.get(periodOf(day.id, query.unit))!;
        periodOfDay[dayOfMonth(day.id)] = at;
        postsOf.set(day.id, day.posts ?? 0);
        solvedAfter[at]!.push(...(day.solvedAfter ?? []));
        openChanges[at]! += day.openChange ?? 0;
        tables.totals.add(ALL, at, day.posts ?? 0);
        tables.unlabelled.add(ALL, at, day.unlabelled ?? 0);
        tables.openedPosts.add(ALL, at, day.openedPosts ?? 0);
        tables.solvedPosts.add(ALL, at, day.solvedPosts ?? 0);
      }
      monthsInPeriods.push([month, periodOfDay]);
      const numberOf = numbers.ofMonth(month);
      const rows = countedLists.map((): Series[] => []);
      eachCount(month, (list, day, id, count) => {
        const at = periodOfDay[day];
        if (at === undefined) return;
        const series = tableOfList[list];
        if (series) addTo((rows[list]![id] ??= series.row(month.ids[id]!)), at, count);
        else members.add(numberOf[id]!, at, count);
      });
      eachPair(month, (day, one, other, count) => {
        if (periodOfDay[day] === undefined) return;
        tables.pairs.add(numberOf[one]!, numberOf[other]!, count);
      });
    }
    const open = later.reduce((sum, { openChange }) => sum - (openChange ?? 0), openNow);
    const openIssues = openIssuesOf(open, openChanges);
    const topMembers = await members.top(MAX_MEMBERS, inTurns(monthsInPeriods));
    const edges = tables.pairs.ranked(MAX_EDGES, numbers);
    return {
      timeZone,
      recounting,
      periods,
      byDay: days.map((day) => postsOf.get(day) ?? 0),
      tables,
      topMembers,
      edges,
      namedIds: {
        staff: staffs.ranked().map(({ id }) => id),
        member: [
          ...new Set([
            ...topMembers.map(({ id }) => id),
            ...edges.flatMap(({ between }) => between),
          ]),
        ],
        label: [],
      },
      months: monthsInPeriods,
      numbers,
      issues: {
        opened: tables.openedPosts.get(ALL).total,
        solved: tables.solvedPosts.get(ALL).total,
        openBefore: openIssues.before,
        open: openIssues.byPeriod.at(-1)!,
        openByPeriod: openIssues.byPeriod,
        medianSecondsToSolution: medianOf(solvedAfter.flat()),
        medianSecondsByPeriod: solvedAfter.map(medianOf),
      },
    };
  }

  /** Members of today who were talked with, in all and by their type. */
  async talksOf(
    space: string,
    members: MemberTable,
    periods: number,
  ): Promise<Pick<Insights, 'talkedWith' | 'memberTypes'>> {
    const { counts, types } = await this.types.find(space, members.talkedWith());
    const listed = [...counts.values()].reduce((sum, count) => sum + count, 0);
    const byPeriod = new Array<number>(periods).fill(0);
    const byType = new Map<string, { talkedWith: number; talks: number }>();
    let total = 0;
    members.each((id, talks, number) => {
      const typeId = types.get(id);
      // Resigned, or not counted yet.
      if (typeId === undefined) return;
      total += 1;
      const of = byType.get(typeId) ?? { talkedWith: 0, talks: 0 };
      byType.set(typeId, { talkedWith: of.talkedWith + 1, talks: of.talks + talks });
      members.addPeriods(number, byPeriod);
    });
    return {
      talkedWith: {
        members: listed,
        total,
        byPeriod,
      },
      memberTypes: [...counts]
        .map(([typeId, count]) => ({
          typeId: typeId || null,
          members: count,
          ...(byType.get(typeId) ?? { talkedWith: 0, talks: 0 }),
        }))
        .sort(
          (one, other) =>
            other.members - one.members || ((one.typeId ?? '') < (other.typeId ?? '') ? -1 : 1),
        ),
    };
  }
}

type Tables = Record<'labels' | 'opened' | 'solved', SeriesTable>;

/** Labels of posts or issues. */
export function labelsOf({ labels, opened, solved }: Tables): string[] {
  return [
    ...new Set([...labels.ranked(), ...opened.ranked(), ...solved.ranked()].map(({ id }) => id)),
  ];
}
