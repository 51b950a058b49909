import { Box, Button } from '@mantine/core';
import { useCallbackRef } from '@mantine/hooks';
import type { MemberRef, Post } from '@engawa/contracts';
import { IconArrowUp, IconNotes } from '@tabler/icons-react';
import {
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useLocation, useNavigate, useNavigationType, useSearchParams } from 'react-router-dom';
import type { VirtuosoHandle } from 'react-virtuoso';
import {
  type FeedPlace,
  placePath,
  postPath,
  readPostAddress,
} from '../../../shared/address/post-address';
import { useTexts } from '../../../shared/intl/messages';
import { commandKey } from '../../../shared/rows/command-key';
import { pageKeys } from '../../../shared/rows/keys';
import { useSession } from '../../../shared/session/use-session';
import { prefetchLazyParts, useAwake } from '../../../shared/lazy/lazy-part';
import { EmptyState, ListSkeleton, ProblemNotice } from '../../../shared/feedback/states';
import { useNarrow, useWide } from '../../../shared/layout/use-wide';
import { applyLive, followFeeds } from './feed';
import { reopenFeed } from './feed-reads';
import { FeedFooter } from './feed-footer';
import { windowOf } from './feed-window';
import { FeedList } from './feed-list';
import { endReadAhead, isReadAhead } from './read-ahead';
import { PostComposer } from '../composer/post-composer';
import style from './post-feed.module.css';
import { type ApiDispatch, changesOf } from '../thread/thread-cache';
import { FeedRows, ThreadPanel } from '../lazy-parts';
import { startAround, useFeedInfiniteQuery } from '../timeline.api';
import { timelineTexts } from '../timeline.messages';
import { useShownQueue } from '../drafts/use-shown-queue';
import { useFeedEnds } from './use-feed-ends';
import { useReadPosition } from './use-read-position';

/** State of an address that opens the composer: the page that it covers. */
type ComposerState = { opener?: string } | null;

/** The parameters of the address with the composer open or closed. */
function withComposer(params: URLSearchParams, open: boolean): URLSearchParams {
  if (open) params.set('write', '');
  else params.delete('write');
  return params;
}

interface FeedProps {
  place: FeedPlace;
  /** Content above the posts, such as a page's heading. */
  head?: ReactNode;
  /** Filters above the posts. */
  filters?: ReactNode;
  /** Content beside the posts on a wide screen while no thread is open. */
  aside?: ReactNode;
  /** Preselected member of new posts. */
  about?: MemberRef;
  /** Staff pages have a composer only for the reader's own. */
  composer?: boolean;
  /** Content below the head in place of composer and posts. */
  instead?: ReactNode;
}

