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

it('gives the focus back to its button when the form is left', async () => {
  serve(() => ({ body: { items: [] } }));
  await showTo({ id: 'admin' }, <ApiTokensPart />, 'en', ['apiToken.manage']);
  fireEvent.click(await screen.findByRole('button', { name: 'Create a token' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Create a token' }));
});
