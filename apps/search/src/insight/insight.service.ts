import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { CurrentStaff } from '@engawa/auth';
import type { Insights, InsightsQuery } from '@engawa/contracts';
import { csvLine } from '@engawa/csv';
import { newId } from '@engawa/persistence';
import { ProblemError } from '@engawa/service-kit';
import { auditEvent } from '../audit/audit-event.mapper';
import { EntryRepository } from '../entry/entry.repository';
import { MemberTypes } from '../health/member-types.service';
import { NameRepository } from '../name/name.repository';
import { peopleOf } from '../name/name.rules';
import { nameId } from '../name/name.schema';
import { daysBetween, periodOf } from './calendar.rules';
import type { IdNumbers } from './id-numbers';
import { InsightExportRepository } from './insight-export.repository';
import { InsightMonths } from './insight-months.service';
import { InsightRepository, SpaceZoneRepository } from './insight.repository';
import { addTo, medianOf, openIssuesOf, SeriesTable, type Series } from './insight.rules';
import { MemberTable, type MonthInPeriods } from './member-table.rules';
import {
  countedLists,
  dayOfMonth,
  eachCount,
  eachPair,
  eachPairLabel,
} from './month-figures.rules';
import { edgeFinder, PairTable, type Edge } from './pair-table.rules';

const MAX_MEMBERS = 50;
const MAX_EDGES = 200;
const LABELS_PER_EDGE = 3;
const ALL = '*';
const SECONDS_PER_DAY = 86_400;

/** The months of a range, with the numbers of their ids. */
interface Counted {
  months: readonly MonthInPeriods[];
  numbers: IdNumbers;
}

/** A column of the CSV. */
interface Column {
  byPeriod: readonly (string | number)[];
}

/** The dashboard (INS-1), from the figures of days. */
@Injectable()
export class InsightService {
  constructor(
    private readonly days: InsightRepository,
    private readonly months: InsightMonths,
    private readonly zones: SpaceZoneRepository,
    private readonly names: NameRepository,
    private readonly entries: EntryRepository,
    private readonly types: MemberTypes,
    private readonly exports: InsightExportRepository,
  ) {}

  async get(space: string, query: InsightsQuery): Promise<Insights> {
    const counted = await this.countUp(space, query);
    const { periods, timeZone, tables, numbers } = counted;
    const { labels, opened, solved, staffs, members } = tables;
    const talks = await this.talksOf(space, members, periods.length);
    const edges = tables.pairs.ranked(MAX_EDGES, numbers);
    const labelsOfEdges = await this.labelsOf(edges, counted);
    const connected = [...new Set(edges.flatMap(({ between }) => between))];
    const topMembers = await members.top(MAX_MEMBERS, inTurns(counted.months));
    const people = await this.peopleOf(space, staffs, [
      ...topMembers.map(({ id }) => id),
      ...connected,
    ]);
    return {
      timeZone,
      recounting: counted.recounting,
      periods,
      posts: { ...tables.totals.get(ALL), byDay: counted.byDay },
      issues: counted.issues,
      ...talks,
      unlabelled: tables.unlabelled.get(ALL),
      labels: labelsOf(tables).map((labelId) => ({
        labelId,
        ...labels.get(labelId),
        issuesOpened: opened.get(labelId).total,
        issuesSolved: solved.get(labelId).total,
      })),
      staffs: staffs.ranked().flatMap(({ id, ...series }) => {
        const staff = people.staff(id);
        if (staff.deactivated && query.deactivated !== 'true') return [];
        return [{ staff, ...series }];
      }),
      members: topMembers.map(({ id, ...series }) => ({ member: people.member(id), ...series })),
      connections: {
        members: connected.map((id) => ({
          member: people.member(id),
          total: members.totalOf(id),
        })),
        edges: edges.map((edge, at) => ({ ...edge, labels: labelsOfEdges[at]! })),
      },
    };
  }

