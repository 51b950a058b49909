import { fireEvent, screen, waitFor } from '@testing-library/react';
import { serve } from '../../../test/answers';
import { showTo } from '../../../test/show';
import { storeAccess } from '../../shared/api/access';
import { TemplatesPart } from './templates.part';

it('offers to add the rest of the common templates when one of them failed', async () => {
  storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
  const items: object[] = [];
  const keys = new Set<string>();
  const asked = serve(({ method, body, headers }) => {
    if (method !== 'POST') return { body: { items } };
    const key = headers['idempotency-key']!;
    const template = { id: key, version: 1, deletedLabels: [], ...(body as object) };
    if (!keys.has(key)) items.push(template);
    keys.add(key);
    // The answer for the second is lost.
    return sent().length === 2 ? 'no network' : { status: 201, body: template };
  });
  const sent = () => asked.filter(({ method }) => method === 'POST');
  await showTo({ id: 'admin' }, <TemplatesPart />, 'en');
  const name = 'Add three common templates';
  fireEvent.click(await screen.findByRole('button', { name }));
  await waitFor(() => expect(items).toHaveLength(2));
  const again = await screen.findByRole<HTMLButtonElement>('button', { name });
  await waitFor(() => expect(again.disabled).toBe(false));
  fireEvent.click(again);
  await waitFor(() => expect(screen.queryByRole('button', { name })).toBeNull());
  expect(items).toHaveLength(3);
  expect(sent()).toHaveLength(4);
});
