import { events, type Follow, type MemberRef } from '@engawa/contracts';
import type { MemberEntry } from '@engawa/directory';
import { newEvent } from '@engawa/events';
import type { ThreadDocument } from '../thread/thread.schema';
import type { FollowDocument } from './follow.schema';

/** What follows name: members by every id that refers to them, and posts. */
export interface FollowNames {
  members: ReadonlyMap<string, MemberEntry>;
  threads: ReadonlyMap<string, ThreadDocument>;
}

/** Null when the member or post is gone. */
export function followAnswer(follow: FollowDocument, names: FollowNames): Follow | null {
  const { target, targetId, choice } = follow;
  const thread = target === 'post' ? names.threads.get(targetId) : undefined;
  const memberIds = target === 'post' ? (thread?.memberIds ?? []) : [targetId];
  const members = refsOf(memberIds, names.members);
  if (target === 'post' ? !thread : members.length === 0) return null;
  return {
    target,
    targetId: target === 'member' ? members[0]!.id : targetId,
    choice,
    createdAt: follow.createdAt.toISOString(),
    members,
    excerpt: thread?.excerpt ?? '',
  };
}

/** Each member once; two ids may be one member after a merge. */
function refsOf(ids: readonly string[], members: FollowNames['members']): MemberRef[] {
  const found = ids.flatMap((id) => members.get(id) ?? []);
  return [...new Map(found.map((member) => [member.id, member])).values()];
}

/** For the staff member's own windows only. */
export function followEvent(
  {
    space,
    id,
    staffId,
    target,
    targetId,
  }: Omit<FollowDocument, 'createdAt' | 'updatedAt' | 'version' | 'choice'>,
  version: number,
) {
  return newEvent(events.followChanged, {
    space,
    actor: staffId,
    aggregate: { type: 'follow', id },
    version,
    data: { staffId, target, targetId },
  });
}
