import { Injectable } from '@nestjs/common';
import { dayOf, type MemberRef, type StaffRef } from '@engawa/contracts';
import { BackgroundJob } from '@engawa/service-kit';
import { SpaceZoneRepository } from '../insight/insight.repository';
import { MatchFinder } from '../match/match-finder.service';
import { MemberBriefRepository } from '../member-brief/member-brief.repository';
import { NameRepository } from '../name/name.repository';
import { nameId } from '../name/name.schema';
import { MemberHealthRepository } from './health.repository';
import { healthOf, monthsOf, packMonths } from './health.rules';
import type { MemberHealthDocument } from './health.schema';
import { MemberTypes } from './member-types.service';
import { PictureCache } from './picture-cache';
import { ReachOutService } from './reach-out.service';

/** Members per round, and names per read when all are counted. */
const MEMBERS_PER_ROUND = 50;
const NAMES_PER_READ = 500;
/** Newest posts of a member that are counted: ten a day for five years. */
const MAX_COUNTED_POSTS = 20_000;
/** Interval of the search for work left by other replicas or a crash. */
const POLL_INTERVAL_MS = 5_000;
const DEBOUNCE_MS = 500;
/** Pause after each counted post, so that a member with many is not read all the time. */
const PAUSE_PER_POST_MS = 0.5;

/** Data of a member who resigned or turned out to be another. */
const unlisted = {
  listed: false,
  months: '',
  ref: null,
  knowers: [],
  knowerIds: [],
  soleStaffId: null,
};

/**
 * Maintains the radar's data of each member (INS-3). A change of a post, member or staff member
 * marks the affected members, and marked ones are recounted. So the data are right under any order,
 * repetition or crash, and can be rebuilt.
 */
@Injectable()
export class HealthFigures extends BackgroundJob {
  private filled = false;
  constructor(
    private readonly health: MemberHealthRepository,
    private readonly posts: MemberBriefRepository,
    private readonly names: NameRepository,
    private readonly reachOut: ReachOutService,
    private readonly zones: SpaceZoneRepository,
    private readonly pictures: PictureCache,
    private readonly types: MemberTypes,
    private readonly matches: MatchFinder,
  ) {
    super({ name: 'HealthFigures', intervalMs: POLL_INTERVAL_MS, debounceMs: DEBOUNCE_MS });
  }

  /** Marks members as changed. */
  async markStale(space: string, memberIds: readonly string[]): Promise<void> {
    if (memberIds.length === 0) return;
    await this.health.markStale(space, memberIds);
    this.wake();
  }

  /** A staff member was activated or deactivated: marks the members they know. */
  async markStaleKnownBy(space: string, staffId: string): Promise<void> {
    if ((await this.health.markKnownBy(space, staffId)) > 0) this.wake();
  }

  /** The space has another time zone: its months are counted again. */
  async changeTimeZone(space: string, timeZone: string): Promise<void> {
    if ((await this.health.markCountedElsewhere(space, timeZone)) > 0) this.wake();
  }

  protected async round(signal: AbortSignal): Promise<boolean> {
    if (!this.filled) await this.fill();
    const stale = await this.health.findStale(MEMBERS_PER_ROUND);
    const spaces = new Set(stale.map((member) => member.space));
    // Before the marks of members are gone: matches follow from the same changes.
    for (const space of spaces) await this.matches.markStale(space);
    let counted = 0;
    for (const member of stale) {
      if (signal.aborted) return false;
      counted += await this.count(member);
    }
    for (const space of spaces) {
      this.pictures.forget(space);
      this.types.forget(space);
      await this.reachOut.refresh(space);
    }
    await this.rest(PAUSE_PER_POST_MS * counted);
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
    await this.health.markOutdated();
    this.filled = true;
  }

  /** Returns the number of posts about the member. */
  private async count(member: MemberHealthDocument): Promise<number> {
    const { space, id } = member;
    const named = await this.names.findNamed(space, { staff: [], member: [id], label: [] });
    const name = named.get(nameId('member', id));
    // A change of a merged member affects the remaining one.
    const shownId = name?.mergedInto ? (await this.names.findShownIds(space, [id]))(id) : id;
    if (shownId !== id) await this.markStale(space, [shownId]);
    if (!name || name.mergedInto) {
      await this.health.saveFigures(member, { ...unlisted, posts: 0, openIssues: 0 });
      return 0;
    }
    const aliases = await this.names.findMemberAliases(space, id);
    const [about, timeZone] = await Promise.all([
      this.posts.findTalks(space, aliases, MAX_COUNTED_POSTS),
      this.zones.timeZoneOf(space),
    ]);
    const posts = about.filter(({ kind }) => kind === 'post');
    const staffs = await this.names.findNamed(space, {
      staff: [...new Set(posts.map(({ ownerId }) => ownerId))],
      member: [],
      label: [],
    });
    const nameOf = (staffId: string) => staffs.get(nameId('staff', staffId));
    const staffOf = (staffId: string) => nameOf(staffId)?.ref as StaffRef | undefined;
    const isPerson = (staffId: string) => !staffOf(staffId)?.integration;
    const isHere = (staffId: string) => !staffOf(staffId)?.deactivated && !nameOf(staffId)?.god;
    const health = healthOf(posts, { isHere, isPerson });
    if ((name.ref as MemberRef).deleted) {
      // The list of resigned members shows and sorts by their figures.
      const { openIssues } = health;
      await this.health.saveFigures(member, { ...unlisted, posts: posts.length, openIssues });
      return posts.length;
    }
    await this.health.saveFigures(member, {
      ...health,
      posts: posts.length,
      months: packMonths(monthsOf(posts, (time) => dayOf(time, timeZone), isPerson)),
      timeZone,
      listed: true,
      ref: name.ref as MemberRef,
      typeId: name.typeId ?? '',
      quietSince: health.lastTalkedAt ?? name.createdAt,
      joinedAt: health.lastTalkedAt ? null : name.createdAt,
    });
    return posts.length;
  }
}
