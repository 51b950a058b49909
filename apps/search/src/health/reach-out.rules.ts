import type { RadarSettings } from '@engawa/contracts';
import { coldDaysOf } from './health.rules';
import type { MemberHealthDocument } from './health.schema';
import type { ReachOutCandidate } from './reach-out.schema';

const DAY_MS = 86_400_000;
/** How long a member without a talk counts as new. */
const JOINED_DAYS = 14;
/** Most candidates of each reason. */
export const REACH_OUT_LIMIT = 20;

type Member = Pick<
  MemberHealthDocument,
  'id' | 'typeId' | 'quietSince' | 'lastTalkedAt' | 'openIssues' | 'oldestIssueAt'
>;

/**
 * Candidates of each reason, the first to become due first. They carry their times instead of being
 * filtered by now, so that the list changes only by events.
 */
export function reachOutOf(
  settings: Pick<RadarSettings, 'defaultDays' | 'types'>,
  found: {
    quiet: readonly { member: Member; snoozedUntil: Date | null }[];
    joined: readonly Member[];
    withIssues: readonly Member[];
  },
): ReachOutCandidate[] {
  const candidate = (
    member: Member,
    reason: ReachOutCandidate['reason'],
    from: Date,
    until: Date | null = null,
  ): ReachOutCandidate => ({
    memberId: member.id,
    reason,
    from: from.toISOString(),
    until: until?.toISOString() ?? null,
    lastTalkedAt: member.lastTalkedAt?.toISOString() ?? null,
    openIssues: member.openIssues,
  });
  const quiet = found.quiet.flatMap(({ member, snoozedUntil }) => {
    const days = coldDaysOf(settings, member.typeId);
    if (days === null) return [];
    const cold = new Date(member.quietSince.getTime() + days * DAY_MS);
    return [candidate(member, 'quiet', snoozedUntil && snoozedUntil > cold ? snoozedUntil : cold)];
  });
  const snoozed = new Set(
    found.quiet.flatMap(({ member, snoozedUntil }) => (snoozedUntil ? [member.id] : [])),
  );
  return [
    ...quiet
      .sort((one, other) => (one.from < other.from ? -1 : one.from > other.from ? 1 : 0))
      .slice(0, REACH_OUT_LIMIT),
    ...found.joined
      .slice(0, REACH_OUT_LIMIT)
      .map((member) =>
        candidate(
          member,
          'joined',
          member.quietSince,
          new Date(member.quietSince.getTime() + JOINED_DAYS * DAY_MS),
        ),
      ),
    ...found.withIssues
      .filter(({ id }) => !snoozed.has(id))
      .slice(0, REACH_OUT_LIMIT)
      .map((member) => candidate(member, 'issue', member.oldestIssueAt ?? member.quietSince)),
  ];
}
