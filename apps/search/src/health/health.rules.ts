import type { RadarSettings } from '@engawa/contracts';
import type { CountedEntry } from '../member-brief/member-brief.rules';
import type { Knower, MemberHealthDocument } from './health.schema';

const DAY_MS = 86_400_000;

/** The radar's data of a member, from the posts about them. */
export function healthOf(
  posts: readonly CountedEntry[],
  isHere: (staffId: string) => boolean,
): Pick<
  MemberHealthDocument,
  'lastTalkedAt' | 'openIssues' | 'oldestIssueAt' | 'knowers' | 'knowerIds' | 'soleStaffId'
> {
  const knowers = knowersOf(posts);
  const issues = posts
    .filter(({ issueOpenedAt, issueClosedAt }) => issueOpenedAt !== null && issueClosedAt === null)
    .map(({ issueOpenedAt }) => issueOpenedAt!.getTime());
  const times = posts.map(({ talkedAt }) => talkedAt.getTime());
  const here = knowers.filter(({ staffId }) => isHere(staffId));
  return {
    lastTalkedAt: times.length > 0 ? new Date(Math.max(...times)) : null,
    openIssues: issues.length,
    oldestIssueAt: issues.length > 0 ? new Date(Math.min(...issues)) : null,
    knowers,
    knowerIds: knowers.map(({ staffId }) => staffId),
    soleStaffId: knowers.length === 0 || here.length > 1 ? null : (here[0]?.staffId ?? ''),
  };
}

/** Authors of these posts, most posts first, then the latest talk. */
function knowersOf(posts: readonly CountedEntry[]): Knower[] {
  const knowers = new Map<string, Knower>();
  for (const { ownerId: staffId, talkedAt, id: lastPostId } of posts) {
    const known = knowers.get(staffId);
    if (!known) {
      knowers.set(staffId, { staffId, posts: 1, lastTalkedAt: talkedAt, lastPostId });
      continue;
    }
    known.posts += 1;
    if (talkedAt > known.lastTalkedAt) {
      known.lastTalkedAt = talkedAt;
      known.lastPostId = lastPostId;
    }
  }
  return [...knowers.values()].sort(
    (one, other) =>
      other.posts - one.posts || other.lastTalkedAt.getTime() - one.lastTalkedAt.getTime(),
  );
}

type Days = Pick<RadarSettings, 'defaultDays' | 'types'>;

/** Days after which members of a type are cold; null: not watched. */
export function coldDaysOf(settings: Days, typeId: string): number | null {
  const own = settings.types.find((type) => type.typeId === typeId);
  return own ? own.days : settings.defaultDays;
}

/** Members without a talk since before this time are cold; null: not watched. */
export function coldBefore(settings: Days, typeId: string, now: Date): Date | null {
  const days = coldDaysOf(settings, typeId);
  return days === null ? null : new Date(now.getTime() - days * DAY_MS);
}
