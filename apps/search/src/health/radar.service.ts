import { Injectable } from '@nestjs/common';
import type { CurrentStaff } from '@engawa/auth';
import {
  addDays,
  dayOf,
  radarSettings,
  startOfDay,
  type ColdMember,
  type ListColdMembersQuery,
  type RadarSettings,
  type SnoozeMemberInput,
  type UpdateRadarSettingsInput,
} from '@engawa/contracts';
import { EventBus, QuestionUnanswered } from '@engawa/events';
import { decodeCursor, encodeCursor, mapWriteErrors } from '@engawa/persistence';
import { PreconditionFailed, ProblemError } from '@engawa/service-kit';
import { SpaceZoneRepository } from '../insight/insight.repository';
import { NameRepository } from '../name/name.repository';
import { peopleOf } from '../name/name.rules';
import { MemberHealthRepository, type ColdCursorPosition } from './health.repository';
import { coldDaysOf, coldFilters } from './health.rules';
import type { MemberHealthDocument, RadarSettingDocument, SnoozeDocument } from './health.schema';
import { RadarSettingRepository } from './radar-setting.repository';
import { ReachOutService } from './reach-out.service';
import { SnoozeRepository } from './snooze.repository';
import { findSnoozedMembers } from './snoozed-members';

const MAX_SNOOZE_MS = 366 * 86_400_000;

/** Cold and snoozed members (INS-3). */
@Injectable()
export class RadarService {
  constructor(
    private readonly health: MemberHealthRepository,
    private readonly snoozes: SnoozeRepository,
    private readonly settings: RadarSettingRepository,
    private readonly zones: SpaceZoneRepository,
    private readonly names: NameRepository,
    private readonly bus: EventBus,
    private readonly reachOut: ReachOutService,
  ) {}

  async list(space: string, query: ListColdMembersQuery, now = new Date()) {
    const { snoozes, names, health } = this;
    const [settings, snoozed] = await Promise.all([
      this.settings.getSettings(space),
      findSnoozedMembers(space, now, { snoozes, names, health }),
    ]);
    const ofType = (typeId: string) => {
      if (query.typeId === undefined) return true;
      return typeId === (query.typeId === 'none' ? '' : query.typeId);
    };
    const resting = snoozed.filter(({ member }) => ofType(member.typeId));
    if (query.state === 'snoozed') {
      const items = await this.toItems(space, resting, settings);
      return { items, total: items.length, snoozed: items.length, nextCursor: null };
    }
    const scope = { space, list: 'cold', filter: { typeId: query.typeId ?? null } };
    const after = query.cursor ? placeOf(scope, query.cursor) : null;
    const types = (await this.health.findTypes(space)).filter(ofType);
    const filters = coldFilters(settings, types, snoozed, now);
    const [found, total] = await Promise.all([
      Promise.all(
        filters.map((filter) => this.health.findCold(space, filter, after, query.limit + 1)),
      ),
      this.health.countCold(space, filters),
    ]);
    const ordered = found.flat().sort(longestSilence);
    const page = ordered.slice(0, query.limit);
    const last = page.at(-1);
    return {
      items: await this.toItems(
        space,
        page.map((member) => ({ member, snooze: null })),
        settings,
      ),
      total,
      snoozed: resting.length,
      nextCursor:
        ordered.length > page.length && last
          ? encodeCursor(scope, { direction: 'next', values: [last.quietSince, last.id] })
          : null,
    };
  }

  async getSettings(space: string): Promise<RadarSettings> {
    return toSettings(await this.settings.getSettings(space));
  }

  /** Throws `search.radar.stale` or `search.radar.unknown-type`. */
  async updateSettings(
    staff: CurrentStaff,
    ifVersion: number | null,
    { defaultDays, types }: UpdateRadarSettingsInput,
  ): Promise<RadarSettings> {
    await this.requireTypes(staff.space, types);
    // The last entry of each type counts.
    const once = [...new Map(types.map((type) => [type.typeId, type])).values()];
    const saved = await mapWriteErrors(
      this.settings.save(staff, { defaultDays, types: once }, ifVersion),
      {
        stale: (current: RadarSettingDocument) =>
          new PreconditionFailed('search.radar.stale', radarSettings, toSettings(current)),
      },
    );
    await this.reachOut.refresh(staff.space);
    return toSettings(saved);
  }

