import type { LiveMessage, Post } from '@engawa/contracts';
import { problemFrom } from '../../../shared/problem/api-problem';
import { api } from '../../../shared/api/api';
import type { FeedPlace } from '../../../shared/address/post-address';
import { updateCachedAnswer } from '../../../shared/api/answer-cache';
import { onLive } from '../../../shared/live/live';
import { readOnce } from '../../../shared/api/read-once';
import type { Page } from '../../../shared/directory/directory.api';
import {
  compareFeedPosts,
  dropPosts,
  FEED_CAP,
  forget,
  type HeldFeed,
  isAboveEnd,
  isBelowFront,
  mergeRead,
  newestPage,
  postsOf,
} from './feed-window';
import {
  type ApiDispatch,
  type ApiThunk,
  changeFeeds,
  changesOf,
  heldFeeds,
  storeThreadPost,
} from '../thread/thread-cache';
import { FEED_PAGE, placeQuery, startAround, timelineApi } from '../timeline.api';

/** Most posts per read by ids. */
const READ_SIZE = 50;
const FIRST_RETRY_DELAY_MS = 500;
const MAX_RETRY_DELAY_MS = 5_000;

/** Endpoints without cache; the feeds keep the posts. */
const readApi = api.injectEndpoints({
  endpoints: (build) => ({
    readPosts: build.query<Page<Post>, Record<string, unknown>>({
      query: (params) => ({ url: '/posts', params }),
      keepUnusedDataFor: 0,
    }),
  }),
});

function readPage(params: Record<string, unknown>): ApiThunk<Promise<Page<Post>>> {
  return (dispatch) =>
    readOnce(dispatch(readApi.endpoints.readPosts.initiate(params, { forceRefetch: true })));
}

/** Resolves when no page of a feed is being read. */
function pagesRead(place: FeedPlace): ApiThunk<Promise<void>> {
  return async (dispatch) => {
    const running = () => dispatch(timelineApi.util.getRunningQueryThunk('feed', place));
    for (let page = running(); page; page = running()) await Promise.allSettled([page]);
  };
}

/**
 * Reopens a feed at the newest post or around a post; it shows its posts until then.
 *
 * @returns the posts that it begins with
 */
export function reopenFeed(
  place: FeedPlace,
  around: string | null,
): ApiThunk<Promise<readonly Post[]>> {
  return async (dispatch) => {
    const start = startAround(around);
    await dispatch(pagesRead(place));
    // What is read again begins where the first page began.
    dispatch(
      timelineApi.util.updateQueryData('feed', place, ({ pageParams }) => {
        pageParams[0] = start;
      }),
    );
    const opening = dispatch(
      timelineApi.endpoints.feed.initiate(place, {
        forceRefetch: true,
        initialPageParam: start,
      }),
    );
    const { pages } = await readOnce(opening);
    return pages.flatMap(({ items }) => items);
  };
}

/** Stores posts that threads may show, too, though no feed does. */
function storeInThreads(posts: readonly Post[]): ApiThunk {
  return (dispatch) => posts.forEach((post) => void dispatch(storeThreadPost(post)));
}

/** Reads posts by id and stores them, and that the others are gone. */
function readAgain(ids: readonly string[]): ApiThunk<Promise<void>> {
  return async (dispatch) => {
    for (let start = 0; start < ids.length; start += READ_SIZE) {
      const asked = ids.slice(start, start + READ_SIZE);
      const { items } = await dispatch(readPage({ ids: asked.join(','), limit: READ_SIZE }));
      dispatch(changeFeeds((changes, feeds) => mergeRead(feeds, changes, asked, items)));
      dispatch(storeInThreads(items));
    }
  };
}

/** The first page of a feed: the newest posts, or those around the first that still exists. */
function readFront(
  { place, pages }: HeldFeed,
  held: readonly Post[],
): ApiThunk<Promise<Page<Post>>> {
  return async (dispatch) => {
    const about = placeQuery(place);
    if (!pages[0]?.previousCursor) return dispatch(readPage({ ...about, limit: READ_SIZE }));
    for (const { id } of held) {
      try {
        return await dispatch(readPage({ ...about, around: id }));
      } catch (error) {
        if (problemFrom(error).status !== 404) throw error;
      }
    }
    return { items: [], nextCursor: null, previousCursor: null };
  };
}

