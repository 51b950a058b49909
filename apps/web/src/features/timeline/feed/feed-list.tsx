import { Button } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import {
  memo,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useIntl } from 'react-intl';
import { Virtuoso, type VirtuosoHandle } from 'react-virtuoso';
import { type FeedPlace, placePath } from '../../../shared/address/post-address';
import { dayHeading } from '../../../shared/intl/dates';
import { useTexts } from '../../../shared/intl/messages';
import { ListSkeleton } from '../../../shared/feedback/states';
import { firstOfDays } from './day-starts';
import { belowTop, leaveFeed, spotOf } from './feed-place';
import { canLoadNewer, canLoadOlder, type FeedPost, type FeedWindow, keyOf } from './feed-window';
import { PostCard } from '../post/post-card';
import style from './post-feed.module.css';
import { timelineTexts } from '../timeline.messages';
import { useFeedFront } from './use-feed-front';
import { moveToPlace, useHeldPlace } from './use-held-place';

/** Pixels beyond what is in sight that are rendered. */
const OUT_OF_SIGHT = { top: 300, bottom: 900 };

/** Posts that are rendered before the list has measured. */
const FIRST_POSTS = 6;

/** Distance of an addressed post from the top, in pixels. */
const ADDRESSED_BELOW = 72;

/** Up to here below its first post a reader is at the top, in pixels. */
const AT_TOP = 160;

/** Whether the list shows a post: while it measures, its posts are missing or hidden. */
function showsPosts(list: HTMLElement): boolean {
  const card = list.querySelector('[data-post]');
  return card !== null && getComputedStyle(card).visibility === 'visible';
}

/**
 * The visible posts of a window, with a placeholder until they show: the list measures before it
 * renders, which takes time on a busy machine.
 */
export const FeedList = memo(function FeedList(props: {
  window: FeedWindow | undefined;
  place: FeedPlace;
  scroller: HTMLElement | null;
  handle: RefObject<VirtuosoHandle | null>;
  /** Post in the address; the list starts there. */
  addressed: string | null;
  /** Start where this feed was left, as after going back. */
  resume?: boolean;
  /** Post after the line 'new since'. */
  line: string | null;
  /** The post being edited. */
  editing: string | null;
  onEdit: (id: string | null) => void;
  selected: ReadonlySet<string>;
  loading: { older: boolean; newer: boolean };
  onLoad: (end: 'older' | 'newer') => void;
  /** Whether the list shows its newest posts. */
  onAtTop: (atTop: boolean) => void;
  /** Below the posts. */
  footer: ReactNode;
}) {
  const t = useTexts(timelineTexts);
  const { window, place, scroller, handle, addressed, line, loading } = props;
  const { onLoad, onAtTop, footer, editing, onEdit, selected } = props;
  const placeKey = placePath(place);
  const [left] = useState(() => (props.resume && !addressed ? spotOf(placeKey) : undefined));
  const spot = addressed ? { postId: addressed, below: ADDRESSED_BELOW } : left;
  const begin = window?.items.findIndex((post) => post.id === spot?.postId) ?? -1;
  // The newest post is under what heads the page, unless it was left scrolled.
  const start = begin > 0 || (left && begin === 0) ? spot : undefined;
  const frame = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(false);
  // The list begins at its top, and then goes to where it starts.
  const [listAtTop, setListAtTop] = useState(true);
  const atTop = shown ? listAtTop : !start;
  const front = useFeedFront(window, left?.newest ?? null, atTop);
  const { firstIndex, fresh, onRange, newestSeen } = front;
  const begins = start && { index: begin, align: 'start' as const, offset: -start.below };
  const reveal = () => begins && handle.current?.scrollToIndex(begins);
  useHeldPlace({ frame, scroller, spot: start, shown, reveal });
  const look = useEffectEvent((list: HTMLElement, page: HTMLElement) => {
    if (!showsPosts(list)) return;
    if (start) {
      const isThere = moveToPlace(list, page, start);
      if (isThere === null) reveal();
      // The list measures what came into sight and may move once more.
      if (!isThere) return;
    }
    setListAtTop(-belowTop(list, page) <= AT_TOP);
    setShown(true);
  });
  useEffect(() => {
    const list = frame.current;
    if (shown || !scroller || !list) return;
    let next = 0;
    const lookEachFrame = () => {
      next = requestAnimationFrame(lookEachFrame);
      look(list, scroller);
    };
    lookEachFrame();
    return () => cancelAnimationFrame(next);
  }, [shown, scroller]);
  const readsNewest = shown && listAtTop;
  useEffect(() => onAtTop(readsNewest), [onAtTop, readsNewest]);

  const intl = useIntl();
  const items = window?.items;
  const dayStarts = useMemo(() => firstOfDays(intl, items ?? []), [intl, items]);

  useLayoutEffect(() => {
    const list = frame.current;
    return () => {
      if (list && scroller) leaveFeed(placeKey, list, scroller, newestSeen());
    };
  }, [placeKey, scroller, newestSeen]);

  return (
    <div ref={frame} className={style.list}>
      {fresh > 0 ? (
        <div className={style.freshFrame}>
          <Button
            radius="xl"
            leftSection={<IconArrowUp size={16} stroke={2} aria-hidden="true" />}
            onClick={() => scroller?.scrollTo({ top: 0 })}
          >
            {t('timeline.new', { count: fresh })}
          </Button>
        </div>
      ) : null}
      {shown || (window && !start) ? null : (
        <div className={window && scroller ? style.behind : undefined}>
          <ListSkeleton cards rows={5} />
        </div>
      )}
      {window && scroller ? (
        <div className={start && !shown ? style.unplaced : undefined}>
          <Virtuoso<FeedPost>
            ref={handle}
            customScrollParent={scroller}
            data={window.items}
            firstItemIndex={firstIndex}
            rangeChanged={onRange}
            initialTopMostItemIndex={begins ?? 0}
            computeItemKey={(_index, post) => keyOf(post)}
            // Shown in the same frame as the page; measuring takes another one.
            initialItemCount={start ? 0 : Math.min(FIRST_POSTS, window.items.length)}
            // What is in sight comes first; but posts that come above the one to begin at move it.
            increaseViewportBy={shown || start ? OUT_OF_SIGHT : 0}
            defaultItemHeight={130}
            startReached={() => {
              if (canLoadNewer(window) && !loading.newer) onLoad('newer');
            }}
            endReached={() => {
              if (canLoadOlder(window) && !loading.older) onLoad('older');
            }}
            atTopThreshold={AT_TOP}
            atTopStateChange={setListAtTop}
            itemContent={(_index, post) => (
              <div className={style.item} data-item>
                {dayStarts.has(post.id) ? (
                  <h2 className={style.day}>{dayHeading(intl, post.talkedAt)}</h2>
                ) : null}
                {post.id === line ? (
                  <p className={style.line}>
                    <span>{t('timeline.newSince')}</span>
                  </p>
                ) : null}
                <PostCard
                  post={post}
                  place={place}
                  addressed={post.id === addressed}
                  selected={selected.has(post.id)}
                  editing={post.id === editing}
                  onEdit={onEdit}
                />
              </div>
            )}
          />
        </div>
      ) : null}
      {shown ? footer : null}
    </div>
  );
});
