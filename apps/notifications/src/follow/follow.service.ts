import { Injectable } from '@nestjs/common';
import type { CurrentStaff } from '@engawa/auth';
import { type Follow, FOLLOW_LIMIT, type FollowChoice, type FollowTarget } from '@engawa/contracts';
import { Directory } from '@engawa/directory';
import { derivedId } from '@engawa/events';
import { ChangeContended, DuplicateKey, inFreePlace } from '@engawa/persistence';
import { ThreadService } from '../thread/thread.service';
import { FollowTargetNotFound, TooManyFollows } from './follow.errors';
import { followAnswer, followEvent, type FollowNames } from './follow.mapper';
import { FollowRepository } from './follow.repository';
import type { FollowDocument } from './follow.schema';

/** While events are not published, what was unfollowed cannot be followed again. */
const MAX_ATTEMPTS = 10;
const RETRY_PAUSE_MS = 50;

/** Members and posts that staff follow, and posts that they muted (NTF-1). */
@Injectable()
export class FollowService {
  constructor(
    private readonly follows: FollowRepository,
    private readonly threads: ThreadService,
    private readonly directory: Directory,
  ) {}

  /** The caller's, the newest first, without what is gone. */
  async list({ space, staffId }: CurrentStaff): Promise<{ items: Follow[] }> {
    const shown = await this.shown(space, await this.follows.findOf(space, staffId));
    // A member who was followed twice before a merge is one.
    const byTarget = new Map(shown.map((one) => [`${one.target}/${one.targetId}`, one]));
    return { items: [...byTarget.values()] };
  }

  /** Throws `FollowTargetNotFound` or `TooManyFollows`. */
  async followMember(staff: CurrentStaff, memberId: string): Promise<Follow> {
    const found = await this.directory.findMembers(staff.space, [memberId], { strict: true });
    const member = found.get(memberId);
    if (!member) throw new FollowTargetNotFound();
    return this.put(staff, 'member', member.id, 'follow');
  }

  /** Follows or mutes it. Throws `FollowTargetNotFound` or `TooManyFollows`. */
  async followPost(staff: CurrentStaff, postId: string, choice: FollowChoice): Promise<Follow> {
    const threads = await this.threads.find(staff.space, [postId]);
    if (!threads.has(postId)) throw new FollowTargetNotFound();
    return this.put(staff, 'post', postId, choice);
  }

  /** Safe to repeat. */
  async unfollow(staff: CurrentStaff, target: FollowTarget, targetId: string): Promise<void> {
    const { space, staffId } = staff;
    const ids =
      target === 'member' ? await this.directory.findMemberAliases(space, targetId) : [targetId];
    for (const id of new Set([targetId, ...ids])) {
      await this.remove(space, derivedId(staffId, target, id));
    }
  }

  /** An erased member is followed by nobody. */
  async forgetMembers(space: string, memberIds: readonly string[]): Promise<void> {
    const found = await this.follows.findAbout(space, { target: 'member', targetIds: memberIds });
    for (const { id } of found) await this.remove(space, id);
  }

  /** Staff who follow one of the members, under whichever of their ids. */
  async findFollowersOfMembers(space: string, memberIds: readonly string[]): Promise<string[]> {
    const ids = await this.directory.findAliasesOfMembers(space, memberIds);
    const followers = await Promise.all(
      ids.map((targetId) =>
        this.follows.findStaffWith('follow', { space, target: 'member', targetId }),
      ),
    );
    return [...new Set(followers.flat())];
  }

  findFollowersOfPost(space: string, postId: string): Promise<string[]> {
    return this.follows.findStaffWith('follow', { space, target: 'post', targetId: postId });
  }

  async findMutersOfPost(space: string, postId: string): Promise<ReadonlySet<string>> {
    const post = { space, target: 'post', targetId: postId } as const;
    return new Set(await this.follows.findStaffWith('mute', post));
  }

  private async put(
    staff: CurrentStaff,
    target: FollowTarget,
    targetId: string,
    choice: FollowChoice,
  ): Promise<Follow> {
    const { space, staffId } = staff;
    const id = derivedId(staffId, target, targetId);
    for (let race = 1; ; race += 1) {
      const changed = await this.follows.change(space, id, (current, { version }) =>
        current.choice === choice
          ? null
          : { set: { choice }, events: [followEvent(current, version)] },
      );
      if (changed) return this.shownOne(changed.document);
      const own = {
        limit: FOLLOW_LIMIT,
        find: () => this.findCounted(staff),
        full: () => new TooManyFollows(FOLLOW_LIMIT),
      };
      const document = { id, staffId, target, targetId, choice };
      const events = [followEvent({ ...document, space }, 1)];
      try {
        const inserted = await inFreePlace(own, (place) =>
          this.follows.insert(space, { ...document, place }, events),
        );
        return await this.shownOne(inserted);
      } catch (error) {
        if (!(error instanceof DuplicateKey)) throw error;
        // Another window did the same at the same moment, or its removal is not published yet.
        if (race === MAX_ATTEMPTS) throw new ChangeContended(`follows ${id}: still being removed`);
        await new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE_MS));
      }
    }
  }

  /** What is gone counts only until there is no room. */
  private async findCounted({ space, staffId }: CurrentStaff): Promise<FollowDocument[]> {
    const all = await this.follows.findOf(space, staffId);
    if (all.length < FOLLOW_LIMIT) return all;
    const names = await this.namesOf(space, all);
    const gone = all.filter((one) => followAnswer(one, names) === null);
    for (const { id } of gone) await this.remove(space, id);
    return all.filter((one) => !gone.includes(one));
  }

  private async remove(space: string, id: string): Promise<void> {
    await this.follows.change(space, id, (current, { version }) => ({
      unset: ['place'],
      events: [followEvent(current, version)],
      purge: true,
    }));
  }

  private async shown(space: string, follows: readonly FollowDocument[]): Promise<Follow[]> {
    const names = await this.namesOf(space, follows);
    return follows.flatMap((one) => followAnswer(one, names) ?? []);
  }

  private async namesOf(space: string, follows: readonly FollowDocument[]): Promise<FollowNames> {
    const idsOf = (target: FollowTarget) =>
      follows.flatMap((one) => (one.target === target ? [one.targetId] : []));
    const threads = await this.threads.find(space, idsOf('post'));
    const members = await this.directory.findMembers(space, [
      ...idsOf('member'),
      ...[...threads.values()].flatMap(({ memberIds }) => memberIds),
    ]);
    return { members, threads };
  }

  private async shownOne(follow: FollowDocument): Promise<Follow> {
    const [shown] = await this.shown(follow.space, [follow]);
    if (!shown) throw new FollowTargetNotFound();
    return shown;
  }
}
