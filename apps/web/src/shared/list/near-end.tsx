import { useEffect, useRef } from 'react';
import { PartProblem } from '../feedback/part-problem';

/** Distance from the end of a list at which the next page is loaded. */
const PREFETCH_DISTANCE = '600px';

interface PagedList {
  hasNextPage: boolean;
  isFetching: boolean;
  isFetchNextPageError: boolean;
  error?: unknown;
  fetchNextPage: () => unknown;
}

/** Loads the next page of a list whenever its end comes near; after a failure, by a button. */
export function NearEnd({ list }: { list: PagedList }) {
  const mark = useRef<HTMLDivElement>(null);
  const active = list.hasNextPage && !list.isFetching && !list.isFetchNextPageError;
  const reach = useRef(list.fetchNextPage);
  useEffect(() => {
    reach.current = list.fetchNextPage;
  });
  useEffect(() => {
    if (!active || !mark.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) void reach.current();
      },
      { rootMargin: PREFETCH_DISTANCE },
    );
    observer.observe(mark.current);
    return () => observer.disconnect();
  }, [active]);
  return (
    <>
      {list.isFetchNextPageError ? (
        <PartProblem error={list.error} onRetry={() => void list.fetchNextPage()} />
      ) : null}
      <div ref={mark} aria-hidden="true" />
    </>
  );
}
