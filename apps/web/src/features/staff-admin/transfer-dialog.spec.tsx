import type { Staff } from '@engawa/contracts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { serve } from '../../../test/answers';
import { showTo } from '../../../test/show';
import { storeAccess } from '../../shared/api/access';
import { TransferDialog } from './transfer-dialog';

const heir = { id: 's2', displayName: '水野 航', role: 'generalAdmin' } as Staff;

/** Repeats a transfer that is forbidden by now; the heir has this role. */
async function repeat(role: Staff['role']) {
  storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
  const forbidden = { status: 403, body: { code: 'auth.forbidden', title: 'Not permitted' } };
  const session = { staff: { id: 's1' }, permissions: [] };
  serve(({ method, url }) => {
    if (method === 'POST') return url.endsWith('/primary-admin') ? forbidden : { status: 503 };
    return { body: url.includes('/session') ? session : { items: [{ ...heir, role }] } };
  });
  const onClose = jest.fn();
  await showTo({ id: 's1' }, <TransferDialog staff={heir} onClose={onClose} />, 'en');
  const field = await screen.findByLabelText('Your password');
  fireEvent.change(field, { target: { value: 'correct horse' } });
  fireEvent.submit(field.closest('form')!);
  return onClose;
}

it('is done when an earlier attempt did it, whose answer was lost', async () => {
  const onClose = await repeat('primaryAdmin');
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
});

it('is refused when nobody did it', async () => {
  const onClose = await repeat('generalAdmin');
  expect(await screen.findByText('Not permitted')).toBeDefined();
  expect(onClose).not.toHaveBeenCalled();
});
