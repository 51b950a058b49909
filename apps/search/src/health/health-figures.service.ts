import { setTimeout as sleep } from 'node:timers/promises';
import {
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { MemberRef, StaffRef } from '@engawa/contracts';
import { BackgroundLoop } from '@engawa/service-kit';
import { MemberBriefRepository } from '../member-brief/member-brief.repository';
import { NameRepository } from '../name/name.repository';
import { nameId } from '../name/name.schema';
import { MemberHealthRepository } from './health.repository';
import { healthOf } from './health.rules';
import type { MemberHealthDocument } from './health.schema';
import { ReachOutService } from './reach-out.service';

/** Members per round, and names per read when all are counted. */
const MEMBERS_PER_ROUND = 50;
const NAMES_PER_READ = 500;
/** Newest posts of a member that are counted. */
const MAX_COUNTED_POSTS = 1_000;
/** Interval of the search for work left by other replicas or a crash. */
const POLL_INTERVAL_MS = 5_000;
const DEBOUNCE_MS = 100;
/** Pause after a round as a multiple of its duration: counting uses at most a quarter of a core. */
const PAUSE_FACTOR = 3;

/**
 * Maintains the radar's data of each member (INS-3). A change of a post, member or staff member
 * marks the affected members, and marked ones are recounted. So the data are right under any order,
 * repetition or crash, and can be rebuilt.
 */
@Injectable()
export class HealthFigures implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private filled = false;
  private readonly loop = new BackgroundLoop({
    name: 'HealthFigures',
    intervalMs: POLL_INTERVAL_MS,
    debounceMs: DEBOUNCE_MS,
    round: (signal) => this.countStale(signal),
  });

  constructor(
    private readonly health: MemberHealthRepository,
    private readonly posts: MemberBriefRepository,
    private readonly names: NameRepository,
    private readonly reachOut: ReachOutService,
  ) {}

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }

  /** Marks members as changed. */
  async markStale(space: string, memberIds: readonly string[]): Promise<void> {
    if (memberIds.length === 0) return;
    await this.health.markStale(space, memberIds);
    this.loop.wake();
  }

  /** A staff member was activated or deactivated: marks the members they know. */
  async markStaleKnownBy(space: string, staffId: string): Promise<void> {
    if ((await this.health.markKnownBy(space, staffId)) > 0) this.loop.wake();
  }

  private async countStale(signal: AbortSignal): Promise<boolean> {
    if (!this.filled) await this.fill();
    const began = performance.now();
    const stale = await this.health.findStale(MEMBERS_PER_ROUND);
    for (const member of stale) {
      if (signal.aborted) return false;
      await this.count(member);
    }
    for (const space of new Set(stale.map((member) => member.space))) {
      await this.reachOut.refresh(space);
    }
    const rest = Math.min(POLL_INTERVAL_MS, PAUSE_FACTOR * (performance.now() - began));
    if (stale.length > 0) {
      await sleep(rest, undefined, { signal, ref: false }).catch(() => undefined);
    }
    return stale.length === MEMBERS_PER_ROUND;
  }

  /** Counts all members of an installation that never counted them. */
  private async fill(): Promise<void> {
    if (await this.health.isEmpty()) {
      for (let last = ''; ;) {
        const found = await this.names.findMembersOfAll(last, NAMES_PER_READ);
        await Promise.all(found.map((name) => this.health.markStale(name.space, [name.thingId])));
        if (found.length < NAMES_PER_READ) break;
        last = found.at(-1)!.key;
      }
    }
    this.filled = true;
  }

  private async count(member: MemberHealthDocument): Promise<void> {
    const { space, id } = member;
    const named = await this.names.findNamed(space, { staff: [], member: [id], label: [] });
    const name = named.get(nameId('member', id));
    const listed = Boolean(name) && !(name!.ref as MemberRef).deleted && !name!.mergedInto;
    // A change of a merged member affects the remaining one.
    const shownId = name?.mergedInto ? (await this.names.findShownIds(space, [id]))(id) : id;
    if (shownId !== id) await this.markStale(space, [shownId]);
    if (!name || !listed) {
      const nothing = { listed: false, knowers: [], knowerIds: [], soleStaffId: null };
      await this.health.saveFigures(member, { ...nothing, openIssues: 0 });
      return;
    }
    const aliases = await this.names.findMemberAliases(space, id);
    const about = await this.posts.findAbout(space, aliases, MAX_COUNTED_POSTS);
    const posts = about.filter(({ kind }) => kind === 'post');
    const staffs = await this.names.findNamed(space, {
      staff: [...new Set(posts.map(({ ownerId }) => ownerId))],
      member: [],
      label: [],
    });
    const isHere = (staffId: string) =>
      !(staffs.get(nameId('staff', staffId))?.ref as StaffRef | undefined)?.deactivated;
    const health = healthOf(posts, isHere);
    await this.health.saveFigures(member, {
      ...health,
      listed: true,
      typeId: name.typeId ?? '',
      quietSince: health.lastTalkedAt ?? name.createdAt,
      joinedAt: health.lastTalkedAt ? null : name.createdAt,
    });
  }
}
