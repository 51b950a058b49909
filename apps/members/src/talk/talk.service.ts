import { Injectable } from '@nestjs/common';
import { DuplicateKey } from '@engawa/persistence';
import { MemberRepository } from '../member/member.repository';
import { TalkRepository } from './talk.repository';

/** Attempts before the event is redelivered. */
const MAX_ATTEMPTS = 20;

/** A post as in its event; `talkedAt` is null for a deleted one. */
interface Talk {
  id: string;
  version: number;
  memberIds: string[];
  talkedAt: Date | null;
}

/** Stores each member's last talk, from the timeline's events (MBR-1). */
@Injectable()
export class TalkService {
  constructor(
    private readonly talks: TalkRepository,
    private readonly members: MemberRepository,
  ) {}

  /**
   * Applies a post at `version`; older versions change nothing. Recomputes all affected members,
   * also when the event was already applied: a crash may have happened in between.
   */
  async apply(space: string, post: Talk): Promise<void> {
    if (post.version === 1 && (await this.applyNew(space, post))) return;
    const before = await this.talks.findById(space, post.id);
    const concerned = new Set([
      ...(before?.formerMemberIds ?? []),
      ...(before?.memberIds ?? []),
      ...post.memberIds,
    ]);
    await this.talks.projectUpsert(space, post.id, post.version, {
      memberIds: post.memberIds,
      formerMemberIds: [...concerned].filter((id) => !post.memberIds.includes(id)),
      talkedAt: post.talkedAt,
      deleted: post.talkedAt === null,
    });
    for (const memberId of concerned) await this.refresh(space, memberId);
  }

  /**
   * A new post can only raise the last talk of its members, so nothing is read. Returns false when
   * the post is known already.
   */
  private async applyNew(
    space: string,
    { id, memberIds, talkedAt }: Pick<Talk, 'id' | 'memberIds' | 'talkedAt'>,
  ): Promise<boolean> {
    if (talkedAt === null) return false;
    try {
      await this.talks.insert(space, {
        id,
        memberIds,
        formerMemberIds: [],
        talkedAt,
        deleted: false,
      });
    } catch (error) {
      if (error instanceof DuplicateKey) return false;
      throw error;
    }
    await Promise.all(memberIds.map((memberId) => this.raise(space, memberId, talkedAt)));
    return true;
  }

  /** Raises a member's last talk; with that of the member it was merged into, it is recomputed. */
  private async raise(space: string, memberId: string, talkedAt: Date): Promise<void> {
    const isRaised = await this.members.raiseLastTalk(space, memberId, talkedAt);
    if (!isRaised) await this.refresh(space, memberId);
  }

  /**
   * Recomputes a member's last talk, and that of everyone it was merged into. `done` are members
   * already recomputed.
   */
  async refresh(space: string, memberId: string, done = new Set<string>()): Promise<void> {
    done.add(memberId);
    let member = await this.members.findById(space, memberId);
    const merged = member?.merged;
    if (merged && !done.has(merged.into)) await this.refresh(space, merged.into, done);
    for (let race = 0; race < MAX_ATTEMPTS; race += 1) {
      if (!member) return;
      const last = await this.lastTalk(space, memberId);
      if (last?.getTime() === member.lastTalkedAt?.getTime()) return;
      if (await this.members.setLastTalk(space, memberId, member.talkRevision, last)) return;
      member = await this.members.findById(space, memberId);
    }
    throw new Error(`Last talk of ${memberId}: too many changes at once`);
  }

  /** Recomputes the last talk of who a member is merged into, or was until that was undone. */
  async refreshMerge(space: string, memberId: string): Promise<void> {
    const member = await this.members.findById(space, memberId);
    const into = member?.merged?.into ?? member?.unmergedFrom;
    if (into) await this.refresh(space, into);
  }

  private async lastTalk(space: string, memberId: string): Promise<Date | null> {
    const ids = await this.members.findMergedIds(space, memberId);
    const talks = await Promise.all(ids.map((id) => this.talks.findLast(space, id)));
    const times = talks.flatMap((talk) => talk?.talkedAt?.getTime() ?? []);
    return times.length > 0 ? new Date(Math.max(...times)) : null;
  }
}
