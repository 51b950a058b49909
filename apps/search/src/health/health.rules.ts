import { RELATION_MONTHS, type RadarSettings } from '@engawa/contracts';
import type { CountedTalk } from '../member-brief/member-brief.repository';
import type { ColdFilter } from './health.repository';
import type { KnowingStaff, MemberHealthDocument, MonthOfTalks } from './health.schema';

const DAY_MS = 86_400_000;

/** What is known of authors: deactivated ones and god are not here, integrations are nobody's knowledge. */
interface KnownStaff {
  isHere(staffId: string): boolean;
  isPerson(staffId: string): boolean;
}

/** The radar's data of a member, from the posts about them. */
export function healthOf(
  posts: readonly CountedTalk[],
  { isHere, isPerson }: KnownStaff,
): Pick<
  MemberHealthDocument,
  'lastTalkedAt' | 'openIssues' | 'oldestIssueAt' | 'knowers' | 'knowerIds' | 'soleStaffId'
> {
  const knowers = knowersOf(posts.filter(({ ownerId }) => isPerson(ownerId)));
  const issues = posts
    .filter((post) => isOpenIssue(post))
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

function isOpenIssue({ issueOpenedAt, issueClosedAt }: CountedTalk): boolean {
  return issueOpenedAt !== null && issueClosedAt === null;
}

/** Authors of these posts, most posts first, then the latest talk. */
function knowersOf(posts: readonly CountedTalk[]): KnowingStaff[] {
  const knowers = new Map<string, KnowingStaff>();
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

/** Months of talks that are kept: enough for the picture of any month of the last year. */
const KEPT_MONTHS = 24;
/** Of `2026-11`. */
const MONTH_LENGTH = 7;

/**
 * Months with talks, the oldest first. `dayOf` gives the day of a time by the space's calendar.
 * Among equally many talks, the author of the latest counts.
 */
export function monthsOf(
  posts: readonly CountedTalk[],
  dayOf: (time: Date) => string,
  isPerson: (staffId: string) => boolean = () => true,
): MonthOfTalks[] {
  const months = new Map<string, CountedTalk[]>();
  for (const post of posts) {
    const month = dayOf(post.talkedAt).slice(0, 7);
    const of = months.get(month);
    if (of) of.push(post);
    else months.set(month, [post]);
  }
  return [...months]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .slice(-KEPT_MONTHS)
    .map(([month, of]) => ({
      month,
      talks: of.length,
      openIssues: of.filter((post) => isOpenIssue(post)).length,
      // What integrations wrote down counts as talks; they lead a month that has no other author.
      staffId: (knowersOf(of.filter(({ ownerId }) => isPerson(ownerId)))[0] ?? knowersOf(of)[0])!
        .staffId,
    }));
}

/**
 * Months as one text: the authors, and after `|` each month with its talks, open issues and the place
 * of its author. Ids have no spaces.
 */
export function packMonths(months: readonly MonthOfTalks[]): string {
  if (months.length === 0) return '';
  const staffs = [...new Set(months.map(({ staffId }) => staffId))];
  const packed = months.map(({ month, talks, openIssues, staffId }) =>
    [month, talks, openIssues, staffs.indexOf(staffId)].join(' '),
  );
  return `${staffs.join(' ')}|${packed.join(',')}`;
}

/**
 * The packed months that are wanted; the others are not parsed. Parses by index: a picture has 24,000
 * months, and splitting the text costs three times as much.
 */
export function unpackMonths(
  packed: string,
  isWanted: (month: string) => boolean = () => true,
): MonthOfTalks[] {
  const bar = packed.indexOf('|');
  if (bar < 0) return [];
  const staffs = packed.slice(0, bar).split(' ');
  const found: MonthOfTalks[] = [];
  for (let at = bar + 1; at < packed.length;) {
    const month = packed.slice(at, at + MONTH_LENGTH);
    const talks = at + MONTH_LENGTH + 1;
    const comma = packed.indexOf(',', talks);
    const end = comma < 0 ? packed.length : comma;
    if (isWanted(month)) {
      const openIssues = packed.indexOf(' ', talks) + 1;
      const staff = packed.indexOf(' ', openIssues) + 1;
      found.push({
        month,
        talks: Number(packed.slice(talks, openIssues)),
        openIssues: Number(packed.slice(openIssues, staff)),
        staffId: staffs[Number(packed.slice(staff, end))]!,
      });
    }
    at = end + 1;
  }
  return found;
}

/** The month so many months later; a negative count leads back. */
export function addMonths(month: string, count: number): string {
  const [year, at] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, at - 1 + count, 1)).toISOString().slice(0, 7);
}

/** The 12 months that end with the given one, the oldest first. */
export function monthsUntil(last: string): string[] {
  return Array.from({ length: RELATION_MONTHS }, (_, at) =>
    addMonths(last, at + 1 - RELATION_MONTHS),
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

/** Finds the cold members of these types that are not snoozed; types that are not watched have none. */
export function coldFilters(
  settings: Days,
  typeIds: readonly string[],
  snoozed: readonly { member: { id: string } }[],
  now: Date,
): ColdFilter[] {
  const without = snoozed.map(({ member }) => member.id);
  return typeIds.flatMap((typeId) => {
    const before = coldBefore(settings, typeId, now);
    return before ? [{ typeId, before, without }] : [];
  });
}