  /**
   * Types already set are not checked: `RadarListener` removes deleted ones. Member data keep a
   * deleted type until it is cleared from all its members.
   */
  private async requireTypes(
    space: string,
    types: UpdateRadarSettingsInput['types'],
  ): Promise<void> {
    const settings = await this.settings.getSettings(space);
    const known = new Set(settings.types.map(({ typeId }) => typeId));
    if (types.every(({ typeId }) => known.has(typeId))) return;
    const found = await this.bus
      .ask<string[]>('members.findMemberTypes', { space })
      .catch((error: unknown) => {
        if (!(error instanceof QuestionUnanswered)) throw error;
        throw new ProblemError('internal.not-ready', { headers: { 'retry-after': '1' } });
      });
    for (const id of found) known.add(id);
    const pointers = types.flatMap(({ typeId }, at) =>
      known.has(typeId) ? [] : [`/body/types/${at}/typeId`],
    );
    if (pointers.length === 0) return;
    throw new ProblemError('search.radar.unknown-type', {
      errors: pointers.map((pointer) => ({ pointer, code: 'invalid' })),
    });
  }

  /** Throws `search.member.not-found` or `search.snooze.day-refused`. */
  async snooze(
    { space, staffId }: CurrentStaff,
    memberId: string,
    { until, reason }: SnoozeMemberInput,
    now = new Date(),
  ): Promise<ColdMember> {
    const [member, settings, timeZone] = await Promise.all([
      this.health.findById(space, memberId),
      this.settings.getSettings(space),
      this.zones.timeZoneOf(space),
    ]);
    if (!member?.listed) throw new ProblemError('search.member.not-found', { status: 404 });
    const end = startOfDay(addDays(until, 1), timeZone);
    const isLater = until > dayOf(now, timeZone);
    if (!isLater || end.getTime() - now.getTime() > MAX_SNOOZE_MS) {
      throw new ProblemError('search.snooze.day-refused', {
        status: 422,
        errors: [{ pointer: '/body/until', code: 'refused' }],
      });
    }
    const { quietSince } = member;
    const snooze = { id: memberId, until: end, reason, staffId, snoozedAt: now, quietSince };
    await this.snoozes.put(space, snooze);
    await this.reachOut.refresh(space, now);
    const [item] = await this.toItems(
      space,
      [{ member, snooze: { ...snooze, space } as SnoozeDocument }],
      settings,
    );
    return item!;
  }

  /** Throws `search.snooze.not-found`. */
  async unsnooze(space: string, memberId: string): Promise<void> {
    const ids = await this.names.findMemberAliases(space, memberId);
    const removed = await Promise.all(ids.map((id) => this.snoozes.remove(space, id)));
    if (!removed.includes(true)) throw new ProblemError('search.snooze.not-found', { status: 404 });
    await this.reachOut.refresh(space);
  }

  private async toItems(
    space: string,
    watched: readonly Watched[],
    settings: RadarSettingDocument,
  ): Promise<ColdMember[]> {
    const [people, timeZone] = await Promise.all([
      this.names
        .findNamed(space, {
          staff: watched.flatMap(({ member, snooze }) => [
            ...member.knowers.map(({ staffId }) => staffId),
            ...(snooze ? [snooze.staffId] : []),
          ]),
          member: watched.map(({ member }) => member.id),
          label: [],
        })
        .then(peopleOf),
      this.zones.timeZoneOf(space),
    ]);
    return watched.map(({ member, snooze }) => {
      const last = [...member.knowers].sort(
        (one, other) => other.lastTalkedAt.getTime() - one.lastTalkedAt.getTime(),
      )[0];
      return {
        member: people.member(member.id),
        typeId: member.typeId || null,
        lastTalkedAt: member.lastTalkedAt?.toISOString() ?? null,
        lastTalkedBy: last ? people.staff(last.staffId) : null,
        quietSince: member.quietSince.toISOString(),
        coldDays: coldDaysOf(settings, member.typeId),
        openIssues: member.openIssues,
        snooze: snooze && {
          reason: snooze.reason,
          until: dayOf(new Date(snooze.until.getTime() - 1), timeZone),
          by: people.staff(snooze.staffId),
          at: snooze.snoozedAt.toISOString(),
        },
      };
    });
  }
}

interface Watched {
  member: MemberHealthDocument;
  snooze: SnoozeDocument | null;
}

function longestSilence(one: MemberHealthDocument, other: MemberHealthDocument): number {
  return one.quietSince.getTime() - other.quietSince.getTime() || (one.id < other.id ? -1 : 1);
}

function placeOf(scope: Parameters<typeof decodeCursor>[0], cursor: string): ColdCursorPosition {
  const [quietSince, id] = decodeCursor(scope, cursor, ['date', 'string']).values;
  return { quietSince: quietSince as Date, id: id as string };
}

function toSettings({ version, defaultDays, types }: RadarSettingDocument): RadarSettings {
  return { version, defaultDays, types };
}
