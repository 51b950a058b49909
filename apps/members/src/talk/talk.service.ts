import { Injectable } from '@nestjs/common';
import { MemberRepository } from '../member/member.repository';
import { TalkRepository } from './talk.repository';

/** Tries before the event is handed back to come again. */
const MAX_ATTEMPTS = 20;

/** Keeps each member's time of the last talk, from the timeline's events (MBR-1). */
@Injectable()
export class TalkService {
  constructor(
    private readonly talks: TalkRepository,
    private readonly members: MemberRepository,
  ) {}

  /**
   * Applies a post as it stands at `version`; an older one than known changes nothing. The members
   * that it named and names get their time anew, also when the event came before: a crash may
   * have come between.
   */
  async apply(
    space: string,
    post: { id: string; version: number; memberIds: string[]; talkedAt: Date | null },
  ): Promise<void> {
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
   * Counts a member's time of the last talk again, and that of everyone whom it was merged into.
   * `done` are those that need it no more.
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

  private async lastTalk(space: string, memberId: string): Promise<Date | null> {
    const ids = await this.members.findMergedIds(space, memberId);
    const talks = await Promise.all(ids.map((id) => this.talks.findLast(space, id)));
    const times = talks.flatMap((talk) => talk?.talkedAt?.getTime() ?? []);
    return times.length > 0 ? new Date(Math.max(...times)) : null;
  }
}
