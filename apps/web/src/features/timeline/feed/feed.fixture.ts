import type { Post } from '@engawa/contracts';
import type { FeedPlace } from '../../../shared/address/post-address';
import type { Page } from '../../../shared/directory/directory.api';
import { type ApiState, changesOf } from '../thread/thread-cache';
import { startAround, timelineApi } from '../timeline.api';
import { type Changes, dropPosts, type HeldFeed, putPost, windowOf } from './feed-window';

/** A feed for tests, as pages and live changes make it. */
export function createFeed(place: FeedPlace, opened: Page<Post>) {
  let pages = [opened];
  let changes: Changes = {};
  const window = () => windowOf({ place, pages }, changes);
  return {
    window,
    older: (page: Page<Post>) => ((pages = [...pages, page]), window()),
    newer: (page: Page<Post>) => ((pages = [page, ...pages]), window()),
    change(recipe: (changes: Changes, feeds: HeldFeed[]) => Changes) {
      changes = recipe(changes, [{ place, pages }]);
      return window();
    },
    put: (post: Post) => ((changes = putPost([{ place, pages }], changes, post)), window()),
    drop(...ids: string[]) {
      changes = dropPosts([{ place, pages }], changes, ids);
      return window();
    },
  };
}

/** Opens a feed at the newest post or around a post. */
export function openFeed(place: FeedPlace, around?: string) {
  const initialPageParam = startAround(around ?? null);
  return timelineApi.endpoints.feed.initiate(place, { initialPageParam });
}

/** Loads the next page of older posts. */
export function loadOlder(place: FeedPlace) {
  return timelineApi.endpoints.feed.initiate(place, { direction: 'forward' });
}

/** The posts that a feed shows. */
export function shownPosts(state: ApiState, place: FeedPlace) {
  const { pages } = timelineApi.endpoints.feed.select(place)(state).data!;
  return windowOf({ place, pages }, changesOf(state)).items;
}
