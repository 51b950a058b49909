import type { LiveMessage, Post } from '@engawa/contracts';
import type { FeedPlace } from '../../../shared/address/post-address';
import { updateCachedAnswer } from '../../../shared/api/answer-cache';
import { onLive } from '../../../shared/live/live';
import { problemFrom } from '../../../shared/problem/api-problem';
import {
  type ApiDispatch,
  type ApiThunk,
  changeFeeds,
  changesOf,
  heldFeeds,
} from '../thread/thread-cache';
import { FEED_PAGE, timelineApi } from '../timeline.api';
import { catchUp, pagesRead, readAgain, storeInThreads } from './feed-reads';
import { dropPosts, type HeldFeed, mergeRead, newestPage, postsOf } from './feed-window';

const FIRST_RETRY_DELAY_MS = 500;
const MAX_RETRY_DELAY_MS = 5_000;

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
