import type { LiveMessage, Post } from '@engawa/contracts';
import { problemFrom } from '../../../shared/problem/api-problem';
import { api } from '../../../shared/api/api';
import type { FeedPlace } from '../../../shared/address/post-address';
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
  takeRead,
} from './feed-window';
import { type ApiThunk, openFeeds } from '../thread/thread-cache';
import { placeQuery, timelineApi } from '../timeline.api';

/** Most posts per read by ids. */
const READ_SIZE = 50;

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
export function reopenFeed(place: FeedPlace, around: string | null): ApiThunk<Promise<void>> {
  return async (dispatch) => {
    const opening = dispatch(
      timelineApi.endpoints.feed.initiate({ place, around }, { forceRefetch: true }),
    );
    try {
      await opening.unwrap();
    } finally {
      opening.unsubscribe();
    }
  };
}

/** Reads posts by id and puts them into every feed that is held. */
function readAgain(ids: readonly string[]): ApiThunk<Promise<void>> {
  return async (dispatch, getState) => {
    for (let start = 0; start < ids.length; start += READ_SIZE) {
      const asked = ids.slice(start, start + READ_SIZE);
      const page = await dispatch(readPage({ ids: asked.join(','), limit: READ_SIZE }));
      for (const { args, window } of openFeeds(getState())) {
        const next = takeRead(window, args.place, asked, page.items);
        if (next !== window) {
          dispatch(timelineApi.util.updateQueryData('feed', args, () => next));
        }
      }
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
          takeRead(now, args.place, asked, read),
        ),
      );
    }
  };
}

/** Which posts a batch of live messages makes stale, and which are gone. */
function staleIds(
  messages: readonly LiveMessage[],
  held: readonly Post[],
): { changed: string[]; gone: string[] } {
  const changed = new Set<string>();
  const gone = new Set<string>();
  for (const { name, postId, commentId, aggregate } of messages) {
    const [service, entity, event] = name.split('.');
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
  return { changed: [...changed].filter((id) => !gone.has(id)), gone: [...gone] };
}

/** Updates all feeds by a batch of live messages. */
export function applyLive(batch: {
  messages: LiveMessage[];
  reset: boolean;
}): ApiThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const feeds = openFeeds(getState());
    if (feeds.length === 0) return;
    try {
      if (batch.reset) return await dispatch(catchUp());
      const held = feeds.flatMap(({ window }) => window.items);
      const { changed, gone } = staleIds(batch.messages, held);
      if (gone.length > 0) {
        for (const { args, window } of feeds) {
          const next = removePosts(window, new Set(gone));
          if (next !== window) {
            dispatch(timelineApi.util.updateQueryData('feed', args, () => next));
          }
        }
      }
      if (changed.length > 0) await dispatch(readAgain(changed));
    } catch (error) {
      // Offline: the stream sends `reset` once it is back, and everything is read again.
      if (problemFrom(error).code === 'unknown') throw error;
    }
  };
}
