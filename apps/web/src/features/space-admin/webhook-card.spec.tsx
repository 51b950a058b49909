import type { Webhook } from '@engawa/contracts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { serve } from '../../../test/answers';
import { showTo } from '../../../test/show';
import { storeAccess } from '../../shared/api/access';
import { ConfirmDialog } from '../../shared/feedback/confirm-dialog';
import { WebhookCard } from './webhook-card';

it('renews a secret once although an answer was lost', async () => {
  storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
  const webhook = {
    ...{ id: 'w1', version: 1, url: 'https://example.com/hook', description: '', events: [] },
    ...{ enabled: true, disabledReason: null, secretRotatedAt: '2026-11-01T00:00:00Z' },
  } as unknown as Webhook;
  const onSecret = jest.fn();
  let isLost = true;
  const asked = serve(() => (isLost ? 'no network' : { body: { ...webhook, secret: 's' } }));
  await showTo(
    { id: 'admin' },
    <>
      <WebhookCard webhook={webhook} onSecret={onSecret} />
      <ConfirmDialog />
    </>,
    'en',
  );
  const keys = () =>
    asked
      .filter(({ method }) => method === 'POST')
      .map(({ headers }) => headers['idempotency-key']);
  const renew = async (count: number) => {
    fireEvent.click(await screen.findByRole('button', { name: /More actions/ }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Renew the secret' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Renew the secret' }));
    await waitFor(() => expect(keys()).toHaveLength(count));
  };
  await renew(1);
  isLost = false;
  await renew(2);
  await waitFor(() => expect(onSecret).toHaveBeenCalledTimes(1));
  await renew(3);
  const [first, second, third] = keys();
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});
