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