  /**
   * One row per period with everything on the dashboard: posts, issues, and counts by label, staff,
   * member and connection. The export is audited under `name`. Throws `search.insights.recounting`: a
   * file with figures of two time zones would not say so.
   */
  async csv(staff: CurrentStaff, query: InsightsQuery, name: string): Promise<Buffer> {
    const { space } = staff;
    const counted = await this.countUp(space, query);
    if (counted.recounting) throw new ProblemError('search.insights.recounting');
    const { periods, tables, issues, months, numbers } = counted;
    const { labels, opened, solved, staffs, members } = tables;
    const edges = tables.pairs.ranked(MAX_EDGES, numbers);
    const edgeSeries = await this.seriesOf(edges, periods.length, { months, numbers });
    const topMembers = await members.top(MAX_MEMBERS, inTurns(months));
    const labelIds = labelsOf(tables);
    const [people, named, { talkedWith }] = await Promise.all([
      this.peopleOf(space, staffs, [
        ...topMembers.map(({ id }) => id),
        ...edges.flatMap(({ between }) => between),
      ]),
      this.names.findNamed(space, { staff: [], member: [], label: labelIds }),
      this.talksOf(space, members, periods.length),
    ]);
    const labelName = (id: string) => named.get(nameId('label', id))?.texts[0] ?? id;
    const memberName = (id: string) => {
      const { familyName, firstName } = people.member(id);
      return [familyName, firstName].filter(Boolean).join(' ') || id;
    };
    const column = (heading: string, { byPeriod }: Column) => ({ heading, byPeriod });
    const days = (seconds: number | null) =>
      seconds === null ? '' : (seconds / SECONDS_PER_DAY).toFixed(2);
    const columns = [
      column('投稿 / Posts', tables.totals.get(ALL)),
      column('課題 / Issues', tables.openedPosts.get(ALL)),
      column('解決 / Solved', tables.solvedPosts.get(ALL)),
      column('未解決 / Unresolved', { byPeriod: issues.openByPeriod }),
      column('解決までの日数の中央値 / Median days to solution', {
        byPeriod: issues.medianSecondsByPeriod.map(days),
      }),
      column('話した会員 / Members talked with', talkedWith),
      column('ラベルなし / Without a label', tables.unlabelled.get(ALL)),
      ...labelIds.map((id) => column(`ラベル / Label: ${labelName(id)}`, labels.get(id))),
      ...opened.ranked().map(({ id, ...row }) => column(`課題 / Issues: ${labelName(id)}`, row)),
      ...solved.ranked().map(({ id, ...row }) => column(`解決 / Solved: ${labelName(id)}`, row)),
      ...staffs.ranked().flatMap(({ id, ...row }) => {
        const staff = people.staff(id);
        if (staff.deactivated && query.deactivated !== 'true') return [];
        return [column(`スタッフ / Staff: ${staff.displayName || id}`, row)];
      }),
      ...topMembers.map(({ id, ...row }) => column(`会員 / Member: ${memberName(id)}`, row)),
      ...edges.map(({ between: [one, other] }, at) =>
        column(`つながり / Connection: ${memberName(one)} × ${memberName(other)}`, edgeSeries[at]!),
      ),
    ];
    const rows = [
      ['日付 / Date', ...columns.map(({ heading }) => heading)],
      ...periods.map((period, at) => [
        period,
        ...columns.map(({ byPeriod }) => String(byPeriod[at])),
      ]),
    ];
    await this.note(staff, query, name);
    return Buffer.from(`\ufeff${rows.map(csvLine).join('')}`);
  }

  private async note(staff: CurrentStaff, { from, to }: InsightsQuery, name: string) {
    const id = newId();
    const audit = auditEvent(staff, {
      action: 'search.insights.exported',
      target: { type: 'export', id, name },
      changes: [
        { field: 'from', before: null, after: from },
        { field: 'to', before: null, after: to },
      ],
    });
    await this.exports.insert(staff.space, { id, startedBy: staff.staffId }, [audit]);
  }

  /** Sums the days of the range into periods. */
  private async countUp(space: string, query: InsightsQuery) {
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
    return {
      timeZone,
      recounting,
      periods,
      byDay: days.map((day) => postsOf.get(day) ?? 0),
      tables,
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
  private async talksOf(
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

  /** The counts of these pairs per period. */
  private async seriesOf(
    edges: readonly Edge[],
    periods: number,
    { months, numbers }: Counted,
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
  private async labelsOf(
    edges: readonly Edge[],
    { months, numbers }: Counted,
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

  private async peopleOf(space: string, staffs: SeriesTable, memberIds: readonly string[]) {
    return peopleOf(
      await this.names.findRefs(space, {
        staff: staffs.ranked().map(({ id }) => id),
        member: [...new Set(memberIds)],
        label: [],
      }),
    );
  }
}

/** Yields to the event loop before each item, so that other requests do not wait for all of them. */
async function* inTurns<T>(items: Iterable<T>): AsyncGenerator<T, void> {
  for (const item of items) {
    await nextTurn();
    yield item;
  }
}

type Tables = Record<'labels' | 'opened' | 'solved', SeriesTable>;

/** Labels of posts or issues. */
function labelsOf({ labels, opened, solved }: Tables): string[] {
  return [
    ...new Set([...labels.ranked(), ...opened.ranked(), ...solved.ranked()].map(({ id }) => id)),
  ];
}
