import { fireEvent, screen, waitFor } from '@testing-library/react';
import { serve } from '../../../test/answers';
import { showTo } from '../../../test/show';
import { storeAccess } from '../../shared/api/access';
import { PreferencesPage } from './preferences.page';

it('changes nothing of a kind but what was chosen: another window may have changed the rest', async () => {
  storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
  const names = ['mention', 'comment', 'reaction', 'taskAssigned', 'taskUnassigned', 'taskStatus'];
  const kinds = Object.fromEntries(
    [...names, 'taskDue', 'mustRead', 'followed'].map((name) => [
      name,
      { app: true, mail: 'none' },
    ]),
  );
  // Chosen in the other window.
  const stored = { ...kinds, mention: { app: false, mail: 'digest' } };
  const rest = { digestHour: 8, locale: 'ja' };
  const asked = serve(({ method, url }) => {
    if (!url.endsWith('/preferences')) return { body: { items: [] } };
    const isChanged = asked.some((one) => one.method === 'PATCH');
    return { body: { ...rest, kinds: method === 'GET' && !isChanged ? kinds : stored } };
  });
  await showTo({ id: 's1', email: 'a@example.com' }, <PreferencesPage />);
  const app = await screen.findByRole('switch', { name: 'メンション: アプリ' });
  fireEvent.click(app);
  const mail = screen.getByLabelText<HTMLSelectElement>('メンション: メール');
  await waitFor(() => expect(mail.value).toBe('digest'));
  expect(asked.find(({ method }) => method === 'PATCH')?.body).toEqual({
    kinds: { mention: { app: false } },
  });
});
