import { type FeedPlace, placePath, readPostAddress } from '../../../shared/address/post-address';
import type { ApiDispatch } from '../thread/thread-cache';
import { startAround, timelineApi } from '../timeline.api';
import { followFeeds } from './feed';

/** The feed that was asked for before its page, and how to end following it. */
let ahead: { key: string; stop: () => void } | null = null;
/** A page follows the feeds, or did. */
let isOver = false;

/**
 * Asks for the posts of the timeline before its page is rendered, which takes a while on a slow
 * device. Does nothing with filters, which the page knows, and once a page asked itself. Resolves
 * with whether that is all that the page shows.
 */
export function readTimelineAhead(
  dispatch: ApiDispatch,
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
): Promise<boolean> | undefined {
  if (search !== '' || isOver) return undefined;
  const place: FeedPlace = { kind: 'all' };
  const { postId } = readPostAddress(pathname);
  const initialPageParam = startAround(postId);
  ahead = { key: placePath(place), stop: followFeeds(dispatch) };
  // The page subscribes to it.
  const read = dispatch(
    timelineApi.endpoints.feed.initiate(place, { initialPageParam, subscribe: false }),
  );
  // At a post, it shows what is above it and the thread too.
  return read.then(() => postId === null);
}

/** Whether the feed was read ahead and is live since. */
export function isReadAhead(place: FeedPlace): boolean {
  return ahead?.key === placePath(place);
}

/** To be called when a page follows the feeds. */
export function endReadAhead(): void {
  ahead?.stop();
  ahead = null;
  isOver = true;
}
