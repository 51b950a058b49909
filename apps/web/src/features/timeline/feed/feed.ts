import type { LiveMessage, Post } from '@engawa/contracts';
import { problemFrom } from '../../../shared/problem/api-problem';
import { api } from '../../../shared/api/api';
import type { FeedPlace } from '../../../shared/address/post-address';
import { onLive } from '../../../shared/live/live';
import type { Page } from '../../../shared/directory/directory.api';
import {
  addNewer,
  addOlder,
  canLoadNewer,
  canLoadOlder,
  compareFeedPosts,
  FEED_CAP,
  type FeedWindow,
  removePosts,
  mergeRead,
} from './feed-window';
import { type ApiDispatch, type ApiThunk, openFeeds } from '../thread/thread-cache';
import { placeQuery, timelineApi } from '../timeline.api';

/** Most posts per read by ids. */
const READ_SIZE = 50;
const FIRST_RETRY_DELAY_MS = 500;
const MAX_RETRY_DELAY_MS = 5_000;

/** Endpoints without cache; the windows keep the posts. */
const readApi = api.injectEndpoints({
  endpoints: (build) => ({
    readPosts: build.query<Page<Post>, Record<string, unknown>>({
      query: (params) => ({ url: '/posts', params }),
      keepUnusedDataFor: 0,
    }),
  }),
});

function readPage(params: Record<string, unknown>): ApiThunk<Promise<Page<Post>>> {
  return async (dispatch) => {
    const reading = dispatch(readApi.endpoints.readPosts.initiate(params, { forceRefetch: true }));
    try {
      return await reading.unwrap();
    } finally {
      reading.unsubscribe();
    }
  };
}

/** Loads ten more posts at one end; does nothing at the end or at the cap. */
export function loadMore(place: FeedPlace, end: 'older' | 'newer'): ApiThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const window = timelineApi.endpoints.feed.select({ place })(getState()).data;
    if (!window || !(end === 'older' ? canLoadOlder(window) : canLoadNewer(window))) return;
    const page = await dispatch(readPage({ ...placeQuery(place), cursor: window[end] }));
    dispatch(
      timelineApi.util.updateQueryData('feed', { place }, (now) =>
        end === 'older' ? addOlder(now, page) : addNewer(now, page),
      ),
    );
  };
}

/** Reopens a feed at the newest post or around a post. */
export function reopenFeed(place: FeedPlace, around: string | null): ApiThunk<Promise<FeedWindow>> {
  return async (dispatch) => {
    const opening = dispatch(
      timelineApi.endpoints.feed.initiate({ place, around }, { forceRefetch: true }),
    );
    try {
      return await opening.unwrap();
    } finally {
      opening.unsubscribe();
    }
  };
}

/** Puts posts into every feed that is held, and removes those that were asked for in vain. */
function mergeIntoFeeds(asked: readonly string[], posts: readonly Post[]): ApiThunk {
  return (dispatch, getState) => {
    for (const { args, window } of openFeeds(getState())) {
      const next = mergeRead(window, args.place, asked, posts);
      if (next !== window) dispatch(timelineApi.util.updateQueryData('feed', args, () => next));
    }
  };
}

/** Reads posts by id and puts them into every feed that is held. */
function readAgain(ids: readonly string[]): ApiThunk<Promise<void>> {
  return async (dispatch) => {
    for (let start = 0; start < ids.length; start += READ_SIZE) {
      const asked = ids.slice(start, start + READ_SIZE);
      const page = await dispatch(readPage({ ids: asked.join(','), limit: READ_SIZE }));
      dispatch(mergeIntoFeeds(asked, page.items));
    }
  };
}

/**
 * Reads the range of a window again, from its front to its last post.
 *
 * @returns the current posts, and the held ones that must be there or are gone
 */
