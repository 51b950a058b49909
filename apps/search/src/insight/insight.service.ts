import { Injectable } from '@nestjs/common';
import {
  unknownMember,
  unknownStaff,
  type Insights,
  type InsightsQuery,
  type MemberRef,
  type StaffRef,
} from '@engawa/contracts';
import { stringify } from 'csv-stringify/sync';
import { NameRepository } from '../name/name.repository';
import { nameId, type NameDocument } from '../name/name.schema';
import { daysBetween, periodOf } from './calendar.rules';
import { InsightRepository, SpaceZoneRepository } from './insight.repository';
import { SeriesTable } from './insight.rules';

const MEMBERS_SHOWN = 50;
const EDGES_SHOWN = 200;
const ALL = '*';

/** The dashboard (INS-1), from the figures of its days. */
@Injectable()
export class InsightService {
  constructor(
    private readonly days: InsightRepository,
    private readonly zones: SpaceZoneRepository,
    private readonly names: NameRepository,
  ) {}

  async get(space: string, query: InsightsQuery): Promise<Insights> {
    const [found, timeZone] = await Promise.all([
      this.days.findDays(space, query.from, query.to),
      this.zones.timeZoneOf(space),
    ]);
    const periods = [
      ...new Set(daysBetween(query.from, query.to).map((day) => periodOf(day, query.unit))),
    ];
    const indexOf = new Map(periods.map((period, index) => [period, index]));
    const table = () => new SeriesTable(periods.length);
    const totals = table();
    const unlabelled = table();
    const labels = table();
    const staffs = table();
    const members = table();
    const pairs = table();
    const opened = table();
    const solved = table();
    for (const day of found) {
      const at = indexOf.get(periodOf(day.id, query.unit))!;
      totals.add(ALL, at, day.posts);
      unlabelled.add(ALL, at, day.unlabelled);
      for (const [target, counted] of [
        [labels, day.labels],
        [staffs, day.staffs],
        [members, day.members],
        [pairs, day.pairs],
        [opened, day.issuesOpened],
        [solved, day.issuesSolved],
      ] as const) {
        for (const { id, count } of counted) target.add(id, at, count);
      }
    }
    const edges = pairs.ranked(EDGES_SHOWN).map(({ id, total }) => {
      const [one, other] = id.split(' ') as [string, string];
      return { between: [one, other] as [string, string], total };
    });
    const connected = [...new Set(edges.flatMap(({ between }) => between))];
    const topMembers = members.ranked(MEMBERS_SHOWN);
    const topStaffs = staffs.ranked();
    const named = await this.names.findNamed(space, {
      staff: topStaffs.map(({ id }) => id),
      member: [...new Set([...topMembers.map(({ id }) => id), ...connected])],
      label: [],
    });
    const labelIds = new Set(
      [...labels.ranked(), ...opened.ranked(), ...solved.ranked()].map(({ id }) => id),
    );
    return {
      timeZone,
      periods,
      posts: totals.get(ALL),
      unlabelled: unlabelled.get(ALL),
      labels: [...labelIds].map((labelId) => ({
        labelId,
        ...labels.get(labelId),
        issuesOpened: opened.get(labelId).total,
        issuesSolved: solved.get(labelId).total,
      })),
      staffs: topStaffs.flatMap(({ id, ...series }) => {
        const staff = staffOf(named, id);
        if (staff.deactivated && query.deactivated !== 'true') return [];
        return [{ staff, ...series }];
      }),
      members: topMembers.map(({ id, ...series }) => ({ member: memberOf(named, id), ...series })),
      connections: {
        members: connected.map((id) => ({
          member: memberOf(named, id),
          total: members.get(id).total,
        })),
        edges,
      },
    };
  }

  /** A row for each period: all posts, then each label's, then each staff's. */
  async csv(space: string, query: InsightsQuery): Promise<Buffer> {
    const insights = await this.get(space, query);
    const named = await this.names.findNamed(space, {
      staff: [],
      member: [],
      label: insights.labels.map(({ labelId }) => labelId),
    });
    const labelName = (id: string) => named.get(nameId('label', id))?.texts[0] ?? id;
    const columns = [
      { heading: '投稿 / Posts', byPeriod: insights.posts.byPeriod },
      ...insights.labels.map((row) => ({ heading: labelName(row.labelId), ...row })),
      ...insights.staffs.map((row) => ({ heading: row.staff.displayName, ...row })),
    ];
    const safe = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);
    const rows = [
      ['日付 / Date', ...columns.map(({ heading }) => safe(heading))],
      ...insights.periods.map((period, at) => [
        period,
        ...columns.map(({ byPeriod }) => String(byPeriod[at])),
      ]),
    ];
    return Buffer.from(`\ufeff${stringify(rows, { record_delimiter: 'windows' })}`);
  }
}

function staffOf(named: ReadonlyMap<string, NameDocument>, id: string): StaffRef {
  return (named.get(nameId('staff', id))?.ref as StaffRef | undefined) ?? unknownStaff(id);
}

function memberOf(named: ReadonlyMap<string, NameDocument>, id: string): MemberRef {
  return (named.get(nameId('member', id))?.ref as MemberRef | undefined) ?? unknownMember(id);
}
