import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { serve } from '../../../test/answers';
import { showTo } from '../../../test/show';
import { storeAccess } from '../../shared/api/access';
import { toastStore } from '../../shared/feedback/toast.store';
import { ApiTokensPart } from './api-tokens.part';

it('says that a new token was not seen when the page was left', async () => {
  storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
  let answer: () => void = () => undefined;
  const asked = serve(({ method }) =>
    method === 'POST'
      ? new Promise((done) => (answer = () => done({ body: { token: 'engawa_x' } })))
      : { body: { items: [] } },
  );
  const { unmount } = await showTo({ id: 'admin' }, <ApiTokensPart />, 'en', [
    'apiToken.manage',
    'post.read',
  ]);
  fireEvent.click(await screen.findByRole('button', { name: 'Create a token' }));
  fireEvent.change(await screen.findByRole('textbox'), { target: { value: 'Accounting' } });
  fireEvent.click(screen.getAllByRole('checkbox')[0]!);
  fireEvent.click(screen.getByRole('button', { name: 'Create a token' }));
  await waitFor(() => expect(asked.filter(({ method }) => method === 'POST')).toHaveLength(1));
  unmount();
  await act(async () => answer());
  await waitFor(() => expect(toastStore.read().at(-1)?.text).toContain('Revoke it'));
});

it('says that a token was revoked while its name was changed', async () => {
  storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
  const token = { id: 't1', version: 1, name: 'Door', scopes: [], createdBy: 'admin', hint: 'ab' };
  let items = [token];
  serve(({ method, url }) => {
    if (method !== 'GET') {
      items = [];
      return { status: 404, body: { code: 'identity.api-token.not-found', title: 'Not found' } };
    }
    if (url.endsWith('/uses')) return { body: { days: [] } };
    return { body: { items: url.endsWith('/api-tokens') ? items : [] } };
  });
  await showTo({ id: 'admin' }, <ApiTokensPart />, 'en', ['apiToken.manage']);
  fireEvent.click(await screen.findByRole('button', { name: 'Settings of “Door”' }));
  const name = await screen.findByRole('textbox');
  fireEvent.change(name, { target: { value: 'Front door' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Not found');
  screen.getByDisplayValue('Front door');
});

it('gives the focus back to its button when the form is left', async () => {
  serve(() => ({ body: { items: [] } }));
  await showTo({ id: 'admin' }, <ApiTokensPart />, 'en', ['apiToken.manage']);
  fireEvent.click(await screen.findByRole('button', { name: 'Create a token' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Create a token' }));
});
