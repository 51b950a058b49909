import { Injectable } from '@nestjs/common';
import type {
  CoveredMember,
  ListCoveredMembersQuery,
  OpenIssueMember,
  StaffCoverage,
} from '@engawa/contracts';
import type { Page } from '@engawa/persistence';
import { NameRepository } from '../name/name.repository';
import { peopleOf } from '../name/name.rules';
import { MemberHealthRepository } from './health.repository';

const MAX_LISTED_MEMBERS = 50;

/** Open issues by member, and members known by one staff member only (INS-3). */
@Injectable()
export class CoverageService {
  constructor(
    private readonly health: MemberHealthRepository,
    private readonly names: NameRepository,
  ) {}

  async listOpenIssues(space: string): Promise<{ items: OpenIssueMember[] }> {
    const found = await this.health.findWithOpenIssues(space, MAX_LISTED_MEMBERS);
    const people = peopleOf(
      await this.names.findNamed(space, {
        staff: [],
        member: found.map(({ id }) => id),
        label: [],
      }),
    );
    return {
      items: found.map((member) => ({
        member: people.member(member.id),
        openIssues: member.openIssues,
        oldestOpenedAt: (member.oldestIssueAt ?? member.quietSince).toISOString(),
        lastTalkedAt: member.lastTalkedAt?.toISOString() ?? null,
      })),
    };
  }

  async get(space: string): Promise<StaffCoverage> {
    const known = await this.names.findStaffs(space);
    const [members, knownByNobody, ...counts] = await Promise.all([
      this.health.countTalkedWith(space),
      this.health.countCovered(space, ''),
      ...known.map(({ thingId }) => this.health.countCovered(space, thingId)),
    ]);
    const people = peopleOf(new Map(known.map((name) => [name.id, name])));
    return {
      members,
      knownByNobody,
      staffs: known
        .map(({ thingId }, at) => ({ staff: people.staff(thingId), onlyKnownBy: counts[at]! }))
        .filter(({ onlyKnownBy }) => onlyKnownBy > 0)
        .sort((one, other) => other.onlyKnownBy - one.onlyKnownBy),
    };
  }

  async list(space: string, query: ListCoveredMembersQuery): Promise<Page<CoveredMember>> {
    const soleStaffId = query.staffId === 'none' ? '' : query.staffId;
    const page = await this.health.findCoveredPage(space, soleStaffId, query.limit, query.cursor);
    const rows = page.items.flatMap((member) => {
      const knower = soleStaffId
        ? member.knowers.find(({ staffId }) => staffId === soleStaffId)
        : member.knowers[0];
      return knower ? [{ member, knower }] : [];
    });
    const people = peopleOf(
      await this.names.findNamed(space, {
        staff: rows.map(({ knower }) => knower.staffId),
        member: rows.map(({ member }) => member.id),
        label: [],
      }),
    );
    return {
      ...page,
      items: rows.map(({ member, knower }) => ({
        member: people.member(member.id),
        staff: people.staff(knower.staffId),
        posts: knower.posts,
        lastTalkedAt: knower.lastTalkedAt.toISOString(),
        lastPostId: knower.lastPostId,
        openIssues: member.openIssues,
      })),
    };
  }
}
