import { Injectable } from '@nestjs/common';
import type { CurrentStaffClaims } from '@engawa/auth';
import {
  dayOf,
  RELATION_INTRODUCTION_LIMIT,
  startOfDay,
  type GetRelationsQuery,
  type MemberRelation,
  type RelationIntroduction,
  type Relations,
} from '@engawa/contracts';
import { InsightMonths } from '../insight/insight-months.service';
import { InsightRepository, SpaceZoneRepository } from '../insight/insight.repository';
import { MatchEntryRepository } from '../match/match.repository';
import { NameRepository } from '../name/name.repository';
import { peopleOf } from '../name/name.rules';
import { MemberHealthRepository, type MemberOfPicture } from './health.repository';
import { addMonths, coldBefore, coldFilters, monthsUntil, unpackMonths } from './health.rules';
import type { RadarSettingDocument } from './health.schema';
import { MemberTypes } from './member-types.service';
import { PictureCache } from './picture-cache';
import { RadarSettingRepository } from './radar-setting.repository';
import { SnoozeRepository } from './snooze.repository';
import { findSnoozedMembers, type SnoozedMember } from './snoozed-members';

/** Talks with each member over 12 months, from monthly roll-ups (INS-7). */
@Injectable()
export class RelationsService {
  constructor(
    private readonly pictures: PictureCache,
    private readonly settings: RadarSettingRepository,
    private readonly snoozes: SnoozeRepository,
    private readonly health: MemberHealthRepository,
    private readonly days: InsightRepository,
    private readonly insightMonths: InsightMonths,
    private readonly types: MemberTypes,
    private readonly zones: SpaceZoneRepository,
    private readonly names: NameRepository,
    private readonly entries: MatchEntryRepository,
  ) {}

  async get(
    staff: CurrentStaffClaims,
    query: GetRelationsQuery,
    now = new Date(),
  ): Promise<Relations> {
    const { space } = staff;
    const { snoozes, names, health } = this;
    const typeId = query.typeId === 'none' ? '' : (query.typeId ?? null);
    const [zone, settings, snoozed, { members: found, total }] = await Promise.all([
      this.zones.zoneOf(space),
      this.settings.getSettings(space),
      findSnoozedMembers(space, now, { snoozes, names, health }),
      this.pictures.get(space, typeId, query.limit),
    ]);
    const { timeZone } = zone;
    const months = monthsUntil(query.month ?? dayOf(now, timeZone).slice(0, 7));
    const last = months.at(-1)!;
    const monthPlaces = new Map(months.map((month, at) => [month, at]));
    const isShown = (month: string) => monthPlaces.has(month);
    const staffPlaces = new Map<string, number>();
    const lines = found.map((member) => {
      const line = emptyLine(months.length);
      for (const one of unpackMonths(member.months ?? '', isShown)) {
        const { staffId } = one;
        if (!staffPlaces.has(staffId)) staffPlaces.set(staffId, staffPlaces.size);
        const at = monthPlaces.get(one.month)!;
        line.talks[at] = one.talks;
        line.openIssues[at] = one.openIssues;
        line.by[at] = staffPlaces.get(staffId)!;
      }
      return line;
    });
    const staffs = [...staffPlaces.keys()];
    const [named, days, introductions] = await Promise.all([
      this.names.findNamed(space, { staff: staffs, member: [], label: [] }),
      this.days.findTotals(space, `${last}-01`, `${last}-31`),
      // As in listMatches: who may not read posts does not learn who was introduced.
      staff.can('search.read') ? this.introductionsOf(space, months, timeZone) : [],
    ]);
    const people = peopleOf(named);
    const resting = new Set(snoozed.map(({ member }) => member.id));
    // Once for each type: most members share a few.
    const befores = new Map<string, Date | null>();
    const beforeOf = (typeId: string) => {
      if (!befores.has(typeId)) befores.set(typeId, coldBefore(settings, typeId, now));
      return befores.get(typeId)!;
    };
    const isCold = ({ id, typeId, quietSince }: MemberOfPicture) => {
      const before = beforeOf(typeId);
      return before !== null && quietSince < before && !resting.has(id);
    };
    const items = found.map((member, at) => ({
      member: member.ref ?? people.member(member.id),
      typeId: member.typeId || null,
      lastTalkedAt: member.lastTalkedAt?.toISOString() ?? null,
      quietSince: member.quietSince.toISOString(),
      isCold: isCold(member),
      ...lines[at]!,
    }));
    // Members beyond the limit are not in the picture.
    const [talkedWith, cold] =
      total > items.length
        ? await Promise.all([
            this.countTalkedWith(space, typeId, last),
            this.countCold(space, typeId, settings, snoozed, now),
          ])
        : [
            items.filter(({ talks }) => talks.at(-1)! > 0).length,
            items.filter(({ isCold }) => isCold).length,
          ];
    const sum = (of: 'posts' | 'openedPosts' | 'solvedPosts') =>
      days.reduce((all, day) => all + (day[of] ?? 0), 0);
    return {
      months,
      staffs: staffs.map((staffId) => people.staff(staffId)),
      items,
      total,
      recounting: zone.recounting || found.some((member) => member.timeZone !== timeZone),
      introductions,
      summary: {
        members: total,
        talkedWith,
        posts: sum('posts'),
        cold,
        issuesOpened: sum('openedPosts'),
        issuesSolved: sum('solvedPosts'),
      },
    };
  }

  /** Counted as on the dashboard. */
  private async countTalkedWith(
    space: string,
    typeId: string | null,
    month: string,
  ): Promise<number> {
    const ids = await this.insightMonths.findMembers(space, month);
    const { types } = await this.types.find(space, ids);
    return ids.filter((id) => types.has(id) && (typeId === null || types.get(id) === typeId))
      .length;
  }

  private async countCold(
    space: string,
    typeId: string | null,
    settings: RadarSettingDocument,
    snoozed: readonly SnoozedMember[],
    now: Date,
  ): Promise<number> {
    const typeIds = typeId === null ? await this.health.findTypes(space) : [typeId];
    return this.health.countCold(space, coldFilters(settings, typeIds, snoozed, now));
  }

  /** Introductions that led somewhere, between members who are not deleted. */
  private async introductionsOf(
    space: string,
    months: readonly string[],
    timeZone: string,
  ): Promise<RelationIntroduction[]> {
    const from = startOfDay(`${months[0]}-01`, timeZone);
    const until = startOfDay(`${addMonths(months.at(-1)!, 1)}-01`, timeZone);
    const limit = RELATION_INTRODUCTION_LIMIT;
    const found = await this.entries.findSucceeded(space, from, until, limit);
    const memberOf = await this.names.findShownMembers(
      space,
      found.flatMap(({ introduction }) => [introduction!.memberId, introduction!.toMemberId]),
    );
    return found.flatMap(({ postId, introduction, talkedAt }) => {
      const member = memberOf(introduction!.memberId);
      const toMember = memberOf(introduction!.toMemberId);
      if (!member || !toMember || member.deleted || toMember.deleted) return [];
      // Merged since.
      if (member.id === toMember.id) return [];
      return [{ postId, day: dayOf(talkedAt, timeZone), member, toMember }];
    });
  }
}

/** Months without talks, for one member. */
function emptyLine(months: number): Pick<MemberRelation, 'talks' | 'openIssues' | 'by'> {
  return {
    talks: new Array<number>(months).fill(0),
    openIssues: new Array<number>(months).fill(0),
    by: new Array<number | null>(months).fill(null),
  };
}
