import { type ComponentType, createElement, lazy, useEffect, useState } from 'react';
import { holdKeys } from './held-keys';

type Loader = () => Promise<unknown>;
const loaders = new Set<Loader>();

/** Idle time after which lazy parts are loaded. */
const IDLE_MS = 5_000;
const inputEvents = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;

let prefetches = 0;

/** Whether parts are being prefetched; then a missing one does no harm. */
export function isPrefetching(): boolean {
  return prefetches > 0;
}

/** A part that the first view does not need; see {@link prefetchLazyParts}. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let fetched: ComponentType<Props> | undefined;
  const fetchPart = async () => ({ default: (fetched ??= await load()) });
  loaders.add(fetchPart);
  const Lazy = lazy(fetchPart);
  // A loaded part is used in the same render. `lazy` would show the fallback first and delay what
  // follows.
  return function Part(props: Props) {
    const [Shown] = useState<ComponentType<Props>>(() => fetched ?? Lazy);
    return createElement(Shown, props);
  };
}

/** Whether the reader asked for reduced data usage. */
function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

/**
 * Prefetches these parts at the first input, or after the idle time, so that they are there when
 * needed and the first view does not wait for them. Returns a function that stops waiting.
 */
export function prefetchLazyParts(): () => void {
  const fetchAll = async () => {
    stop();
    prefetches += 1;
    // One after the other, so that user requests have bandwidth.
    for (const load of loaders) {
      loaders.delete(load);
      // A failed prefetch is repeated when the part is needed, and fails there if it must.
      await load().catch(() => undefined);
    }
    prefetches -= 1;
  };
  const begin = () => void fetchAll();
  const idle = savesData() ? undefined : setTimeout(begin, IDLE_MS);
  const stop = () => {
    clearTimeout(idle);
    inputEvents.forEach((event) => window.removeEventListener(event, begin));
  };
  inputEvents.forEach((event) => window.addEventListener(event, begin, { passive: true }));
  return stop;
}

let awake = false;
/**
 * Whether there was input, or the page was idle for a while. A part that is invisible at first,
 * such as the keys of rows, is rendered from then on, so that the first page does not load it.
 */
export function useAwake(): boolean {
  const [isAwake, setAwake] = useState(awake);
  useEffect(() => {
    if (isAwake) return undefined;
    const wake = (event?: Event) => {
      if (!awake) holdKeys(event);
      awake = true;
      setAwake(true);
    };
    const idle = setTimeout(() => wake(), IDLE_MS);
    inputEvents.forEach((event) => window.addEventListener(event, wake, { passive: true }));
    return () => {
      clearTimeout(idle);
      inputEvents.forEach((event) => window.removeEventListener(event, wake));
    };
  }, [isAwake]);
  return isAwake;
}
