import type { Post } from '@engawa/contracts';
import type { FeedPlace } from '../../../shared/address/post-address';
import { api } from '../../../shared/api/api';
import { readOnce } from '../../../shared/api/read-once';
import type { Page } from '../../../shared/directory/directory.api';
import { problemFrom } from '../../../shared/problem/api-problem';
import {
  type ApiThunk,
  changeFeeds,
  changesOf,
  heldFeeds,
  storeThreadPost,
} from '../thread/thread-cache';
import { placeQuery, startAround, timelineApi } from '../timeline.api';
import {
  compareFeedPosts,
  FEED_CAP,
  forget,
  type HeldFeed,
  isAboveEnd,
  isBelowFront,
  mergeRead,
  postsOf,
} from './feed-window';

/** Most posts per read by ids. */
const READ_SIZE = 50;

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
export function pagesRead(place: FeedPlace): ApiThunk<Promise<void>> {
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
export function storeInThreads(posts: readonly Post[]): ApiThunk {
  return (dispatch) => posts.forEach((post) => void dispatch(storeThreadPost(post)));
}

/** Reads posts by id and stores them, and that the others are gone. */
export function readAgain(ids: readonly string[]): ApiThunk<Promise<void>> {
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
export function catchUp(): ApiThunk<Promise<void>> {
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
