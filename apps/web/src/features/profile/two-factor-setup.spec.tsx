import { fireEvent, screen, waitFor } from '@testing-library/react';
import { serve } from '../../../test/answers';
import { showTo } from '../../../test/show';
import { storeAccess } from '../../shared/api/access';
import { TwoFactorSetup } from './two-factor-setup';

it('sends a code again as the same request when the answer was lost, and another one anew', async () => {
  storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
  const offer = { secret: 'abcdefgh', uri: 'otpauth://totp/x' };
  const asked = serve(({ url }) => (url.endsWith('/begin') ? { body: offer } : 'no network'));
  const sent = () => asked.filter(({ url }) => url.endsWith('/confirm'));
  await showTo({ id: 's1' }, <TwoFactorSetup onCancel={() => {}} onDone={() => {}} />, 'en');
  const type = async (label: string, value: string) =>
    fireEvent.change(await screen.findByLabelText(label), { target: { value } });
  await type('Your password', 'correct horse');
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
  for (const [index, code] of ['123456', '123456', '654321'].entries()) {
    await type('Six-digit code', code);
    fireEvent.click(await screen.findByRole('button', { name: 'Finish' }));
    await waitFor(() => expect(sent()).toHaveLength(index + 1));
    await screen.findByRole('alert');
  }
  const [first, second, third] = sent().map(({ headers }) => headers['idempotency-key']);
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});
