import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { serve } from '../../../test/answers';
import { showTo } from '../../../test/show';
import { storeAccess } from '../../shared/api/access';
import { TemplatesPart } from './templates.part';

it('shows the labels that are chosen for a new template, and saves them', async () => {
  storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
  const labels = ['相談', '見学'].map((name, order) => ({ id: `l${order}`, name, order }));
  const asked = serve(({ method, url, body }) => {
    if (method === 'POST')
      return { status: 201, body: { id: 't1', version: 1, ...(body as object) } };
    return { body: { items: url.includes('/labels') ? labels : [] } };
  });
  const { container } = await showTo({ id: 'admin' }, <TemplatesPart />, 'en');
  await userEvent.type(await screen.findByLabelText('New template'), 'Visit');
  await userEvent.click(screen.getByRole('button', { name: 'Labels' }));
  await userEvent.click(await screen.findByRole('option', { name: '見学' }));
  await userEvent.keyboard('{Escape}');
  const chips = [...container.querySelectorAll('[data-label]')];
  const shown = chips.filter((chip) => !chip.closest('[role=option]'));
  expect(shown.map(({ textContent }) => textContent)).toEqual(['見学']);
  await userEvent.click(screen.getByRole('button', { name: 'Add' }));
  const { body } = asked.find(({ method }) => method === 'POST')!;
  expect(body).toMatchObject({ displayName: 'Visit', labelIds: ['l1'] });
});
