import { useSyncExternalStore } from 'react';

const lists = new Map<string, MediaQueryList>();

/** One list for each query: every rendering of a component that uses it asks. */
function mediaOf(query: string): MediaQueryList {
  const list = lists.get(query) ?? window.matchMedia(query);
  lists.set(query, list);
  return list;
}

function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = mediaOf(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    () => mediaOf(query).matches,
  );
}

/** Under 768 px: bottom bar instead of the sidebar, threads as separate pages. */
export function useNarrow(): boolean {
  return useMedia('(max-width: 767px)');
}

/** From 1000 px: a column beside the main one. */
export function useWide(): boolean {
  return useMedia('(min-width: 1000px)');
}

/** From 1280 px: expanded sidebar, and a thread beside the feed. */
export function useRoomy(): boolean {
  return useMedia('(min-width: 1280px)');
}
