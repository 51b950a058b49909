import type { LiveMessage } from '@engawa/contracts';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { api, type Tag, tagTypes } from '../api/api';
import { openLive } from './live-connection';
import { distinctTags, tagsOf } from './live-tags';

/** Messages within this time are handled together. */
const BATCH_MS = 60;

type Dispatch = ThunkDispatch<unknown, unknown, UnknownAction>;

/** Receives a batch of live messages; `reset` when some may have been missed. */
export type LiveListener = (batch: { messages: LiveMessage[]; reset: boolean }) => void;

const listeners = new Set<LiveListener>();

/** For features that merge changes themselves. Returns a function that unsubscribes. */
export function onLive(listener: LiveListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Connects the store with the live stream. Returns a function that disconnects.
 *
 * @param since the oldest read in the store, in ms like `Date.now()`
 */
export function startLive(
  dispatch: Dispatch,
  connected: (connected: boolean) => void,
  since = Date.now(),
): () => void {
  let messages: LiveMessage[] = [];
  let reset = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const flush = () => {
    timer = undefined;
    const batch = { messages, reset };
    messages = [];
    reset = false;
    const tags: Tag[] = batch.reset
      ? tagTypes.map((type) => ({ type }))
      : distinctTags(batch.messages.flatMap(tagsOf));
    if (tags.length > 0) dispatch(api.util.invalidateTags(tags));
    for (const listener of listeners) listener(batch);
  };
  const soon = () => {
    timer ??= setTimeout(flush, BATCH_MS);
  };

  const close = openLive(since, {
    message(message) {
      messages.push(message);
      soon();
    },
    reset() {
      reset = true;
      soon();
    },
    connected,
  });
  return () => {
    clearTimeout(timer);
    close();
  };
}
