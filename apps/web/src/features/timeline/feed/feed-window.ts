import type { Post } from '@engawa/contracts';
import type { FeedPlace } from '../../../shared/address/post-address';
import type { Page } from '../../../shared/directory/directory.api';
import { passesFilter } from './feed-filter.rules';

/** Most posts in a window; no more are loaded beyond (specification, section 9). */
export const FEED_CAP = 300;

/** A post in a window. */
export interface FeedPost extends Post {
  /** Not acknowledged by the server yet. */
  pending?: boolean;
  /** Waiting for the connection. */
  waiting?: boolean;
  /** Keeps its element when a pending post gets its real id. */
  key?: string;
  /** As the server knows it, while a change is shown before its answer: the post stays at that place. */
  confirmed?: Post;
}

/** A feed as the server gave it: contiguous pages, newest talk first. */
export interface HeldFeed {
  place: FeedPlace;
  pages: readonly Page<Post>[];
}

/**
 * What changed since the pages were read, by id: changed and new posts, and null for one that is gone.
 * All feeds share it.
 */
export type Changes = Readonly<Record<string, FeedPost | null>>;

/** What a feed shows: a contiguous range of posts, newest talk first. */
export interface FeedWindow {
  items: FeedPost[];
  /** Cursor to older posts; null at the oldest. */
  older: string | null;
  /** Cursor to newer posts; null when the window starts with the newest. */
  newer: string | null;
  /** There are older posts in the range, beyond the cap. */
  cut: boolean;
}

/** What stays the same when a pending post gets its real id. */
export function keyOf(post: FeedPost): string {
  return post.key ?? post.id;
}

/** Newest talk first, then the larger id, as in the API. */
export function compareFeedPosts(
  a: Pick<Post, 'talkedAt' | 'id'>,
  b: Pick<Post, 'talkedAt' | 'id'>,
): number {
  const byTime = Date.parse(b.talkedAt) - Date.parse(a.talkedAt);
  return byTime !== 0 ? byTime : a.id < b.id ? 1 : a.id > b.id ? -1 : 0;
}

/** Whether a post belongs to what a place shows. */
function belongsTo(place: FeedPlace, post: Post): boolean {
  if (place.filter && !passesFilter(place.filter, post)) return false;
  if (place.kind === 'all') return true;
  if (place.kind === 'staff') return post.ownerId === place.id;
  return post.members.some((member) => member.id === place.id);
}

/** Whether a post is not above the pages of a feed; nothing is above the newest. */
export function isBelowFront({ pages }: HeldFeed, post: Post): boolean {
  const first = pages.find(({ items }) => items.length > 0)?.items[0];
  if (!pages[0]?.previousCursor) return true;
  return first !== undefined && compareFeedPosts(post, first) >= 0;
}

/** Whether a post is not below the pages of a feed; nothing is below the oldest. */
export function isAboveEnd({ pages }: HeldFeed, post: Post): boolean {
  const last = pages.findLast(({ items }) => items.length > 0)?.items.at(-1);
  if (!pages.at(-1)?.nextCursor) return true;
  return last !== undefined && compareFeedPosts(post, last) <= 0;
}

/** Whether a post that no page has is part of a feed. */
function isCovered(feed: HeldFeed, shown: FeedPost): boolean {
  const post = shown.confirmed ?? shown;
  return belongsTo(feed.place, post) && isBelowFront(feed, post) && isAboveEnd(feed, post);
}

function inPages({ pages }: HeldFeed, id: string): Post | undefined {
  for (const { items } of pages) {
    const post = items.find((one) => one.id === id);
    if (post) return post;
  }
  return undefined;
}

/** All posts of a feed, also beyond the cap. */
export function postsOf(feed: HeldFeed, changes: Changes): FeedPost[] {
  const posts = new Map<string, FeedPost>();
  for (const post of feed.pages.flatMap(({ items }) => items)) {
    const read = posts.get(post.id);
    if (!read || read.version <= post.version) posts.set(post.id, post);
  }
  for (const [id, post] of Object.entries(changes)) {
    const read = posts.get(id);
    if (post && read && read.version > post.version) continue;
    if (post && isCovered(feed, post)) posts.set(id, post);
    else posts.delete(id);
  }
  return [...posts.values()].toSorted((a, b) =>
    compareFeedPosts(a.confirmed ?? a, b.confirmed ?? b),
  );
}

/** The latest known version of a post that a feed has; undefined for one that is gone. */
export function findPost(
  feeds: readonly HeldFeed[],
  changes: Changes,
  id: string,
): FeedPost | undefined {
  let latest = changes[id];
  if (latest === null) return undefined;
  for (const feed of feeds) {
    const read = inPages(feed, id);
    if (read && (!latest || read.version > latest.version)) latest = read;
  }
  return latest;
}

