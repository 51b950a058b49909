import { useEffect, useState } from 'react';

/** Longest wait for the first paint, in ms: a page in the background is not painted. */
const LONGEST_MS = 1_000;

let paint: Promise<void> | null = null;

/**
 * To be called before the first render, when it has what it shows: everything else waits until it is
 * painted, for it would delay that on a slow device.
 */
export function holdUntilPainted(): void {
  paint = new Promise<void>((resolve) => {
    new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length > 0) resolve();
    }).observe({ type: 'paint', buffered: true });
    setTimeout(resolve, LONGEST_MS);
  }).finally(() => {
    paint = null;
  });
}

/** Resolves when nothing waits for the first paint. */
export async function whenPainted(): Promise<void> {
  await paint;
}

/** Whether nothing waits for the first paint. */
export function usePainted(): boolean {
  const [isPainted, setPainted] = useState(paint === null);
  useEffect(() => {
    if (!isPainted) void whenPainted().then(() => setPainted(true));
  }, [isPainted]);
  return isPainted;
}
