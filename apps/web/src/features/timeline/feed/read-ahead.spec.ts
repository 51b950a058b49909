import { configureStore } from '@reduxjs/toolkit';
import { events } from '@engawa/contracts';
import { serve } from '../../../../test/answers';
import { storeAccess } from '../../../shared/api/access';
import { api } from '../../../shared/api/api';
import type { FeedPlace } from '../../../shared/address/post-address';
import { type LiveListener, onLive } from '../../../shared/live/live';
import { postOf } from '../post/post.fixture';
import type { ApiDispatch } from '../thread/thread-cache';
import { shownPosts } from './feed.fixture';
import { endReadAhead, isReadAhead, readTimelineAhead } from './read-ahead';

jest.mock('../../../shared/live/live', () => ({ onLive: jest.fn(() => stopped) }));

const stopped = jest.fn();
const all: FeedPlace = { kind: 'all' };
const posts = ['p1', 'p2'].map((id) => postOf({ id }));

it('reads the timeline before its page and keeps it live until the page does', async () => {
  const asked = serve(({ url }) =>
    url.startsWith('/api/v1/posts')
      ? { body: { items: posts, nextCursor: null, previousCursor: null } }
      : { status: 404 },
  );
  storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) => defaults({ serializableCheck: false }).concat(api.middleware),
  });
  const read = (pathname: string, search = '') =>
    readTimelineAhead(store.dispatch as ApiDispatch, { pathname, search });
  const settle = () => new Promise((resolve) => setTimeout(resolve, 20));

  void read('/', '?label=l1');
  await settle();
  expect(asked).toEqual([]);
  expect(isReadAhead(all)).toBe(false);

  // The thread is asked for by the page.
  expect(await read('/posts/p2/comments')).toBe(false);
  expect(asked.map(({ url }) => url)).toEqual(['/api/v1/posts?around=p2']);
  expect(isReadAhead(all)).toBe(true);
  expect(shownPosts(store.getState(), all).map(({ id }) => id)).toEqual(['p2', 'p1']);

  const [[hear]] = jest.mocked(onLive).mock.calls as [[LiveListener]];
  const deleted = { name: events.postDeleted.name, postId: 'p1' };
  hear({ reset: false, messages: [deleted as never] });
  await settle();
  expect(shownPosts(store.getState(), all).map(({ id }) => id)).toEqual(['p2']);

  expect(stopped).not.toHaveBeenCalled();
  endReadAhead();
  expect(stopped).toHaveBeenCalledTimes(1);
  expect(isReadAhead(all)).toBe(false);
  void read('/');
  await settle();
  expect(asked).toHaveLength(1);
  expect(onLive).toHaveBeenCalledTimes(1);
});
