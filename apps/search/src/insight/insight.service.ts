import { Injectable } from '@nestjs/common';
import type { Insights, InsightsQuery } from '@engawa/contracts';
import { NameRepository } from '../name/name.repository';
import { peopleOf } from '../name/name.rules';
import { labelsOfEdges } from './edge-figures.rules';
import { ALL, InsightCounts, labelsOf } from './insight-count.service';

/** The dashboard (INS-1), from the figures of days. */
@Injectable()
export class InsightService {
  constructor(
    private readonly counts: InsightCounts,
    private readonly names: NameRepository,
  ) {}

  async get(space: string, query: InsightsQuery): Promise<Insights> {
    const counted = await this.counts.of(space, query);
    const { periods, timeZone, tables, topMembers, edges } = counted;
    const { labels, opened, solved, staffs, members } = tables;
    const talks = await this.counts.talksOf(space, members, periods.length);
    const edgeLabels = await labelsOfEdges(edges, counted);
    const connected = [...new Set(edges.flatMap(({ between }) => between))];
    const people = peopleOf(await this.names.findRefs(space, counted.namedIds));
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
        edges: edges.map((edge, at) => ({ ...edge, labels: edgeLabels[at]! })),
      },
    };
  }
}
