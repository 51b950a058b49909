import { configureStore } from '@reduxjs/toolkit';
import type { Session } from '@engawa/contracts';
import { act, render } from '@testing-library/react';
import { Provider } from 'react-redux';
import { serve } from '../../../../test/answers';
import { storeAccess } from '../../../shared/api/access';
import { api } from '../../../shared/api/api';
import { toastStore } from '../../../shared/feedback/toast.store';
import { IntlFrame } from '../../../shared/intl/intl-frame';
import { sessionApi } from '../../../shared/session/session.api';
import { postOf, sampleStaff } from '../post/post.fixture';
import { putWaiting, waitingOf } from './send-queue';
import { SendQueueHost } from './send-queue-host';

const session = {
  staff: { ...sampleStaff },
  space: { id: 'space', timeZone: 'Asia/Tokyo' },
  permissions: [],
} as unknown as Session;

describe('the send queue', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('is sent once the server is back, although the network was never lost', async () => {
    localStorage.clear();
    storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
    let isAway = true;
    const log = serve(() =>
      isAway ? { status: 503, body: null } : { status: 201, body: postOf({ id: 'p1' }) },
    );
    const store = configureStore({
      reducer: { [api.reducerPath]: api.reducer },
      middleware: (defaults) => defaults({ serializableCheck: false }).concat(api.middleware),
    });
    await store.dispatch(
      sessionApi.util.upsertQueryData('getSession', undefined, session) as never,
    );
    putWaiting({
      ...{ kind: 'post', key: 'key-1', staffId: session.staff.id, at: new Date().toISOString() },
      input: {
        ...{ memo: '圏外で', memberIds: [], mentions: [], labelIds: [], task: null },
        ...{ attachmentIds: [], mustRead: false, introduction: null },
      },
      shown: { members: [], attachments: [] },
    });
    const { unmount } = render(
      <Provider store={store}>
        <IntlFrame locale="ja">
          <SendQueueHost />
        </IntlFrame>
      </Provider>,
    );
    const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
    await pass(100);
    expect(log).toHaveLength(1);
    expect(waitingOf(session)).toHaveLength(1);
    isAway = false;
    await pass(10_000);
    expect(log.map(({ headers }) => headers['idempotency-key'])).toEqual(['key-1', 'key-1']);
    expect(waitingOf(session)).toEqual([]);
    expect(toastStore.read()).toHaveLength(1);
    unmount();
  });
});
