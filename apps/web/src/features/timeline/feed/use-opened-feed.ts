import type { Post } from '@engawa/contracts';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import type { VirtuosoHandle } from 'react-virtuoso';
import {
  type FeedPlace,
  placePath,
  postPath,
  readPostAddress,
} from '../../../shared/address/post-address';
import { prefetchLazyParts } from '../../../shared/lazy/lazy-part';
import { useShownQueue } from '../drafts/use-shown-queue';
import { type ApiDispatch, changesOf } from '../thread/thread-cache';
import { startAround, useFeedInfiniteQuery } from '../timeline.api';
import { applyLive, followFeeds } from './feed';
import { reopenFeed } from './feed-reads';
import { windowOf } from './feed-window';
import { endReadAhead, isReadAhead } from './read-ahead';

/** The posts of a place, opened at the post of the address or the newest one, and kept live. */
export function useOpenedFeed(
  place: FeedPlace,
  {
    skip,
    list,
    scroller,
  }: { skip: boolean; list: RefObject<VirtuosoHandle | null>; scroller: HTMLElement | null },
) {
  const dispatch = useDispatch<ApiDispatch>();
  const navigate = useNavigate();
  const placeKey = placePath(place);
  const address = readPostAddress(useLocation().pathname);

  // Where the page was opened; another filter starts at the newest post.
  const [opened] = useState({ postId: address.postId, placeKey });
  const around = opened.placeKey === placeKey ? opened.postId : null;
  // After a lost connection the feed catches up itself; a refetch would move it.
  const query = useFeedInfiniteQuery(place, {
    initialPageParam: startAround(around),
    refetchOnReconnect: false,
    skip,
  });
  const changes = useSelector(changesOf);
  const pages = query.currentData?.pages;
  const window = useMemo(
    () => pages && windowOf({ place, pages }, changes),
    // A place is known by its address; its object may be created again.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [placeKey, pages, changes],
  );
  useEffect(() => {
    const stop = followFeeds(dispatch);
    endReadAhead();
    return stop;
  }, [dispatch]);
  const ready = window !== undefined;
  useEffect(() => (ready ? prefetchLazyParts() : undefined), [ready]);

  // Starts a new list at the addressed or newest post.
  const [opening, setOpening] = useState(0);
  useShownQueue(ready, opening);
  // A post that the feed does not hold is told about beside it: it is gone, or left out by a filter.
  const [missing, setMissing] = useState<string | null>(null);
  const reopen = async (id: string | null) => {
    let reopened: readonly Post[];
    try {
      reopened = await dispatch(reopenFeed(place, id));
    } catch {
      // Held posts stay visible; the query shows its error if there are none.
      return;
    }
    if (id !== null && !holds(reopened, id)) setMissing(id);
    setOpening((count) => count + 1);
    if (id === null) scroller?.scrollTo({ top: 0 });
  };

  // A feed held in the background was not updated. Going back restores its position; a new visit
  // starts at the newest post.
  const [returned] = useState(useNavigationType() === 'POP');
  const [heldBefore] = useState(() => ready && !isReadAhead(place));
  useEffect(() => {
    if (!heldBefore) return;
    if (!returned && !around && window?.newer !== null) void reopen(null);
    else void dispatch(applyLive({ reset: true, messages: [] }));
    // Once, for what was missed before.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  // Once, when the feed was read; a post that is deleted later leaves it.
  const [isLookedFor, setLookedFor] = useState(heldBefore);
  if (window && !isLookedFor) {
    setLookedFor(true);
    if (around && !holds(window.items, around)) setMissing(around);
  }

  // Another filter starts at the newest post, even with a cached answer.
  const shownPlace = useRef(placeKey);
  useEffect(() => {
    if (shownPlace.current === placeKey) return;
    shownPlace.current = placeKey;
    scroller?.scrollTo({ top: 0 });
    if (ready) void reopen(null);
    // Only another place asks for this.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [placeKey]);

  // An address with a post that is not held reopens the feed around it.
  const items = useMemo(() => window?.items ?? [], [window]);
  const addressedIndex = items.findIndex((post) => post.id === address.postId);
  const shown = useRef<string | null>(around);
  useEffect(() => {
    const id = address.postId;
    if (!window || !id || shown.current === id) return;
    shown.current = id;
    if (addressedIndex < 0) void reopen(id);
    else if (!address.comments) {
      list.current?.scrollIntoView({ index: addressedIndex, behavior: 'auto' });
    }
    // Only a new address asks for this; later changes of the window must not move it.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [address.postId, window === undefined]);
  useEffect(() => {
    if (!address.postId) shown.current = null;
  }, [address.postId]);

  /** Opens the feed at its last post, as the address says from now on. */
  const goOn = (last: string) => {
    void navigate(postPath(place, last));
    shown.current = last;
    void reopen(last);
  };
  return {
    query,
    window,
    items,
    address,
    missing,
    opening,
    /** Whether the list begins where it was left. */
    resumes: returned && opening === 0,
    reopen,
    goOn,
  };
}

function holds(posts: readonly Post[], postId: string): boolean {
  return posts.some(({ id }) => id === postId);
}