/**
 * Reads the range of a feed again. It remains as it is, except that it ends earlier where more came than
 * a window holds.
 */
function readRange(feed: HeldFeed): ApiThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const held = postsOf(feed, changesOf(getState())).filter((post) => !post.pending);
    const last = held.at(-1);
    let page = await dispatch(readFront(feed, held));
    const read = [...page.items];
    const isComplete = () => {
      const reached = read.at(-1);
      return !last || !reached || compareFeedPosts(reached, last) >= 0;
    };
    while (page.nextCursor && !isComplete() && read.length < FEED_CAP) {
      const cursor = page.nextCursor;
      page = await dispatch(readPage({ ...placeQuery(feed.place), cursor, limit: READ_SIZE }));
      read.push(...page.items);
    }
    const endsEarlier = page.nextCursor !== null && !isComplete();
    const heldEnd = feed.pages.at(-1)?.nextCursor ?? null;
    const range: Page<Post> = {
      items: read.filter((post) => isBelowFront(feed, post) && isAboveEnd(feed, post)),
      previousCursor: feed.pages[0]?.previousCursor ?? null,
      // Posts may have come below what was the oldest one.
      nextCursor: endsEarlier || heldEnd === null ? page.nextCursor : heldEnd,
    };
    await dispatch(pagesRead(feed.place));
    const now = timelineApi.endpoints.feed.select(feed.place)(getState()).data;
    const first = now?.pages.indexOf(feed.pages[0]!) ?? -1;
    // Reopened meanwhile.
    if (!now || first < 0) return;
    // Pages that were read meanwhile stay where they join.
    const end = endsEarlier ? now.pages.length : first + feed.pages.length;
    const replaced = <Item>(list: Item[], item: Item) => [
      ...list.slice(0, first),
      item,
      ...list.slice(end),
    ];
    dispatch(
      timelineApi.util.updateQueryData('feed', feed.place, () => ({
        pages: replaced(now.pages, range),
        pageParams: replaced(now.pageParams, now.pageParams[first] ?? null),
      })),
    );
  };
}

/**
 * After a lost connection: reads each feed's range again, so that nothing is missed, even a talk
 * written down late, and no deleted post stays.
 */
function catchUp(): ApiThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const before = changesOf(getState());
    for (const feed of heldFeeds(getState())) await dispatch(readRange(feed));
    dispatch(
      changeFeeds((changes) => {
        const outdated = Object.keys(changes).filter(
          (id) => changes[id] === before[id] && !changes[id]?.pending,
        );
        return forget(changes, new Set(outdated));
      }),
    );
  };
}

/**
 * Which posts a batch of live messages makes stale, which of them the messages carry, and which are
 * gone.
 */
function staleIds(
  messages: readonly LiveMessage[],
  held: () => readonly Post[],
): { changed: string[]; carried: Post[]; gone: string[] } {
  const changed = new Set<string>();
  const gone = new Set<string>();
  const carried = new Map<string, Post>();
  for (const { name, postId, commentId, aggregate, post } of messages) {
    const [service, entity, event] = name.split('.');
    if (post) carried.set(post.id, post);
    if (service === 'timeline' && entity === 'post') {
      const id = postId ?? aggregate.id;
      (event === 'deleted' ? gone : changed).add(id);
    } else if (service === 'timeline' && (entity === 'comment' || entity === 'reaction')) {
      if (postId && (entity === 'comment' || !commentId)) changed.add(postId);
    } else if (service === 'members' && entity === 'member') {
      for (const post of held()) {
        if (post.members.some((member) => member.id === aggregate.id)) changed.add(post.id);
      }
    } else if (service === 'identity' && entity === 'staff') {
      for (const post of held()) if (post.ownerId === aggregate.id) changed.add(post.id);
    }
  }
  return {
    changed: [...changed].filter((id) => !gone.has(id) && !carried.has(id)),
    carried: [...carried.values()].filter(({ id }) => !gone.has(id)),
    gone: [...gone],
  };
}

