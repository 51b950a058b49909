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
  /** Number of its arrival, if it came live at the front after the window was opened. */
  arrival?: number;
}

/** A contiguous range of a feed, newest talk first. */
export interface FeedWindow {
  items: FeedPost[];
  /** Cursor to older posts; null at the oldest. */
  older: string | null;
  /** Cursor to newer posts; null when the window starts with the newest. */
  newer: string | null;
  /** Older posts were dropped to stay within the cap. */
  cut: boolean;
  /** Number of prepended posts; decremented when one is removed there. */
  lead: number;
  /** How many of them came with requested pages. */
  paged: number;
  /** Number of posts that ever came live at the front. */
  arrivals: number;
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

function distinct(items: FeedPost[]): FeedPost[] {
  return [...new Map(items.map((post) => [post.id, post])).values()].toSorted(compareFeedPosts);
}

/** A window from a page: the newest, or that around a post. */
export function openWindow(page: Page<Post>): FeedWindow {
  return {
    items: distinct(page.items),
    older: page.nextCursor,
    newer: page.previousCursor,
    cut: false,
    lead: 0,
    paged: 0,
    arrivals: 0,
  };
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

/** Appends a page of older posts. */
export function addOlder(window: FeedWindow, page: Page<Post>): FeedWindow {
  const known = new Set(window.items.map((post) => post.id));
  const fresh = page.items.filter((post) => !known.has(post.id));
  return { ...window, items: distinct([...window.items, ...fresh]), older: page.nextCursor };
}

/** Prepends a page of newer posts. */
export function addNewer(window: FeedWindow, page: Page<Post>): FeedWindow {
  const known = new Set(window.items.map((post) => post.id));
  const fresh = page.items.filter((post) => !known.has(post.id));
  return {
    ...window,
    items: distinct([...fresh, ...window.items]),
    newer: page.previousCursor,
    lead: window.lead + fresh.length,
    paged: window.paged + fresh.length,
  };
}

/** Drops the oldest beyond the cap. */
function withinCap(window: FeedWindow): FeedWindow {
  if (window.items.length <= FEED_CAP) return window;
  return { ...window, items: window.items.slice(0, FEED_CAP), older: null, cut: true };
}

/** Removes posts by id. */
export function removePosts(window: FeedWindow, ids: ReadonlySet<string>): FeedWindow {
  if (!window.items.some((post) => ids.has(post.id))) return window;
  let lead = window.lead;
  // Only posts before everything that stays change `lead`.
  for (const post of window.items) {
    if (!ids.has(post.id)) break;
    lead -= 1;
  }
  return { ...window, items: window.items.filter((post) => !ids.has(post.id)), lead };
}

/** Whether a post that is not held is within the range of the window. */
function isCovered(window: FeedWindow, post: Post): boolean {
  const first = window.items[0];
  const last = window.items.at(-1);
  if (!first || !last) return window.newer === null && window.older === null;
  if (compareFeedPosts(post, first) < 0) return window.newer === null;
  if (compareFeedPosts(post, last) > 0) return window.older === null && !window.cut;
  return true;
}

/** What a held post keeps when its contents are replaced. */
function placed({ key, arrival }: FeedPost): Pick<FeedPost, 'key' | 'arrival'> {
  return { ...(key && { key }), ...(arrival && { arrival }) };
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

/** Inserts or updates a post at its position, or removes it if it does not belong (any more). */
export function putPost(window: FeedWindow, place: FeedPlace, post: FeedPost): FeedWindow {
  const at = window.items.findIndex((held) => held.id === post.id);
  const held = window.items[at];
  if (held) {
    if (!belongsTo(place, post)) return removePosts(window, new Set([post.id]));
    // Data read before a known change are outdated.
    if (post.version < held.version) return window;
    const next = { ...post, ...placed(held) };
    if (compareFeedPosts(held, post) === 0) {
      return { ...window, items: window.items.with(at, next) };
    }
    const without = { ...window, items: window.items.toSpliced(at, 1) };
    if (!isCovered(without, post)) return removePosts(window, new Set([post.id]));
    return { ...window, items: [...without.items, next].toSorted(compareFeedPosts) };
  }
  const sent = window.items.find((pending) => isSending(pending, post));
  if (sent) return replacePending(window, place, sent.id, post);
  if (!belongsTo(place, post) || !isCovered(window, post)) return window;
  const first = window.items[0];
  const leads = !first || compareFeedPosts(post, first) < 0;
  const arrivals = window.arrivals + (leads ? 1 : 0);
  const added = leads ? { ...post, arrival: arrivals } : post;
  return withinCap({
    ...window,
    items: [...window.items, added].toSorted(compareFeedPosts),
    lead: window.lead + (leads ? 1 : 0),
    arrivals,
  });
}

/** Applies a batch read: requested but missing posts are removed, the others inserted. */
export function mergeRead(
  window: FeedWindow,
  place: FeedPlace,
  asked: readonly string[],
  read: readonly Post[],
): FeedWindow {
  const given = new Set(read.map((post) => post.id));
  const gone = new Set(asked.filter((id) => !given.has(id)));
  return read.reduce<FeedWindow>(
    (now, post) => putPost(now, place, post),
    removePosts(window, gone),
  );
}

/** Replaces a pending post by the server's; it keeps its element. */
export function replacePending(
  window: FeedWindow,
  place: FeedPlace,
  pendingId: string,
  post: Post,
): FeedWindow {
  const pending = window.items.find((held) => held.id === pendingId);
  if (!pending) return putPost(window, place, post);
  // The live stream may have been faster than the answer.
  const twice = window.items.some((held) => held.id === post.id);
  const base = twice ? removePosts(window, new Set([post.id])) : window;
  const next = { ...post, key: pendingId, ...placed(pending) };
  return {
    ...base,
    items: base.items
      .map((held) => (held.id === pendingId ? next : held))
      .toSorted(compareFeedPosts),
  };
}
