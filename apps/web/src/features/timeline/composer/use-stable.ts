import { useCallback, useLayoutEffect, useRef } from 'react';

/**
 * A function that is the same at each render and calls the latest one, so that a memoised part is
 * not rendered for it. Not to be called while rendering.
 */
export function useStable<Args extends unknown[], Result>(
  latest: (...args: Args) => Result,
): (...args: Args) => Result {
  const held = useRef(latest);
  useLayoutEffect(() => {
    held.current = latest;
  });
  return useCallback((...args: Args) => held.current(...args), []);
}
