import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { serve } from '../../../test/answers';
import { showTo } from '../../../test/show';
import { storeAccess } from '../../shared/api/access';
import { toastStore } from '../../shared/feedback/toast.store';
import { AddSpaceForm } from './add-space-form';

/** Shows the form and fills it in. */
async function fill(onAdded = () => {}) {
  storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
  const { unmount } = await showTo(
    { id: 'god' },
    <AddSpaceForm onClose={() => {}} onAdded={onAdded} />,
    'en',
  );
  const texts = {
    'Space name': '縁側ハウス 名取',
    'Space ID': 'natori',
    'E-mail address': 'owner@natori.example',
    Name: '大西 律子',
  };
  for (const [name, value] of Object.entries(texts)) {
    fireEvent.change(await screen.findByRole('textbox', { name }), { target: { value } });
  }
  return unmount;
}

it('leads nobody to a new space who left the form before the answer', async () => {
  let answer: () => void = () => undefined;
  const asked = serve(({ method }) =>
    method === 'POST'
      ? new Promise(
          (done) => (answer = () => done({ body: { id: 'natori', displayName: '名取' } })),
        )
      : { body: { items: [] } },
  );
  const onAdded = jest.fn();
  const unmount = await fill(onAdded);
  fireEvent.click(await screen.findByRole('button', { name: 'Add and invite' }));
  await waitFor(() => expect(asked.some(({ method }) => method === 'POST')).toBe(true));
  unmount();
  await act(async () => answer());
  await waitFor(() => expect(toastStore.read().at(-1)?.text).toContain('名取'));
  expect(onAdded).not.toHaveBeenCalled();
});

it('sends a space again as the same when the answer was lost', async () => {
  const asked = serve(({ method }) => (method === 'POST' ? 'no network' : { body: { items: [] } }));
  const sent = () => asked.filter(({ method }) => method === 'POST');
  await fill();
  for (const count of [1, 2]) {
    fireEvent.click(await screen.findByRole('button', { name: 'Add and invite' }));
    await waitFor(() => expect(sent()).toHaveLength(count));
    await screen.findByRole('alert');
  }
  const [first, second] = sent().map(({ headers }) => headers['idempotency-key']);
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect(second).toBe(first);
});
