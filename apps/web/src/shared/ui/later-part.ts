import { type ComponentType, lazy, useEffect, useState } from 'react';

type Loader = () => Promise<unknown>;
const loaders = new Set<Loader>();

/** Idle time after which later parts are loaded. */
const IDLE_MS = 5_000;
const signs = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;

let ahead = 0;

/** Whether parts are being prefetched; a missing one does no harm then. */
export function isFetchingAhead(): boolean {
  return ahead > 0;
}

/** A part that the first view does not need; see {@link fetchLaterParts}. */
export function laterPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let fetched: { default: ComponentType<Props> } | undefined;
  const fetchPart = async () => (fetched ??= { default: await load() });
  loaders.add(fetchPart);
  // A loaded module is used in the same render. A promise, even a resolved one, would show the
  // fallback first and delay what follows.
  const answer = <Done>(module: Done) => ({ then: (take: (module: Done) => void) => take(module) });
  return lazy(() => (fetched ? (answer(fetched) as Promise<typeof fetched>) : fetchPart()));
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
export function fetchLaterParts(): () => void {
  const fetchAll = async () => {
    stop();
    ahead += 1;
    // One after the other, so that user requests have bandwidth.
    for (const load of loaders) {
      loaders.delete(load);
      // A failed prefetch is repeated when the part is needed, and fails there if it must.
      await load().catch(() => undefined);
    }
    ahead -= 1;
  };
  const begin = () => void fetchAll();
  const idle = savesData() ? undefined : setTimeout(begin, IDLE_MS);
  const stop = () => {
    clearTimeout(idle);
    signs.forEach((sign) => window.removeEventListener(sign, begin));
  };
  signs.forEach((sign) => window.addEventListener(sign, begin, { passive: true }));
  return stop;
}

let awake = false;
/** How long keys wait for the part that will hear them, in ms. */
const HELD_MS = 3_000;
let heldKeys: KeyboardEvent[] = [];
const hold = (event: KeyboardEvent) => void heldKeys.push(event);

function stopHolding(): void {
  window.removeEventListener('keydown', hold);
  heldKeys = [];
}

/** The keys since somebody came to the page, once, for the part that was not there to hear them. */
export function takeHeldKeys(): KeyboardEvent[] {
  const keys = heldKeys.filter(({ defaultPrevented }) => !defaultPrevented);
  stopHolding();
  return keys;
}

/**
 * Whether somebody is at the page, or it has rested for a while: a part that shows nothing at first,
 * such as the keys of rows, is rendered from then on, so that the first page does not fetch it.
 */
export function useAwake(): boolean {
  const [isAwake, setAwake] = useState(awake);
  useEffect(() => {
    if (isAwake) return undefined;
    const wake = (sign?: Event) => {
      if (!awake) {
        heldKeys = sign instanceof KeyboardEvent ? [sign] : [];
        window.addEventListener('keydown', hold);
        setTimeout(stopHolding, HELD_MS);
      }
      awake = true;
      setAwake(true);
    };
    const idle = setTimeout(() => wake(), IDLE_MS);
    signs.forEach((sign) => window.addEventListener(sign, wake, { passive: true }));
    return () => {
      clearTimeout(idle);
      signs.forEach((sign) => window.removeEventListener(sign, wake));
    };
  }, [isAwake]);
  return isAwake;
}
