import type { EntryDocument } from '../entry/entry.schema';

/** Counted fields of an entry; texts are read only for those shown. */
export type CountedEntry = Pick<
  EntryDocument,
  | 'id'
  | 'kind'
  | 'postId'
  | 'ownerId'
  | 'memberIds'
  | 'labelIds'
  | 'taskStatus'
  | 'talkedAt'
  | 'issueOpenedAt'
  | 'issueClosedAt'
>;

const DAY_MS = 86_400_000;
/** Longest excerpt in characters. */
const EXCERPT_LENGTH = 140;

/** Authors with the number and latest time of these posts, most posts first, then the latest. */
export function writersOf(
  posts: readonly CountedEntry[],
): { id: string; posts: number; lastTalkedAt: Date }[] {
  const writers = new Map<string, { id: string; posts: number; lastTalkedAt: Date }>();
  for (const { ownerId, talkedAt } of posts) {
    const writer = writers.get(ownerId);
    if (!writer) writers.set(ownerId, { id: ownerId, posts: 1, lastTalkedAt: talkedAt });
    else {
      writer.posts += 1;
      if (talkedAt > writer.lastTalkedAt) writer.lastTalkedAt = talkedAt;
    }
  }
  return [...writers.values()].sort(
    (one, other) =>
      other.posts - one.posts || other.lastTalkedAt.getTime() - one.lastTalkedAt.getTime(),
  );
}

/**
 * Other members in these posts with their counts, highest first. `shownAs` maps merged members to
 * the remaining one.
 */
export function companionsOf(
  posts: readonly CountedEntry[],
  memberId: string,
  shownAs: (id: string) => string,
): { id: string; posts: number }[] {
  const counts = new Map<string, number>();
  for (const { memberIds } of posts) {
    const others = new Set(memberIds.map(shownAs));
    others.delete(shownAs(memberId));
    for (const id of others) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return [...counts]
    .map(([id, count]) => ({ id, posts: count }))
    .sort((one, other) => other.posts - one.posts || (one.id < other.id ? -1 : 1));
}

/** Posts whose issue is open, the oldest first. */
export function openIssuesOf(posts: readonly CountedEntry[]): CountedEntry[] {
  return posts
    .filter(({ issueOpenedAt, issueClosedAt }) => issueOpenedAt !== null && issueClosedAt === null)
    .sort((one, other) => one.issueOpenedAt!.getTime() - other.issueOpenedAt!.getTime());
}

/** How long what a member seeks or offers counts, in days. */
export const WISH_DAYS = 365;

/** Whether the issue of a post that says what a member seeks or offers is not solved. */
export function isOpenWish({
  issueOpenedAt,
  issueClosedAt,
}: Pick<CountedEntry, 'issueOpenedAt' | 'issueClosedAt'>): boolean {
  return issueOpenedAt === null || issueClosedAt === null;
}

/** Posts with one of these labels that still count, the newest first. */
export function wishesOf(
  posts: readonly CountedEntry[],
  labelIds: readonly string[],
  now: Date,
): CountedEntry[] {
  const since = new Date(now.getTime() - WISH_DAYS * DAY_MS);
  return posts.filter(
    (post) =>
      post.talkedAt >= since &&
      post.labelIds.some((id) => labelIds.includes(id)) &&
      isOpenWish(post),
  );
}

/** Whether the task is not finished. */
export function isOpenTask({ taskStatus }: Pick<CountedEntry, 'taskStatus'>): boolean {
  return taskStatus === 'waiting' || taskStatus === 'inProgress';
}

/** The start of a memo on one line. */
export function excerptOf(memo: string): string {
  const line = memo.replace(/\s+/g, ' ').trim();
  const letters = [...line];
  return letters.length > EXCERPT_LENGTH ? `${letters.slice(0, EXCERPT_LENGTH).join('')}…` : line;
}
