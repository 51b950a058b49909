import type { SpaceDetail } from '@engawa/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { serve } from '../../../test/answers';
import { showTo } from '../../../test/show';
import { storeAccess } from '../../shared/api/access';
import { ConfirmDialogHost } from '../../shared/feedback/confirm-dialog-host';
import { PrimaryAdminForm } from './primary-admin-form';

it('sends a new primary administrator again as the same when the answer was lost', async () => {
  storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
  const asked = serve(({ method }) => (method === 'POST' ? 'no network' : { body: { items: [] } }));
  const sent = () => asked.filter(({ method }) => method === 'POST');
  const space = { id: 'natori', displayName: '縁側ハウス 名取' } as SpaceDetail;
  const form = (
    <>
      <PrimaryAdminForm space={space} onClose={() => {}} />
      <ConfirmDialogHost />
    </>
  );
  await showTo({ id: 'god' }, form, 'en');
  for (const [name, value] of Object.entries({
    'E-mail address': 'owner@natori.example',
    Name: '大西 律子',
  })) {
    fireEvent.change(await screen.findByRole('textbox', { name }), { target: { value } });
  }
  for (const count of [1, 2]) {
    const name = 'Register';
    fireEvent.click(await screen.findByRole('button', { name }));
    const question = await screen.findByRole('dialog', { name: /the primary administrator\?/ });
    fireEvent.click(within(question).getByRole('button', { name }));
    await waitFor(() => expect(sent()).toHaveLength(count));
    await screen.findByRole('alert');
  }
  const [first, second] = sent().map(({ headers }) => headers['idempotency-key']);
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect(second).toBe(first);
});
