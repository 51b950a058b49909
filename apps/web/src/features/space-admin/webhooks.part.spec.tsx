import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { serve } from '../../../test/answers';
import { showTo } from '../../../test/show';
import { storeAccess } from '../../shared/api/access';
import { toastStore } from '../../shared/feedback/toast.store';
import { WebhooksPart } from './webhooks.part';

it('says that the secret of a new webhook was not seen when the page was left', async () => {
  storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
  const url = 'https://example.com/hook';
  let answer: () => void = () => undefined;
  const asked = serve(({ method }) =>
    method === 'POST'
      ? new Promise((done) => (answer = () => done({ body: { id: 'w1', url, secret: 's' } })))
      : { body: { items: [] } },
  );
  const { unmount } = await showTo({ id: 'admin' }, <WebhooksPart />, 'en', ['integration.manage']);
  fireEvent.click(await screen.findByRole('button', { name: 'Add a webhook' }));
  fireEvent.change(await screen.findByLabelText(/^URL/), { target: { value: url } });
  fireEvent.click(screen.getAllByRole('checkbox')[0]!);
  fireEvent.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(asked.filter(({ method }) => method === 'POST')).toHaveLength(1));
  unmount();
  await act(async () => answer());
  await waitFor(() => expect(toastStore.read().at(-1)?.text).toContain('Renew it'));
});

it('gives the focus back to its button when the form is left', async () => {
  serve(() => ({ body: { items: [] } }));
  await showTo({ id: 'admin' }, <WebhooksPart />, 'en', ['integration.manage']);
  fireEvent.click(await screen.findByRole('button', { name: 'Add a webhook' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add a webhook' }));
});
