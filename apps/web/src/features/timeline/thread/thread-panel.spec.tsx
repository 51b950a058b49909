import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { serve } from '../../../../test/answers';
import { storeOf } from '../../../../test/show';
import { storeAccess } from '../../../shared/api/access';
import { api } from '../../../shared/api/api';
import { IntlFrame } from '../../../shared/intl/intl-frame';
import { commentOf, postOf, sampleStaff } from '../post/post.fixture';
import { ThreadPanel } from './thread-panel';

describe('an open thread', () => {
  it('says that its post was deleted by somebody else, and keeps the comment begun there', async () => {
    let isGone = false;
    storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
    serve(({ url }) => {
      if (url.endsWith('/comments?limit=100')) {
        return { body: { items: [commentOf({})], nextCursor: null, previousCursor: null } };
      }
      if (!url.startsWith('/api/v1/posts/')) return { body: { items: [] } };
      return isGone
        ? { status: 404, body: { code: 'timeline.post.not-found', title: 'x' } }
        : { body: postOf({}) };
    });
    const store = await storeOf(sampleStaff, ['post.read', 'post.write']);
    render(
      <Provider store={store}>
        <MantineProvider env="test">
          <IntlFrame locale="en">
            <MemoryRouter>
              <ThreadPanel
                place={{ kind: 'all' }}
                postId="p1"
                commentId={null}
                narrow={false}
                onClose={() => undefined}
              />
            </MemoryRouter>
          </IntlFrame>
        </MantineProvider>
      </Provider>,
    );
    await screen.findByText(postOf({}).memo);
    fireEvent.change(screen.getByRole('combobox'), { target: { value: 'half a comment' } });
    isGone = true;
    act(() => void store.dispatch(api.util.invalidateTags([{ type: 'Post', id: 'p1' }])));
    await screen.findByText('This post was not found. It may have been deleted.');
    expect(screen.queryByText(postOf({}).memo)).toBeNull();
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(JSON.stringify(localStorage)).toContain('half a comment');
  });
});