/** Repeats a read while the server cannot be reached or refuses for the moment. */
async function untilAnswered(read: () => Promise<void>): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await read();
    } catch (error) {
      const { code, status } = problemFrom(error);
      if (code !== 'network' && status < 500 && status !== 429) throw error;
    }
    const wait = Math.min(MAX_RETRY_DELAY_MS, FIRST_RETRY_DELAY_MS * 2 ** attempt);
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

function applyMessages(
  messages: readonly LiveMessage[],
  feeds: readonly HeldFeed[],
): ApiThunk<Promise<void>> {
  return async (dispatch, getState) => {
    let shown: readonly Post[] | undefined;
    // Few messages ask for them.
    const held = () => (shown ??= feeds.flatMap((feed) => postsOf(feed, changesOf(getState()))));
    const { changed, carried, gone } = staleIds(messages, held);
    dispatch(changeFeeds((now) => mergeRead(feeds, dropPosts(feeds, now, gone), [], carried)));
    dispatch(storeInThreads(carried));
    // A thread may have read them as gone before an earlier message stored them again.
    const revived = gone.filter(
      (id) => timelineApi.endpoints.getPost.select(id)(getState()).isSuccess,
    );
    if (revived.length > 0) {
      dispatch(timelineApi.util.invalidateTags(revived.map((id) => ({ type: 'Post', id }))));
    }
    if (changed.length > 0) await untilAnswered(() => dispatch(readAgain(changed)));
  };
}

/** Updates the timeline that this device keeps, which is shown where a page opens offline (WEB-6). */
function keepTimeline(): ApiThunk {
  return (_dispatch, getState) => {
    const place: FeedPlace = { kind: 'all' };
    const pages = timelineApi.endpoints.feed.select(place)(getState()).data?.pages;
    const newest = pages && newestPage({ place, pages }, changesOf(getState()), FEED_PAGE);
    if (newest) updateCachedAnswer('/posts', newest);
  };
}

/** Updates all feeds by a batch of live messages. Returns whether that may have changed them. */
export function applyLive(batch: {
  messages: LiveMessage[];
  reset: boolean;
}): ApiThunk<Promise<boolean>> {
  return async (dispatch, getState) => {
    // Pages may have been read before what was received meanwhile.
    const places = timelineApi.util.selectCachedArgsForQuery(getState(), 'feed');
    await Promise.all(places.map((place) => dispatch(pagesRead(place))));
    const feeds = heldFeeds(getState());
    if (feeds.length === 0) return false;
    const before = changesOf(getState());
    try {
      if (batch.reset) await untilAnswered(() => dispatch(catchUp()));
      else await dispatch(applyMessages(batch.messages, feeds));
    } catch (error) {
      // Refused for good, as after the end of a session: nothing can be shown.
      if (problemFrom(error).code === 'unknown') throw error;
    }
    return batch.reset || changesOf(getState()) !== before;
  };
}

/** How far the copy on the device may be behind, in ms: writing it blocks the page. */
const KEEP_DELAY_MS = 3_000;

/** Keeps the held feeds live until the returned function is called. */
export function followFeeds(dispatch: ApiDispatch): () => void {
  let before: Promise<unknown> = Promise.resolve();
  let keeping: ReturnType<typeof setTimeout> | undefined;
  const keepNow = () => {
    if (keeping === undefined) return;
    clearTimeout(keeping);
    keeping = undefined;
    dispatch(keepTimeline());
  };
  const apply = async (batch: Parameters<typeof applyLive>[0]) => {
    if (await dispatch(applyLive(batch))) keeping ??= setTimeout(keepNow, KEEP_DELAY_MS);
  };
  const stop = onLive((batch) => {
    // One after another: what is read for a batch must not undo a later one.
    const applied = before.then(() => apply(batch));
    before = Promise.allSettled([applied]);
  });
  window.addEventListener('pagehide', keepNow);
  return () => {
    window.removeEventListener('pagehide', keepNow);
    stop();
    keepNow();
  };
}
