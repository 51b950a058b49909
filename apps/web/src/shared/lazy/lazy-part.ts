import { type ComponentType, createElement, lazy, useEffect, useState } from 'react';
import { holdKeys } from './held-keys';

type Loader = () => Promise<unknown>;
const loaders = new Set<Loader>();

/** Time without input after which lazy parts are loaded. */
const IDLE_MS = 2_500;
/** From the first input, whose answer comes first. */
const ANSWER_MS = 100;
const inputEvents = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;

/** Pauses after the network came back, in ms: the first requests may still fail. */
const PAUSES_MS = [300, 1_000, 3_000] as const;

/** Loads once there is a network; what is shown stays until then. */
async function whenOnline<Part>(load: () => Promise<Part>): Promise<Part> {
  let pauses: number[] = [];
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (!navigator.onLine) {
        await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
        pauses = [...PAUSES_MS];
      }
      const pause = pauses.shift();
      if (pause === undefined) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

/**
 * A component that is loaded when it is rendered, or before by `preload`. Once loaded it shows in
 * the same render; `lazy` would show the fallback first, which React keeps for 300 ms.
 */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined;
  const preload = async () => ({ default: (loaded ??= await whenOnline(load)) });
  const Lazy = lazy(preload);
  const Shown = (props: Props) => {
    const [Component] = useState<ComponentType<Props>>(() => loaded ?? Lazy);
    return createElement(Component, props);
  };
  return { Shown, preload };
}

/** A part that the first view does not need; see {@link prefetchLazyParts}. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const { Shown, preload } = lazyComponent(load);
  loaders.add(preload);
  return Shown;
}

/** Resolves when the page has nothing else to do. */
function idle(): Promise<unknown> {
  // Safari has no `requestIdleCallback`.
  const { requestIdleCallback: ask = setTimeout } = window;
  return new Promise((resolve) => ask(() => resolve(undefined)));
}

/** Whether the reader asked for reduced data usage. */
function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

/**
 * Prefetches these parts just after the first input, or after some time without, so that they are
 * there when needed and the first view does not wait for them. Returns a function that stops waiting.
 */
export function prefetchLazyParts(): () => void {
  const fetchAll = async () => {
    stop();
    // One after the other, so that user requests have bandwidth.
    for (const load of loaders) {
      await idle();
      if (!loaders.delete(load)) continue;
      // A failed prefetch is repeated when the part is needed, and fails there if it must.
      await load().catch(() => undefined);
    }
  };
  let timer = savesData() ? undefined : setTimeout(() => void fetchAll(), IDLE_MS);
  const soon = () => {
    stop();
    timer = setTimeout(() => void fetchAll(), ANSWER_MS);
  };
  const stop = () => {
    clearTimeout(timer);
    inputEvents.forEach((event) => window.removeEventListener(event, soon));
  };
  inputEvents.forEach((event) => window.addEventListener(event, soon, { passive: true }));
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
    const timer = setTimeout(() => wake(), IDLE_MS);
    inputEvents.forEach((event) => window.addEventListener(event, wake, { passive: true }));
    return () => {
      clearTimeout(timer);
      inputEvents.forEach((event) => window.removeEventListener(event, wake));
    };
  }, [isAwake]);
  return isAwake;
}