/** The posts of a place with composer and threads, at every width. */
export function PostFeed(props: FeedProps) {
  const t = useTexts(timelineTexts);
  const dispatch = useDispatch<ApiDispatch>();
  const navigate = useNavigate();
  const { pathname, state } = useLocation();
  const [params, setParams] = useSearchParams();
  const narrow = useNarrow();
  const wide = useWide();
  const { place } = props;
  const awake = useAwake();
  const { instead } = props;
  const composes = props.composer !== false && !instead;
  const placeKey = placePath(place);
  const address = readPostAddress(pathname);

  // Where the page was opened; another filter starts at the newest post.
  const [opened] = useState({ postId: address.postId, placeKey });
  const around = opened.placeKey === placeKey ? opened.postId : null;
  // After a lost connection the feed catches up itself; a refetch would move it.
  const feed = useFeedInfiniteQuery(place, {
    initialPageParam: startAround(around),
    refetchOnReconnect: false,
    skip: !!instead,
  });
  const changes = useSelector(changesOf);
  const pages = feed.currentData?.pages;
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

  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => setScroller(document.getElementById('content')), []);
  const list = useRef<VirtuosoHandle>(null);
  const [editing, setEditing] = useState<string | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());

  // ＋ of the bottom bar is an address, so that it works on every page; so is a draft to continue.
  const write = params.has('write');
  const wantedDraft = params.get('draft');
  const [draftId, setDraftId] = useState<string | null>(null);
  const [writing, setWriting] = useState(false);
  const composing = write || writing;
  // On a phone the address stays while the composer covers the page: going back closes it.
  useLayoutEffect(() => {
    if (!wantedDraft && (!write || narrow)) return;
    if (wantedDraft) setDraftId(wantedDraft);
    if (!narrow) setWriting(true);
    setParams(
      (now) => {
        now.delete('draft');
        return withComposer(now, narrow);
      },
      { replace: true },
    );
  }, [write, wantedDraft, narrow, setParams]);
  const setComposing = (open: boolean) => {
    setWriting(open && !narrow);
    // The page of now, for this is also called when a post could not be sent.
    const here = document.location;
    const isAddressed = new URLSearchParams(here.search).has('write');
    if (open === isAddressed || (open && !narrow) || here.pathname !== pathname) return;
    if (!open && (state as ComposerState)?.opener === pathname) void navigate(-1);
    else
      setParams(
        (now) => withComposer(now, open),
        open ? { state: { opener: pathname } } : { replace: true },
      );
  };

  const { isFetchingNextPage, isFetchingPreviousPage } = feed;
  const loading = useMemo(
    () => ({ older: isFetchingNextPage, newer: isFetchingPreviousPage }),
    [isFetchingNextPage, isFetchingPreviousPage],
  );
  const load = useFeedEnds(feed);

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

  useEffect(() => {
    if (window && around && !heldBefore && !holds(window.items, around)) setMissing(around);
    // Once, when the feed was read; a post that is deleted later leaves it.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [window === undefined]);

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

  const [atTop, setAtTop] = useState(false);
  const { staff } = useSession();
  const line = useReadPosition({
    window,
    inSight: atTop,
    myself: staff.id,
    skip: place.kind !== 'all' || place.filter !== undefined,
  });

  const toTop = useCallback(() => scroller?.scrollTo({ top: 0 }), [scroller]);
  const toNewest = async () => {
    await reopen(null);
    if (address.postId) void navigate(placeKey);
  };

  // The other keys are loaded later; input right after this one must not be lost.
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (commandKey(event) !== pageKeys.write || !composes) return;
      event.preventDefault();
      setWriting(true);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [composes]);
  const reveal = useCallback(
    (id: string, done: () => void) =>
      list.current?.scrollIntoView({ index: items.findIndex((post) => post.id === id), done }),
    [items],
  );

  const goOn = useCallbackRef((last: string) => {
    void navigate(postPath(place, last));
    shown.current = last;
    void reopen(last);
  });
  const endError = feed.isFetchNextPageError ? feed.error : null;
  // The list is not rendered again when only what stands around it changes.
  const footer = useMemo(
    () =>
      window ? (
        <FeedFooter
          window={window}
          loading={isFetchingNextPage}
          error={endError}
          onRetry={() => load('older')}
          onGoOn={goOn}
        />
      ) : null,
    [window, isFetchingNextPage, endError, load, goOn],
  );

  const recent = useMemo(() => {
    const all = items.slice(0, 40).flatMap((post) => post.members);
    return [...new Map(all.map((member) => [member.id, member])).values()]
      .filter((member) => !member.deleted)
      .slice(0, 8);
  }, [items]);

  const threadId = address.comments || address.postId === missing ? address.postId : null;
  // An open thread lies over the column beside the posts, whose place stays so that the feed keeps its width.
  const columns = [
    wide && props.aside ? style.withAside : '',
    threadId && !narrow ? style.withThread : '',
  ].join(' ');
  const closeThread = () => navigate(placeKey, { replace: false });

  const header = (
    <div className={style.header}>
      {props.head}
      {!composes ? null : (
        <PostComposer
          about={props.about}
          recent={recent}
          open={composing}
          onOpen={setComposing}
          draftId={draftId}
          onWritten={toTop}
        />
      )}
      {props.filters}
      {window && window.newer !== null ? (
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconArrowUp size={16} stroke={1.5} aria-hidden="true" />}
          onClick={() => void toNewest()}
        >
          {t('timeline.newest')}
        </Button>
      ) : null}
      {feed.isFetchPreviousPageError ? (
        <ProblemNotice error={feed.error} onRetry={() => load('newer')} />
      ) : null}
    </div>
  );

  return (
    <div className={`${style.page} ${columns}`}>
      <Suspense fallback={null}>
        {awake && !instead ? (
          <FeedRows
            posts={items}
            place={place}
            selected={selected}
            onSelect={setSelected}
            onEdit={setEditing}
            reveal={reveal}
            threadId={threadId}
          />
        ) : null}
      </Suspense>
      <Box
        pos="relative"
        miw={0}
        pb={48}
        role="region"
        aria-label={t('timeline.feed')}
        data-composes={composes || undefined}
        inert={narrow && (threadId !== null || composing) ? !composing : undefined}
      >
        {header}
        {instead ? (
          instead
        ) : window && items.length === 0 && place.filter ? (
          <EmptyState
            icon={<IconNotes size={32} stroke={1.5} />}
            title={t('timeline.filter.empty.title')}
          >
            {t('timeline.filter.empty.text')}
          </EmptyState>
        ) : window && items.length === 0 ? (
          <EmptyState
            icon={<IconNotes size={32} stroke={1.5} />}
            title={t('timeline.empty.title')}
            action={
              !composes ? null : (
                <Button onClick={() => setComposing(true)}>{t('timeline.compose.title')}</Button>
              )
            }
          >
            {t(`timeline.empty.${place.kind}`)}
          </EmptyState>
        ) : feed.error && !window ? (
          <Box px={narrow ? 16 : 0}>
            <ProblemNotice error={feed.error} onRetry={() => void feed.refetch()} />
          </Box>
        ) : (
          <FeedList
            key={`${placeKey} ${opening}`}
            window={window}
            place={place}
            scroller={scroller}
            handle={list}
            addressed={address.postId}
            resume={returned && opening === 0}
            line={line}
            editing={editing}
            onEdit={setEditing}
            selected={selected}
            loading={loading}
            onLoad={load}
            onAtTop={setAtTop}
            footer={footer}
          />
        )}
      </Box>
      {threadId ? (
        <Suspense fallback={<ListSkeleton rows={3} />}>
          <ThreadPanel
            key={threadId}
            place={place}
            postId={threadId}
            commentId={address.commentId}
            narrow={narrow}
            onClose={closeThread}
          />
        </Suspense>
      ) : wide && props.aside ? (
        <aside className={style.aside}>{props.aside}</aside>
      ) : null}
    </div>
  );
}

function holds(posts: readonly Post[], postId: string): boolean {
  return posts.some(({ id }) => id === postId);
}
