import { Injectable } from '@nestjs/common';
import { MemberHealthRepository } from './health.repository';
import { RadarSettingRepository } from './radar-setting.repository';
import { ReachOutRepository } from './reach-out.repository';
import { REACH_OUT_LIMIT, reachOutOf } from './reach-out.rules';
import type { ReachOutDocument } from './reach-out.schema';
import { SnoozeRepository } from './snooze.repository';

/** Publishes members to talk with (INS-4). */
@Injectable()
export class ReachOutService {
  constructor(
    private readonly health: MemberHealthRepository,
    private readonly settings: RadarSettingRepository,
    private readonly snoozes: SnoozeRepository,
    private readonly published: ReachOutRepository,
  ) {}

  /** Recomputes the list and publishes a change. Safe to repeat. */
  async refresh(space: string, now = new Date()): Promise<ReachOutDocument> {
    const [settings, running, types, joined, withIssues] = await Promise.all([
      this.settings.getSettings(space),
      this.snoozes.findRunning(space, now),
      this.health.findTypes(space),
      this.health.findNeverTalkedWith(space, REACH_OUT_LIMIT),
      this.health.findWithOpenIssues(space, REACH_OUT_LIMIT),
    ]);
    const snoozedMembers = await this.health.findByIds(
      space,
      running.map(({ id }) => id),
    );
    const endOf = new Map(running.map(({ id, until }) => [id, until]));
    const snoozed = snoozedMembers.filter(({ listed }) => listed);
    const without = snoozed.map(({ id }) => id);
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
          ...snoozed.map((member) => ({ member, snoozedUntil: endOf.get(member.id)! })),
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
