import { type ComponentType, lazy } from 'react';

type Loader = () => Promise<unknown>;
const loaders = new Set<Loader>();

/** Nobody at the page for so long, in milliseconds: what the first look left out comes by itself. */
const IDLE_MS = 5_000;
const signs = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;

let ahead = 0;

/** Whether parts are being fetched that nobody asked for yet: that one is missing harms nobody now. */
export function isFetchingAhead(): boolean {
  return ahead > 0;
}

/** A part that the first look does not need; see {@link fetchLaterParts}. */
export function laterPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let fetched: { default: ComponentType<Props> } | undefined;
  const fetchPart = async () => (fetched ??= { default: await load() });
  loaders.add(fetchPart);
  // An answer that is there already is taken in the same render. A promise, even a kept one, would
  // show the fallback first and hold what comes after it back.
  const answer = <Done>(module: Done) => ({ then: (take: (module: Done) => void) => take(module) });
  return lazy(() => (fetched ? (answer(fetched) as Promise<typeof fetched>) : fetchPart()));
}

/** Whether the reader asked for as little over the line as can be. */
function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

/**
 * Fetches those parts with the first sign of somebody at the page, or a while after the first look
 * where there is none: so they are there when wanted, and the first look does not wait for them.
 * Gives back how to stop waiting.
 */
export function fetchLaterParts(): () => void {
  const fetchAll = async () => {
    stop();
    ahead += 1;
    // One after the other: what is pressed meanwhile has the line.
    for (const load of loaders) {
      loaders.delete(load);
      // What cannot be fetched now is fetched when it is wanted, and fails there if it must.
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
