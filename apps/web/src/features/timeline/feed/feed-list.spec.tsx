import { MantineProvider } from '@mantine/core';
import { configureStore } from '@reduxjs/toolkit';
import type { Session } from '@engawa/contracts';
import { act, render, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { VirtuosoMockContext } from 'react-virtuoso';
import { serve } from '../../../../test/answers';
import { api } from '../../../shared/api/api';
import { IntlFrame } from '../../../shared/intl/intl-frame';
import { sessionApi } from '../../../shared/session/session.api';
import { FeedList } from './feed-list';
import { createFeed } from './feed.fixture';
import { postOf, sampleStaff } from '../post/post.fixture';

const session = {
  staff: sampleStaff,
  space: { id: 'space', timeZone: 'Asia/Tokyo' },
  permissions: [],
} as unknown as Session;
const items = [postOf({ id: 'p2', memo: '二つ目' }), postOf({ id: 'p1', memo: '一つ目' })];
const window = createFeed(
  { kind: 'all' },
  { items, nextCursor: null, previousCursor: null },
).window();

describe('the list of posts', () => {
  /** The list, with a height if `measured`; without one Virtuoso has measured nothing yet. */
  const show = async (props: { held: boolean; measured: boolean; addressed?: string }) => {
    serve(() => ({ body: { items: [] } }));
    const store = configureStore({
      reducer: { [api.reducerPath]: api.reducer },
      middleware: (defaults) => defaults({ serializableCheck: false }).concat(api.middleware),
    });
    await store.dispatch(
      sessionApi.util.upsertQueryData('getSession', undefined, session) as never,
    );
    const list = (
      <FeedList
        window={props.held ? window : undefined}
        place={{ kind: 'all' }}
        scroller={document.body}
        handle={{ current: null }}
        addressed={props.addressed ?? null}
        line={null}
        editing={null}
        onEdit={() => undefined}
        selected={new Set()}
        loading={{ older: false, newer: false }}
        onLoad={() => undefined}
        onAtTop={() => undefined}
        footer={<p>終わり</p>}
      />
    );
    return render(
      <Provider store={store}>
        <MantineProvider>
          <IntlFrame locale="ja">
            <MemoryRouter>
              {props.measured ? (
                <VirtuosoMockContext.Provider value={{ viewportHeight: 900, itemHeight: 200 }}>
                  {list}
                </VirtuosoMockContext.Provider>
              ) : (
                list
              )}
            </MemoryRouter>
          </IntlFrame>
        </MantineProvider>
      </Provider>,
    );
  };
  const skeleton = (container: HTMLElement) => container.querySelector('[role=status]');

  it('has a skeleton while the posts are asked for', async () => {
    const { container } = await show({ held: false, measured: false });
    expect(skeleton(container)).not.toBeNull();
  });

  it('shows its posts in the first render, before it has measured', async () => {
    const { container, getByText } = await show({ held: true, measured: false });
    expect(getByText('二つ目')).toBeTruthy();
    expect(getByText('一つ目')).toBeTruthy();
    expect(skeleton(container)).toBeNull();
  });

  it('keeps the skeleton while it measures where an addressed post is, and is never blank', async () => {
    const { container, queryByText } = await show({ held: true, measured: false, addressed: 'p1' });
    await act(() => new Promise((done) => requestAnimationFrame(() => done(undefined))));
    expect(queryByText('一つ目')).toBeNull();
    expect(skeleton(container)).not.toBeNull();
    expect(queryByText('終わり')).toBeNull();
  });

  it('gives way to the posts once they show', async () => {
    const { container, findByText } = await show({ held: true, measured: true });
    await findByText('一つ目');
    await waitFor(() => expect(skeleton(container)).toBeNull());
    await findByText('終わり');
  });
});