function readStretch(
  place: FeedPlace,
  window: FeedWindow,
): ApiThunk<Promise<{ read: Post[]; asked: string[] }>> {
  return async (dispatch) => {
    const held = window.items.filter((post) => !post.pending);
    const last = held.at(-1);
    let page = await dispatch(readFront(place, window, held));
    const read = [...page.items];
    const isDone = () => {
      const reached = read.at(-1);
      return !last || !reached || compareFeedPosts(reached, last) >= 0;
    };
    while (page.nextCursor && !isDone() && read.length < FEED_CAP) {
      const cursor = page.nextCursor;
      page = await dispatch(readPage({ ...placeQuery(place), cursor, limit: READ_SIZE }));
      read.push(...page.items);
    }
    const end = page.nextCursor ? read.at(-1) : undefined;
    const asked = held.filter((post) => !end || compareFeedPosts(post, end) <= 0);
    return { read, asked: asked.map((post) => post.id) };
  };
}

/** The first page of a window: the newest posts, or those around the first that still exists. */
function readFront(
  place: FeedPlace,
  window: FeedWindow,
  held: readonly Post[],
): ApiThunk<Promise<Page<Post>>> {
  return async (dispatch) => {
    const about = placeQuery(place);
    if (window.newer === null) return dispatch(readPage({ ...about, limit: READ_SIZE }));
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
 * After a lost connection: reads each window's range again, so that nothing is missed, even a talk
 * written down late, and no deleted post stays.
 */
function catchUp(): ApiThunk<Promise<void>> {
  return async (dispatch, getState) => {
    for (const { args, window } of openFeeds(getState())) {
      const { read, asked } = await dispatch(readStretch(args.place, window));
      dispatch(
        timelineApi.util.updateQueryData('feed', args, (now) =>
          mergeRead(now, args.place, asked, read),
        ),
      );
    }
  };
}

/**
 * Which posts a batch of live messages makes stale, which of them the messages carry, and which are
 * gone.
 */
function staleIds(
  messages: readonly LiveMessage[],
  held: readonly Post[],
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
      for (const post of held) {
        if (post.members.some((member) => member.id === aggregate.id)) changed.add(post.id);
      }
    } else if (service === 'identity' && entity === 'staff') {
      for (const post of held) if (post.ownerId === aggregate.id) changed.add(post.id);
    }
  }
  return {
    changed: [...changed].filter((id) => !gone.has(id) && !carried.has(id)),
    carried: [...carried.values()].filter(({ id }) => !gone.has(id)),
    gone: [...gone],
  };
}

/** Resolves when no feed is being opened: it may be read before what was received meanwhile. */
function feedsOpened(): ApiThunk<Promise<unknown>> {
  return (dispatch, getState) =>
    Promise.allSettled(
      timelineApi.util
        .selectCachedArgsForQuery(getState(), 'feed')
        .map((args) => dispatch(timelineApi.util.getRunningQueryThunk('feed', args))),
    );
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

/** Updates all feeds by a batch of live messages. */
export function applyLive(batch: {
  messages: LiveMessage[];
  reset: boolean;
}): ApiThunk<Promise<void>> {
  return async (dispatch, getState) => {
    await dispatch(feedsOpened());
    const feeds = openFeeds(getState());
    if (feeds.length === 0) return;
    try {
      if (batch.reset) return await untilAnswered(() => dispatch(catchUp()));
      const held = feeds.flatMap(({ window }) => window.items);
      const { changed, carried, gone } = staleIds(batch.messages, held);
      if (gone.length > 0) {
        for (const { args, window } of feeds) {
          const next = removePosts(window, new Set(gone));
          if (next !== window) {
            dispatch(timelineApi.util.updateQueryData('feed', args, () => next));
          }
        }
      }
      if (carried.length > 0) dispatch(mergeIntoFeeds([], carried));
      if (changed.length > 0) await untilAnswered(() => dispatch(readAgain(changed)));
    } catch (error) {
      // Refused for good, as after the end of a session: nothing can be shown.
      if (problemFrom(error).code === 'unknown') throw error;
    }
  };
}

/** Keeps the held feeds live until the returned function is called. */
export function followFeeds(dispatch: ApiDispatch): () => void {
  let before: Promise<unknown> = Promise.resolve();
  return onLive((batch) => {
    // One after another: what is read for a batch must not undo a later one.
    const applied = before.then(() => dispatch(applyLive(batch)));
    before = Promise.allSettled([applied]);
  });
}
