import { useEffect, useState } from 'react';
import type { FeedWindow } from './feed-window';
import { useGetReadPositionQuery, useSetReadPositionMutation } from './read-position.api';

/** How long the newest posts must be visible to count as read. */
const READ_MS = 2_000;

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
  const [since, setSince] = useState<string | null>(null);
  if (since === null && data?.timeline) setSince(data.timeline);

  const newest = window?.newer === null ? window.items.find((post) => !post.pending) : undefined;
  const newestAt = newest
    ? window?.items.reduce(
        (latest, post) => (post.createdAt > latest ? post.createdAt : latest),
        '',
      )
    : undefined;
  useEffect(() => {
    if (skip || !inSight || !newestAt) return;
    const timer = setTimeout(() => {
      if (document.visibilityState === 'visible') void setPosition(newestAt);
    }, READ_MS);
    return () => clearTimeout(timer);
  }, [skip, inSight, newestAt, setPosition]);

  return window && since ? lineBefore(window, since, myself) : null;
}
