import { configureStore } from '@reduxjs/toolkit';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { serve } from '../../../../test/answers';
import { api } from '../../../shared/api/api';
import { postOf } from '../post/post.fixture';
import { startAround, useFeedInfiniteQuery } from '../timeline.api';
import { useFeedEnds } from './use-feed-ends';

describe('the ends of a feed', () => {
  const pageOf = (id: string, more: object = {}) => ({
    body: { items: [postOf({ id })], nextCursor: null, previousCursor: null, ...more },
  });

  it('are both loaded, even when one is reached while the other is read', async () => {
    let answerOlder = () => undefined as void;
    const older = new Promise<void>((resolve) => (answerOlder = resolve));
    const log = serve(async ({ url }) => {
      if (url.includes('around=')) return pageOf('p2', { nextCursor: 'a', previousCursor: 'b' });
      if (url.includes('cursor=b')) return pageOf('p3');
      await older;
      return pageOf('p1');
    });
    const store = configureStore({
      reducer: { [api.reducerPath]: api.reducer },
      middleware: (defaults) => defaults({ serializableCheck: false }).concat(api.middleware),
    });
    const { result } = renderHook(
      () => {
        const feed = useFeedInfiniteQuery({ kind: 'all' }, { initialPageParam: startAround('p2') });
        return { feed, load: useFeedEnds(feed) };
      },
      {
        wrapper: ({ children }: { children: ReactNode }) => (
          <Provider store={store}>{children}</Provider>
        ),
      },
    );
    await waitFor(() => expect(result.current.feed.data?.pages).toHaveLength(1));
    act(() => result.current.load('older'));
    await waitFor(() => expect(log).toHaveLength(2));
    act(() => result.current.load('newer'));
    answerOlder();
    await waitFor(() =>
      expect(result.current.feed.data?.pages.map(({ items }) => items[0]!.id)).toEqual([
        'p3',
        'p2',
        'p1',
      ]),
    );
  });
});