/** What a feed shows. */
export function windowOf(feed: HeldFeed, changes: Changes): FeedWindow {
  const posts = postsOf(feed, changes);
  return {
    items: posts.slice(0, FEED_CAP),
    older: feed.pages.at(-1)?.nextCursor ?? null,
    newer: feed.pages[0]?.previousCursor ?? null,
    cut: posts.length > FEED_CAP,
  };
}

/**
 * The first page of a feed as the server would answer it now, with at least `size` posts if the feed has
 * so many; null where newer posts are not loaded. Without what the server does not know.
 */
export function newestPage(
  { place, pages }: HeldFeed,
  changes: Changes,
  size: number,
): Page<Post> | null {
  if (pages[0]?.previousCursor) return null;
  for (let count = 1; ; count += 1) {
    const begin = { place, pages: pages.slice(0, count) };
    const items = postsOf(begin, changes)
      .filter((post) => !post.pending)
      .map((post) => post.confirmed ?? post);
    if (items.length < size && count < pages.length) continue;
    const nextCursor = begin.pages.at(-1)?.nextCursor ?? null;
    return { items: items.slice(0, FEED_CAP), nextCursor, previousCursor: null };
  }
}

/** Whether older posts can be loaded. */
export function canLoadOlder(window: FeedWindow): boolean {
  return window.older !== null && window.items.length < FEED_CAP;
}

/** Whether newer posts can be loaded. */
export function canLoadNewer(window: FeedWindow): boolean {
  return window.newer !== null && window.items.length < FEED_CAP;
}

/** Whether older posts are not loaded because the window is full. */
export function isFull(window: FeedWindow): boolean {
  return window.cut || (window.older !== null && window.items.length >= FEED_CAP);
}

/**
 * Whether a pending post is this one: the live stream may be faster than the answer, which alone tells
 * the id. A post that waits for the connection has its time already.
 */
function isSending(pending: FeedPost, post: FeedPost): boolean {
  if (!pending.pending || post.pending) return false;
  if (pending.ownerId !== post.ownerId || pending.memo.trim() !== post.memo.trim()) return false;
  return !pending.waiting || Date.parse(pending.talkedAt) === Date.parse(post.talkedAt);
}

/** Without some posts' changes. */
export function forget(changes: Changes, ids: ReadonlySet<string>): Changes {
  const left = Object.entries(changes).filter(([id]) => !ids.has(id));
  return left.length === Object.keys(changes).length ? changes : Object.fromEntries(left);
}

/** Stores a post if a feed shows it, unless a later version is known. */
export function putPost(feeds: readonly HeldFeed[], changes: Changes, post: FeedPost): Changes {
  const held = findPost(feeds, changes, post.id);
  // Data read before a known change are outdated.
  if (held && post.version < held.version) return changes;
  const sent = Object.values(changes).find((one) => one && isSending(one, post));
  if (sent) return replacePending(feeds, changes, sent.id, post);
  const isShown = feeds.some((feed) => inPages(feed, post.id) || isCovered(feed, post));
  if (!isShown) return forget(changes, new Set([post.id]));
  return { ...changes, [post.id]: held?.key ? { ...post, key: held.key } : post };
}

/** Replaces a pending post by the server's; it keeps its element. */
export function replacePending(
  feeds: readonly HeldFeed[],
  changes: Changes,
  pendingId: string,
  post: Post,
): Changes {
  if (!changes[pendingId]) return putPost(feeds, changes, post);
  // The live stream may have been faster than the answer.
  const held = changes[post.id];
  const latest = held && held.version > post.version ? held : post;
  return {
    ...forget(changes, new Set([pendingId])),
    [post.id]: { ...latest, key: pendingId },
  };
}

/** Stores that posts are gone, as far as a feed shows them. */
export function dropPosts(
  feeds: readonly HeldFeed[],
  changes: Changes,
  ids: readonly string[],
): Changes {
  const held = ids.filter((id) => findPost(feeds, changes, id));
  if (held.length === 0) return changes;
  return { ...changes, ...Object.fromEntries(held.map((id) => [id, null])) };
}

/** Applies a batch read: posts that were asked for in vain are gone, the others are stored. */
export function mergeRead(
  feeds: readonly HeldFeed[],
  changes: Changes,
  asked: readonly string[],
  read: readonly Post[],
): Changes {
  const given = new Set(read.map((post) => post.id));
  const gone = asked.filter((id) => !given.has(id));
  return read.reduce<Changes>(
    (now, post) => putPost(feeds, now, post),
    dropPosts(feeds, changes, gone),
  );
}
