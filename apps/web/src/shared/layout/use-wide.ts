import { useSyncExternalStore } from 'react';

function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    () => window.matchMedia(query).matches,
  );
}

/** Under 768 px: bottom bar instead of the sidebar, threads as separate pages. */
export function useNarrow(): boolean {
  return useMedia('(max-width: 767px)');
}

/** From 1200 px: a column beside the main one. */
export function useWide(): boolean {
  return useMedia('(min-width: 1200px)');
}

/** From 1280 px: expanded sidebar, and a thread beside the feed. */
export function useRoomy(): boolean {
  return useMedia('(min-width: 1280px)');
}
