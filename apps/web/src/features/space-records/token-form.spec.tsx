import { fireEvent, screen, waitFor } from '@testing-library/react';
import { serve } from '../../../test/answers';
import { showTo } from '../../../test/show';
import { storeAccess } from '../../shared/api/access';
import { TokenForm } from './token-form';

it('creates one token although the answer was lost', async () => {
  storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
  let isLost = true;
  const asked = serve(() => {
    if (!isLost) return { status: 201, body: { token: 'engawa_x', apiToken: {} } };
    isLost = false;
    return 'no network';
  });
  const onMade = jest.fn();
  await showTo({ id: 'admin' }, <TokenForm onMade={onMade} onClose={jest.fn()} />, 'en', [
    'post.read',
  ]);
  fireEvent.change(await screen.findByRole('textbox'), { target: { value: 'Accounting' } });
  fireEvent.click(screen.getByRole('checkbox'));
  const create = screen.getByRole('button', { name: 'Create a token' });
  fireEvent.click(create);
  await screen.findByRole('alert');
  fireEvent.click(create);
  await waitFor(() => expect(onMade).toHaveBeenCalledWith('engawa_x'));
  const [first, second] = asked;
  expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
  expect(second?.body).toEqual(first?.body);
});

it('takes no input while the token is made, and again after a refusal', async () => {
  storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
  let refuse: () => void = () => undefined;
  const refusal = { status: 503, body: { code: 'x.away', title: 'Away' } };
  const asked = serve(() => new Promise((done) => (refuse = () => done(refusal))));
  await showTo({ id: 'admin' }, <TokenForm onMade={jest.fn()} onClose={jest.fn()} />, 'en', [
    'post.read',
  ]);
  const name = await screen.findByRole('textbox');
  const isHeld = () => name.closest('fieldset')!.disabled;
  fireEvent.change(name, { target: { value: 'Accounting' } });
  fireEvent.click(screen.getByRole('checkbox'));
  fireEvent.click(screen.getByRole('button', { name: 'Create a token' }));
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(isHeld()).toBe(true);
  refuse();
  await screen.findByRole('alert');
  expect(isHeld()).toBe(false);
});
