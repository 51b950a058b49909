import { configureStore } from '@reduxjs/toolkit';
import { waitFor } from '@testing-library/react';
import { serve } from '../../../test/answers';
import { api } from '../../shared/api/api';
import { storeAccess } from '../../shared/api/access';
import { notificationListApi } from './notification-list.api';
import { notificationsApi } from './notifications.api';
import { preferencesApi } from './preferences.api';

const newStore = () =>
  configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) => defaults({ serializableCheck: false }).concat(api.middleware),
  });

beforeEach(() =>
  storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() }),
);

it('shows everything as unread again that could not be marked as read', async () => {
  const store = newStore();
  const posts = ['p1', 'p2', 'p3'];
  const groups = posts.map((postId) => ({ postId, unreadCount: 1, latest: { read: false } }));
  const waiting = posts.map((postId) => ({ id: `n-${postId}`, postId, kind: 'mention' }));
  let isAway = false;
  const answers: (() => void)[] = [];
  serve(({ method, url }) => {
    if (method !== 'GET') return new Promise((done) => answers.push(() => done('no network')));
    if (isAway) return 'no network';
    if (url.includes('count')) return { body: { count: 3 } };
    return { body: { items: url.includes('groups') ? groups : waiting, nextCursor: null } };
  });
  const { listNotificationGroups, listWaiting, markNotificationsRead } =
    notificationListApi.endpoints;
  const { getUnreadCount } = notificationsApi.endpoints;
  for (const read of [listNotificationGroups, listWaiting, getUnreadCount]) {
    await store.dispatch(read.initiate() as never);
  }
  const shown = () => {
    const state = store.getState() as never;
    return {
      waiting: listWaiting
        .select()(state)
        .data?.map(({ postId }) => postId),
      unread: getUnreadCount.select()(state).data,
    };
  };
  expect(shown()).toEqual({ waiting: posts, unread: 3 });
  isAway = true;
  const marked = ['p1', 'p2'].map((postId) =>
    store.dispatch(markNotificationsRead.initiate({ postId }) as never),
  );
  expect(shown()).toEqual({ waiting: ['p3'], unread: 1 });
  await waitFor(() => expect(answers).toHaveLength(2));
  for (const answer of answers) answer();
  await Promise.all(marked);
  await waitFor(() => expect(shown()).toEqual({ waiting: posts, unread: 3 }));
});

it('reads the preferences again when a change of one was refused', async () => {
  const store = newStore();
  const kinds = { mention: { app: true, mail: 'none' } };
  const log = serve(({ method }) =>
    method === 'GET' ? { body: { kinds } } : { status: 503, body: { code: 'x', title: 'x' } },
  );
  const { getNotificationPreferences, updateNotificationPreferences } = preferencesApi.endpoints;
  await store.dispatch(getNotificationPreferences.initiate() as never);
  const change = { kinds: { mention: { app: false } } } as const;
  await store.dispatch(updateNotificationPreferences.initiate(change) as never);
  await waitFor(() => expect(log.filter(({ method }) => method === 'GET')).toHaveLength(2));
});
