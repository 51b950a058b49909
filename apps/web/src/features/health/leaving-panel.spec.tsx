import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { serve } from '../../../test/answers';
import { storeOf } from '../../../test/show';
import { storeAccess } from '../../shared/api/access';
import { api } from '../../shared/api/api';
import { IntlFrame } from '../../shared/intl/intl-frame';
import { LeavingPanel } from './leaving-panel';

it('hands nothing over to a colleague who is deactivated meanwhile', async () => {
  storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
  const member = { id: 'm1', familyName: '森', firstName: '', familyNameKana: '', company: '' };
  const staff = { id: 's1', displayName: '水野' };
  const at = '2026-11-21T05:30:00.000Z';
  const covered = { member, staff, posts: 2, openIssues: 0, lastTalkedAt: at, lastPostId: 'p1' };
  let deactivated = false;
  serve(({ url }) => {
    if (url.includes('/coverage/members')) return { body: { items: [covered], nextCursor: null } };
    return { body: { items: [staff, { id: 's2', displayName: '星野', deactivated }] } };
  });
  const store = await storeOf({ id: 'admin' }, ['post.write']);
  render(
    <Provider store={store}>
      <MantineProvider env="test">
        <IntlFrame locale="ja">
          <MemoryRouter>
            <LeavingPanel staffId="s1" name={null} />
          </MemoryRouter>
        </IntlFrame>
      </MantineProvider>
    </Provider>,
  );
  await screen.findByRole('option', { name: '星野' });
  const to = screen.getByRole<HTMLSelectElement>('combobox');
  const button = screen.getByRole<HTMLButtonElement>('button', { name: /1/ });
  fireEvent.change(to, { target: { value: 's2' } });
  expect(button.disabled).toBe(false);
  deactivated = true;
  await act(async () => void store.dispatch(api.util.invalidateTags(['Staff'])));
  await waitFor(() => expect(screen.queryByRole('option', { name: '星野' })).toBeNull());
  expect(to.value).toBe('');
  expect(button.disabled).toBe(true);
});
