import { screen } from '@testing-library/react';
import { serve } from '../../../test/answers';
import { showTo } from '../../../test/show';
import { storeAccess } from '../../shared/api/access';
import { ColdPart } from './cold.part';

beforeEach(() =>
  storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() }),
);

/** Shows the radar of a type, and returns for which type its list was read last. */
async function typeRead(type: string, shown: string): Promise<string | null> {
  const asked = serve(({ url }) =>
    url.includes('member-types')
      ? { body: { items: [{ id: 'office', version: 1, name: '個室', order: 0 }] } }
      : { body: { items: [], total: 0, snoozed: 0, nextCursor: null, previousCursor: null } },
  );
  const address = { view: 'cold', type, snoozed: false, staff: '' } as const;
  await showTo({ id: 's-1' }, <ColdPart address={address} onChange={() => undefined} />);
  await screen.findByRole('button', { name: `${shown} 会員種別で絞り込む` });
  await screen.findByText('しばらく話していない会員はいません');
  const { url } = asked.filter(({ url }) => url.includes('/radar')).at(-1)!;
  return new URL(url, 'http://localhost').searchParams.get('typeId');
}

it.each([
  ['office', '個室', 'office'],
  ['none', '種別なし', 'none'],
  // As a bookmark names it.
  ['deleted', '会員種別', null],
])('reads the radar of the type %s, shown as %s, as %s', async (type, shown, read) => {
  expect(await typeRead(type, shown)).toBe(read);
});

it('does not say that nobody is snoozed while the radar cannot be read', async () => {
  serve(({ url }) => (url.includes('member-types') ? { body: { items: [] } } : { status: 503 }));
  const address = { view: 'cold', type: '', snoozed: false, staff: '' } as const;
  await showTo({ id: 's-1' }, <ColdPart address={address} onChange={() => undefined} />);
  await screen.findByRole('alert');
  screen.getByRole('button', { name: '保留中（–）' });
});
