import { useCallbackRef } from '@mantine/hooks';
import { useRef } from 'react';

/** The two reads of a feed's query. */
interface FeedReads {
  fetchNextPage: () => PromiseLike<unknown>;
  fetchPreviousPage: () => PromiseLike<unknown>;
}

/**
 * Loads a page at an end of a feed, one after the other: the query drops what is asked for during
 * another read, and the list says only once that an end is reached.
 */
export function useFeedEnds(feed: FeedReads): (end: 'older' | 'newer') => void {
  const reading = useRef<PromiseLike<unknown>>(Promise.resolve());
  return useCallbackRef((end) => {
    reading.current = reading.current.then(() =>
      end === 'older' ? feed.fetchNextPage() : feed.fetchPreviousPage(),
    );
  });
}
