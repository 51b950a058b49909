import type { EntryDocument } from '../entry/entry.schema';

/** What of an entry is counted; texts are read for the few that are shown. */
export type CountedEntry = Pick<
  EntryDocument,
  | 'id'
  | 'kind'
  | 'postId'
  | 'ownerId'
  | 'memberIds'
  | 'taskStatus'
  | 'talkedAt'
  | 'issueOpenedAt'
  | 'issueClosedAt'
>;

/** Longest beginning of a memo that is shown, in characters. */
const EXCERPT_LENGTH = 140;

/** Who wrote how many of these posts and when last, most first; level, the latest first. */
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
 * Who else these posts name and in how many, most often first. `shownAs` gives the id under which a
 * member is shown: several may have turned out to be one.
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

/** Whether there is still something to do. */
export function isOpenTask({ taskStatus }: Pick<CountedEntry, 'taskStatus'>): boolean {
  return taskStatus === 'waiting' || taskStatus === 'inProgress';
}

/** The beginning of a memo, on one line. */
export function excerptOf(memo: string): string {
  const line = memo.replace(/\s+/g, ' ').trim();
  const letters = [...line];
  return letters.length > EXCERPT_LENGTH ? `${letters.slice(0, EXCERPT_LENGTH).join('')}…` : line;
}
