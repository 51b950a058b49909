import { useSyncExternalStore } from 'react';

const MINUTE_MS = 60_000;
const watchers = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  now = Date.now();
  for (const watcher of watchers) watcher();
}

function subscribe(watcher: () => void): () => void {
  if (watchers.size === 0) {
    now = Date.now();
    timer = setInterval(tick, MINUTE_MS);
  }
  watchers.add(watcher);
  return () => {
    watchers.delete(watcher);
    if (watchers.size === 0) clearInterval(timer);
  };
}

/** The time in ms, at most a minute old; one timer for all users. */
export function useMinute(): number {
  return useSyncExternalStore(subscribe, () => now);
}
