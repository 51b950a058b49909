import {
  dayOf,
  type ActivityKind,
  type Match,
  type MemberRef,
  type ReachOutReason,
} from '@engawa/contracts';
import type { ThreadDocument } from '../thread/thread.schema';
import type { FoundMatch } from './match-copy.schema';
import { NO_DUE_DATE, type OpenTaskDocument } from './open-task.schema';
import type { ReachOutCandidate } from './reach-out-copy.schema';

/** Most proposed members, and most of each reason among the first. */
const PROPOSED = 5;
const OF_EACH: Record<ReachOutReason, number> = { followUp: 2, quiet: 3, joined: 1, issue: 2 };

/** Tasks due by the end of the day, without those that have no due date. */
export function dueByTonight<Task extends Pick<OpenTaskDocument, 'dueAt'>>(
  tasks: readonly Task[],
  now: Date,
  timeZone: string,
): Task[] {
  const today = dayOf(now, timeZone);
  return tasks.filter(({ dueAt }) => dueAt < NO_DUE_DATE && dayOf(dueAt, timeZone) <= today);
}

export interface Proposal {
  memberId: string;
  reason: ReachOutReason;
  lastTalkedAt: string | null;
  openIssues: number;
  dueAt: string | null;
}

/**
 * A few members, each once with the first reason that applies: some of each reason first, so that a
 * long list of one reason does not hide the others, then the rest.
 */
export function proposalsOf(
  dueTasks: readonly Pick<OpenTaskDocument, 'memberIds' | 'dueAt'>[],
  candidates: readonly ReachOutCandidate[],
  now: Date,
  isShown: (memberId: string) => boolean,
): Proposal[] {
  const at = now.toISOString();
  const facts = new Map(candidates.map((candidate) => [candidate.memberId, candidate]));
  const proposals: Proposal[] = [
    ...dueTasks.flatMap(({ memberIds, dueAt }) =>
      memberIds.slice(0, 1).map((memberId) => ({
        memberId,
        reason: 'followUp' as const,
        lastTalkedAt: facts.get(memberId)?.lastTalkedAt ?? null,
        openIssues: facts.get(memberId)?.openIssues ?? 0,
        dueAt: dueAt.toISOString(),
      })),
    ),
    ...candidates
      .filter(({ from, until }) => from <= at && (until === null || until > at))
      .map(({ memberId, reason, lastTalkedAt, openIssues }) => ({
        memberId,
        reason,
        lastTalkedAt,
        openIssues,
        dueAt: null,
      })),
  ];
  const once = new Map<string, Proposal>();
  for (const proposal of proposals) {
    if (isShown(proposal.memberId) && !once.has(proposal.memberId)) {
      once.set(proposal.memberId, proposal);
    }
  }
  const taken: Record<string, number> = {};
  const first: Proposal[] = [];
  const rest: Proposal[] = [];
  for (const proposal of once.values()) {
    taken[proposal.reason] = (taken[proposal.reason] ?? 0) + 1;
    (taken[proposal.reason]! <= OF_EACH[proposal.reason] ? first : rest).push(proposal);
  }
  return [...first, ...rest].slice(0, PROPOSED);
}

/** The matches of members who are here; two ids may have become one person. */
export function matchesAmong(
  found: readonly FoundMatch[],
  memberOf: (id: string) => MemberRef | null,
): Match[] {
  return found.flatMap(({ seeks, offers, words }) => {
    const [seeker, giver] = [memberOf(seeks.memberId), memberOf(offers.memberId)];
    if (!seeker || !giver || seeker.id === giver.id) return [];
    const { memberId: _seeker, ...asked } = seeks;
    const { memberId: _giver, ...offered } = offers;
    return [{ seeks: { ...asked, member: seeker }, offers: { ...offered, member: giver }, words }];
  });
}

/** An activity of a post or of a comment in its thread. */
export interface Happening {
  kind: ActivityKind;
  postId: string;
  commentId: string | null;
  at: Date;
}

/** Each once: what an earlier version recorded before it was stopped, copies may say as well. */
export function eachOnce(happenings: readonly Happening[]): Happening[] {
  const keyOf = ({ kind, postId, commentId, at }: Happening) =>
    [kind, postId, commentId, at.getTime()].join(' ');
  return [...new Map(happenings.map((one) => [keyOf(one), one])).values()];
}

/** Activities of one post. */
interface AwayPost {
  postId: string;
  ownerId: string;
  excerpt: string;
  at: Date;
  happened: { kind: ActivityKind; count: number }[];
}

/** Activities of one member; null for posts without members. */
export interface AwayGroup {
  memberId: string | null;
  posts: AwayPost[];
}

/**
 * Groups by member instead of kind of event: each post once, under its first shown member. Latest
 * first; posts without members last.
 */
export function groupByMember(
  happenings: readonly Happening[],
  threads: ReadonlyMap<string, ThreadDocument>,
  shownId: (memberId: string) => string | null,
): AwayGroup[] {
  const posts = new Map<string, AwayPost & { memberId: string | null }>();
  for (const { kind, postId, at } of happenings) {
    const thread = threads.get(postId)!;
    const post = posts.get(postId) ?? {
      postId,
      ownerId: thread.ownerId,
      excerpt: thread.excerpt,
      at,
      happened: [],
      memberId: thread.memberIds.map(shownId).find((id) => id !== null) ?? null,
    };
    const counted = post.happened.find((one) => one.kind === kind);
    if (counted) counted.count += 1;
    else post.happened.push({ kind, count: 1 });
    if (at > post.at) post.at = at;
    posts.set(postId, post);
  }
  const groups = new Map<string | null, AwayGroup>();
  const latestFirst = [...posts.values()].sort((a, b) => b.at.getTime() - a.at.getTime());
  for (const { memberId, ...post } of latestFirst) {
    const group = groups.get(memberId) ?? { memberId, posts: [] };
    group.posts.push(post);
    groups.set(memberId, group);
  }
  const all = [...groups.values()];
  return [
    ...all.filter(({ memberId }) => memberId !== null),
    ...all.filter(({ memberId }) => memberId === null),
  ];
}
