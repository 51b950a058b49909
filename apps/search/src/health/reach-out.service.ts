import { Injectable } from '@nestjs/common';
import { NameRepository } from '../name/name.repository';
import { MemberHealthRepository } from './health.repository';
import { RadarSettingRepository } from './radar-setting.repository';
import { ReachOutRepository } from './reach-out.repository';
import { REACH_OUT_LIMIT, reachOutOf } from './reach-out.rules';
import type { ReachOutDocument } from './reach-out.schema';
import { SnoozeRepository } from './snooze.repository';
import { findSnoozedMembers } from './snoozed-members';

/** Publishes members to talk with (INS-4). */
@Injectable()
export class ReachOutService {
  constructor(
    private readonly health: MemberHealthRepository,
    private readonly settings: RadarSettingRepository,
    private readonly snoozes: SnoozeRepository,
    private readonly names: NameRepository,
    private readonly published: ReachOutRepository,
  ) {}

  /** Recomputes the list and publishes a change. Safe to repeat. */
  async refresh(space: string, now = new Date()): Promise<ReachOutDocument> {
    const { snoozes, names, health } = this;
    const [settings, snoozed, types, joined, withIssues] = await Promise.all([
      this.settings.getSettings(space),
      findSnoozedMembers(space, now, { snoozes, names, health }),
      this.health.findTypes(space),
      this.health.findNeverTalkedWith(space, REACH_OUT_LIMIT),
      this.health.findWithOpenIssues(space, REACH_OUT_LIMIT),
    ]);
    const without = snoozed.map(({ member }) => member.id);
    const found = await Promise.all(
      types.map((typeId) =>
        this.health.findCold(space, { typeId, before: now, without }, null, REACH_OUT_LIMIT),
      ),
    );
    return this.published.put(
      space,
      reachOutOf(settings, {
        quiet: [
          ...found.flat().map((member) => ({ member, snoozedUntil: null })),
          ...snoozed.map(({ member, snooze }) => ({ member, snoozedUntil: snooze.until })),
        ],
        joined,
        withIssues,
      }),
    );
  }

  async find(space: string): Promise<Pick<ReachOutDocument, 'version' | 'candidates'>> {
    const { version, candidates } = await this.refresh(space);
    return { version, candidates };
  }
}
