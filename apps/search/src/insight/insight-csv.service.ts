import { Injectable } from '@nestjs/common';
import type { CurrentStaff } from '@engawa/auth';
import type { InsightsQuery } from '@engawa/contracts';
import { csvLine } from '@engawa/csv';
import { newId } from '@engawa/persistence';
import { ProblemError } from '@engawa/service-kit';
import { auditEvent } from '../audit/audit-event.mapper';
import { NameRepository } from '../name/name.repository';
import { peopleOf } from '../name/name.rules';
import { nameId } from '../name/name.schema';
import { seriesOfEdges } from './edge-figures.rules';
import { ALL, InsightCounts, labelsOf } from './insight-count.service';
import { InsightExportRepository } from './insight-export.repository';

const SECONDS_PER_DAY = 86_400;

/** A column of the CSV. */
interface Column {
  byPeriod: readonly (string | number)[];
}

/** The dashboard as a file (INS-1). */
@Injectable()
export class InsightCsv {
  constructor(
    private readonly counts: InsightCounts,
    private readonly names: NameRepository,
    private readonly exports: InsightExportRepository,
  ) {}

  /**
   * One row per period with everything on the dashboard: posts, issues, and counts by label, staff,
   * member and connection. The export is audited under `name`. Throws `search.insights.recounting`: a
   * file with figures of two time zones would not say so.
   */
  async file(staff: CurrentStaff, query: InsightsQuery, name: string): Promise<Buffer> {
    const { space } = staff;
    const counted = await this.counts.of(space, query);
    if (counted.recounting) throw new ProblemError('search.insights.recounting');
    const { periods, tables, issues, topMembers, edges } = counted;
    const { labels, opened, solved, staffs, members } = tables;
    const edgeSeries = await seriesOfEdges(edges, periods.length, counted);
    const labelIds = labelsOf(tables);
    const [people, named, { talkedWith }] = await Promise.all([
      this.names.findRefs(space, counted.namedIds).then(peopleOf),
      this.names.findNamed(space, { staff: [], member: [], label: labelIds }),
      this.counts.talksOf(space, members, periods.length),
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
}
