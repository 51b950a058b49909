import { configureStore } from '@reduxjs/toolkit';
import type { Session } from '@engawa/contracts';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { serve } from '../../../../test/answers';
import { storeAccess } from '../../../shared/api/access';
import { api } from '../../../shared/api/api';
import { sessionApi } from '../../../shared/session/session.api';
import { waitingOf } from '../drafts/send-queue';
import { flushSendQueue } from '../drafts/send-queue-flush';
import { commentOf, sampleStaff } from '../post/post.fixture';
import { writeComment } from './comment-actions';
import { timelineApi, useListCommentsQuery } from '../timeline.api';
import { useThreadComments } from './use-thread-comments';

const session = {
  staff: { ...sampleStaff },
  space: { id: 'space' },
  permissions: [],
} as unknown as Session;
const comment = { memo: '圏外から', mentions: [], labelIds: [], task: null, attachmentIds: [] };
const shown = { mentions: [], attachments: [] };

describe('the comments of a thread', () => {
  let online: boolean;
  const createStore = async () => {
    const store = configureStore({
      reducer: { [api.reducerPath]: api.reducer },
      middleware: (defaults) => defaults({ serializableCheck: false }).concat(api.middleware),
    });
    await store.dispatch(
      sessionApi.util.upsertQueryData('getSession', undefined, session) as never,
    );
    return store;
  };
  const look = (store: Awaited<ReturnType<typeof createStore>>) =>
    renderHook(() => useThreadComments('p1', useListCommentsQuery('p1').data), {
      wrapper: ({ children }: { children: ReactNode }) => (
        <Provider store={store}>{children}</Provider>
      ),
    }).result;

  beforeEach(() => {
    localStorage.clear();
    online = true;
    storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
    serve(({ method }) => {
      if (!online) return 'no network';
      if (method === 'POST') {
        return { status: 201, body: commentOf({ id: 'c2', memo: comment.memo }) };
      }
      return { body: { items: [commentOf({ id: 'c1' })], nextCursor: null, previousCursor: null } };
    });
  });

  it('shows what waits for the connection, also after a reload, and each once when it is sent', async () => {
    let store = await createStore();
    const held = look(store);
    await act(() => store.dispatch(timelineApi.endpoints.listComments.initiate('p1') as never));
    online = false;
    await act(() => store.dispatch(writeComment(session, 'p1', comment, shown, 'key-1') as never));
    expect(held.current?.map(({ memo, waiting }) => [memo, waiting])).toEqual([
      ['確認します。', undefined],
      ['圏外から', true],
    ]);

    // The page is reloaded offline: only the send queue is there.
    store = await createStore();
    const again = look(store);
    await act(() =>
      (
        store.dispatch(
          timelineApi.endpoints.listComments.initiate('p1') as never,
        ) as unknown as Promise<unknown>
      ).catch(() => undefined),
    );
    expect(again.current?.map(({ memo, waiting }) => [memo, waiting])).toEqual([
      ['圏外から', true],
    ]);

    online = true;
    await act(() =>
      store.dispatch(
        timelineApi.endpoints.listComments.initiate('p1', { forceRefetch: true }) as never,
      ),
    );
    await waitFor(() =>
      expect(again.current?.map(({ memo }) => memo)).toEqual(['確認します。', '圏外から']),
    );
    await act(() => store.dispatch(flushSendQueue(session) as never));
    await waitFor(() =>
      expect(again.current?.map(({ id, waiting }) => [id, waiting])).toEqual([
        ['c1', undefined],
        ['c2', undefined],
      ]),
    );
    expect(waitingOf(session)).toEqual([]);
  });

  it('shows nothing of what others wait to send', async () => {
    online = false;
    const store = await createStore();
    await act(() =>
      store.dispatch(
        writeComment(
          { ...session, staff: { ...session.staff, id: 'other' } },
          'p1',
          comment,
          shown,
          'key-1',
        ) as never,
      ),
    );
    expect(look(store).current).toBeUndefined();
  });
});
