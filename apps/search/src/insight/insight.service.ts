import { Injectable } from '@nestjs/common';
import type { CurrentStaff } from '@engawa/auth';
import type { Insights, InsightsQuery } from '@engawa/contracts';
import { csvLine } from '@engawa/csv';
import { newId } from '@engawa/persistence';
import { auditEvent } from '../audit/audit-event.mapper';
import { NameRepository } from '../name/name.repository';
import { peopleOf } from '../name/name.rules';
import { nameId } from '../name/name.schema';
import { daysBetween, DEFAULT_TIME_ZONE, periodOf } from './calendar.rules';
import { InsightExportRepository } from './insight-export.repository';
import { InsightRepository, SpaceZoneRepository } from './insight.repository';
import { SeriesTable, type Series } from './insight.rules';

const MAX_MEMBERS = 50;
const MAX_EDGES = 200;
const ALL = '*';

/** The dashboard (INS-1), from the figures of days. */
@Injectable()
export class InsightService {
  constructor(
    private readonly days: InsightRepository,
    private readonly zones: SpaceZoneRepository,
    private readonly names: NameRepository,
    private readonly exports: InsightExportRepository,
  ) {}

  async get(space: string, query: InsightsQuery): Promise<Insights> {
    const counted = await this.countUp(space, query);
    const { periods, timeZone, tables } = counted;
    const { labels, opened, solved, staffs, members } = tables;
    const edges = this.edgesOf(tables);
    const connected = [...new Set(edges.flatMap(({ between }) => between))];
    const topMembers = members.ranked(MAX_MEMBERS);
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
          total: members.get(id).total,
        })),
        edges: edges.map(({ between, total }) => ({ between, total })),
      },
    };
  }

  /**
   * One row per period with everything on the dashboard: posts, issues, and counts by label, staff,
   * member and connection. The export is audited under `name`.
   */
  async csv(staff: CurrentStaff, query: InsightsQuery, name: string): Promise<Buffer> {
    const { space } = staff;
    const { periods, tables } = await this.countUp(space, query);
    const { labels, opened, solved, staffs, members } = tables;
    const edges = this.edgesOf(tables);
    const topMembers = members.ranked(MAX_MEMBERS);
    const labelIds = labelsOf(tables);
    const [people, named] = await Promise.all([
      this.peopleOf(space, staffs, [
        ...topMembers.map(({ id }) => id),
        ...edges.flatMap(({ between }) => between),
      ]),
      this.names.findNamed(space, { staff: [], member: [], label: labelIds }),
    ]);
    const labelName = (id: string) => named.get(nameId('label', id))?.texts[0] ?? id;
    const memberName = (id: string) => {
      const { familyName, firstName } = people.member(id);
      return [familyName, firstName].filter(Boolean).join(' ') || id;
    };
    const column = (heading: string, series: Series) => ({ heading, byPeriod: series.byPeriod });
    const columns = [
      column('投稿 / Posts', tables.totals.get(ALL)),
      column('課題 / Issues', tables.openedPosts.get(ALL)),
      column('解決 / Solved', tables.solvedPosts.get(ALL)),
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
      ...edges.map(({ between: [one, other], series }) =>
        column(`つながり / Connection: ${memberName(one)} × ${memberName(other)}`, series),
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
    const zone = await this.zones.findById(space, space);
    const found = await this.days.findDays(space, query.from, query.to);
    const days = daysBetween(query.from, query.to);
    const periods = [...new Set(days.map((day) => periodOf(day, query.unit)))];
    const indexOf = new Map(periods.map((period, index) => [period, index]));
    const table = () => new SeriesTable(periods.length);
    const tables = {
      ...{ totals: table(), unlabelled: table(), openedPosts: table(), solvedPosts: table() },
      ...{ labels: table(), opened: table(), solved: table() },
      ...{ staffs: table(), members: table(), pairs: table() },
    };
    const postsOf = new Map(found.map((day) => [day.id, day.posts ?? 0]));
    for (const day of found) {
      const at = indexOf.get(periodOf(day.id, query.unit))!;
      tables.totals.add(ALL, at, day.posts ?? 0);
      tables.unlabelled.add(ALL, at, day.unlabelled ?? 0);
      tables.openedPosts.add(ALL, at, day.openedPosts ?? 0);
      tables.solvedPosts.add(ALL, at, day.solvedPosts ?? 0);
      for (const [target, counted] of [
        [tables.labels, day.labels],
        [tables.staffs, day.staffs],
        [tables.members, day.members],
        [tables.pairs, day.pairs],
        [tables.opened, day.issuesOpened],
        [tables.solved, day.issuesSolved],
      ] as const) {
        for (const { id, count } of counted ?? []) target.add(id, at, count);
      }
    }
    return {
      timeZone: zone?.timeZone ?? DEFAULT_TIME_ZONE,
      recounting: zone?.recountSince !== undefined,
      periods,
      byDay: days.map((day) => postsOf.get(day) ?? 0),
      tables,
      issues: {
        opened: tables.openedPosts.get(ALL).total,
        solved: tables.solvedPosts.get(ALL).total,
      },
    };
  }

  private edgesOf({ pairs }: Tables) {
    return pairs.ranked(MAX_EDGES).map(({ id, ...series }) => {
      const [one, other] = id.split(' ') as [string, string];
      return { between: [one, other] as [string, string], total: series.total, series };
    });
  }

  private async peopleOf(space: string, staffs: SeriesTable, memberIds: readonly string[]) {
    return peopleOf(
      await this.names.findNamed(space, {
        staff: staffs.ranked().map(({ id }) => id),
        member: [...new Set(memberIds)],
        label: [],
      }),
    );
  }
}

type Tables = Record<'labels' | 'opened' | 'solved' | 'pairs', SeriesTable>;

/** Labels of posts or issues. */
function labelsOf({ labels, opened, solved }: Tables): string[] {
  return [
    ...new Set([...labels.ranked(), ...opened.ranked(), ...solved.ranked()].map(({ id }) => id)),
  ];
}
