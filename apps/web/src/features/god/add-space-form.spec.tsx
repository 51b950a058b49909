import { fireEvent, screen, waitFor } from '@testing-library/react';
import { serve } from '../../../test/answers';
import { showTo } from '../../../test/show';
import { storeAccess } from '../../shared/api/access';
import { AddSpaceForm } from './add-space-form';

it('sends a space again as the same when the answer was lost', async () => {
  storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
  const asked = serve(({ method }) => (method === 'POST' ? 'no network' : { body: { items: [] } }));
  const sent = () => asked.filter(({ method }) => method === 'POST');
  await showTo({ id: 'god' }, <AddSpaceForm onClose={() => {}} onAdded={() => {}} />, 'en');
  const texts = {
    'Space name': '縁側ハウス 名取',
    'Space ID': 'natori',
    'E-mail address': 'owner@natori.example',
    Name: '大西 律子',
  };
  for (const [name, value] of Object.entries(texts)) {
    fireEvent.change(await screen.findByRole('textbox', { name }), { target: { value } });
  }
  for (const count of [1, 2]) {
    fireEvent.click(await screen.findByRole('button', { name: 'Add and invite' }));
    await waitFor(() => expect(sent()).toHaveLength(count));
    await screen.findByRole('alert');
  }
  const [first, second] = sent().map(({ headers }) => headers['idempotency-key']);
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect(second).toBe(first);
});
