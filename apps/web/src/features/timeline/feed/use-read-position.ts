import { useEffect, useState } from 'react';
import type { FeedWindow } from './feed-window';
import { useGetReadPositionQuery, useSetReadPositionMutation } from './read-position.api';

/** How long the newest posts must be visible to count as read. */
const READ_MS = 2_000;
/** Shortest time between two writes of the position. */
const WRITE_INTERVAL_MS = 30_000;

/**
 * The first post that the reader has seen before; the line is above it. Null if everything or
 * nothing is new.
 */
export function lineBefore(window: FeedWindow, readUntil: string, myself: string): string | null {
  const isNew = (post: FeedWindow['items'][number]) =>
    post.createdAt > readUntil && post.ownerId !== myself;
  const lastNew = window.items.findLastIndex(isNew);
  if (lastNew < 0) return null;
  return window.items[lastNew + 1]?.id ?? null;
}

/**
 * Moves the read position forward while the newest posts are visible, and returns the position of
 * the line 'new since', which stays where it was when the page was opened.
 */
export function useReadPosition(props: {
  window: FeedWindow | undefined;
  inSight: boolean;
  myself: string;
  skip: boolean;
}): string | null {
  const { window, inSight, myself, skip } = props;
  const { data } = useGetReadPositionQuery(undefined, { skip });
  const [setPosition] = useSetReadPositionMutation();

  const newest = window?.newer === null ? window.items.find((post) => !post.pending) : undefined;
  const newestAt = newest
    ? window?.items.reduce(
        (latest, post) => (post.createdAt > latest ? post.createdAt : latest),
        '',
      )
    : undefined;
  const [position] = useState(() => throttledWrite((timeline) => void setPosition(timeline)));
  useEffect(() => {
    if (skip || !inSight || !newestAt) return;
    const timer = setTimeout(() => {
      if (document.visibilityState === 'visible') position.set(newestAt);
    }, READ_MS);
    return () => clearTimeout(timer);
  }, [skip, inSight, newestAt, position]);
  useEffect(() => {
    const onHidden = () => {
      if (document.visibilityState === 'hidden') position.flush();
    };
    document.addEventListener('visibilitychange', onHidden);
    return () => {
      document.removeEventListener('visibilitychange', onHidden);
      position.flush();
    };
  }, [position]);

  return window && data?.timeline ? lineBefore(window, data.timeline, myself) : null;
}

/**
 * Writes the first value at once and the latest of later ones at most once per interval; `flush`
 * writes what is left.
 */
export function throttledWrite(write: (value: string) => void) {
  let value = '';
  let written = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (value === written) return;
    written = value;
    timer = setTimeout(flush, WRITE_INTERVAL_MS);
    write(value);
  };
  return {
    set(next: string) {
      value = next;
      if (timer === undefined) flush();
    },
    flush,
  };
}
