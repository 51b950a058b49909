import { Box, Button } from '@mantine/core';
import { useCallbackRef } from '@mantine/hooks';
import type { MemberRef } from '@engawa/contracts';
import { IconArrowUp } from '@tabler/icons-react';
import {
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useNavigate } from 'react-router-dom';
import type { VirtuosoHandle } from 'react-virtuoso';
import { type FeedPlace, placePath } from '../../../shared/address/post-address';
import { useTexts } from '../../../shared/intl/messages';
import { commandKey } from '../../../shared/rows/command-key';
import { pageKeys } from '../../../shared/rows/keys';
import { useSession } from '../../../shared/session/use-session';
import { useAwake } from '../../../shared/lazy/lazy-part';
import { ListSkeleton, ProblemNotice } from '../../../shared/feedback/states';
import { useNarrow, useWide } from '../../../shared/layout/use-wide';
import { FeedEmpty } from './feed-empty';
import { FeedFooter } from './feed-footer';
import { FeedList } from './feed-list';
import { PostComposer } from '../composer/post-composer';
import style from './post-feed.module.css';
import { FeedRows, ThreadPanel } from '../lazy-parts';
import { timelineTexts } from '../timeline.messages';
import { useComposing } from './use-composing';
import { useFeedEnds } from './use-feed-ends';
import { useOpenedFeed } from './use-opened-feed';
import { useReadPosition } from './use-read-position';

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
  const navigate = useNavigate();
  const narrow = useNarrow();
  const wide = useWide();
  const { place } = props;
  const awake = useAwake();
  const { instead } = props;
  const composes = props.composer !== false && !instead;
  const placeKey = placePath(place);
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const findScroller = useCallback(
    (page: HTMLElement | null) => setScroller(page && document.getElementById('content')),
    [],
  );
  const list = useRef<VirtuosoHandle>(null);
  const [editing, setEditing] = useState<string | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());

  const { composing, setComposing, draftId } = useComposing();
  const feed = useOpenedFeed(place, { skip: !!instead, list, scroller });
  const { query, window, items, address, missing, opening, reopen } = feed;

  const { isFetchingNextPage, isFetchingPreviousPage } = query;
  const loading = useMemo(
    () => ({ older: isFetchingNextPage, newer: isFetchingPreviousPage }),
    [isFetchingNextPage, isFetchingPreviousPage],
  );
  const load = useFeedEnds(query);

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

  const openComposer = useEffectEvent(() => setComposing(true));
  // The other keys are loaded later; input right after this one must not be lost.
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (commandKey(event) !== pageKeys.write || !composes) return;
      event.preventDefault();
      openComposer();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [composes]);
  const reveal = useCallback(
    (id: string, done: () => void) =>
      list.current?.scrollIntoView({ index: items.findIndex((post) => post.id === id), done }),
    [items],
  );

  const goOn = useCallbackRef(feed.goOn);
  const endError = query.isFetchNextPageError ? query.error : null;
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
      {query.isFetchPreviousPageError ? (
        <ProblemNotice error={query.error} onRetry={() => load('newer')} />
      ) : null}
    </div>
  );

  return (
    <div ref={findScroller} className={`${style.page} ${columns}`}>
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
        ) : window && items.length === 0 ? (
          <FeedEmpty place={place} onWrite={composes ? () => setComposing(true) : null} />
        ) : query.error && !window ? (
          <Box px={narrow ? 16 : 0}>
            <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />
          </Box>
        ) : (
          <FeedList
            key={`${placeKey} ${opening}`}
            window={window}
            place={place}
            scroller={scroller}
            handle={list}
            addressed={address.postId}
            resume={feed.resumes}
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
