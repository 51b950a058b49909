import { fireEvent, screen } from '@testing-library/react';
import { serve } from '../../../test/answers';
import { show } from '../../../test/show';
import { storeAccess } from '../../shared/api/access';
import { RadarDaysDialog } from './radar-days-dialog';

it('offers nothing to save before the types are read, whose numbers would be lost', async () => {
  storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
  let isAway = true;
  serve(({ url }) => {
    if (!url.includes('member-types')) {
      return { body: { version: 1, defaultDays: 30, types: [{ typeId: 'office', days: 7 }] } };
    }
    const type = { id: 'office', version: 1, name: '個室', order: 0 };
    return isAway ? { status: 503 } : { body: { items: [type] } };
  });
  show(<RadarDaysDialog onClose={jest.fn()} />);
  const again = await screen.findByRole('button', { name: 'もう一度試す' });
  expect(screen.queryByRole('textbox')).toBeNull();
  isAway = false;
  fireEvent.click(again);
  expect(await screen.findByRole<HTMLInputElement>('textbox', { name: '個室' })).toMatchObject({
    value: '7',
  });
});

it('focuses the field of a number that cannot be saved', async () => {
  storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
  const asked = serve(({ url }) => ({
    body: url.includes('member-types') ? { items: [] } : { version: 1, defaultDays: 30, types: [] },
  }));
  show(<RadarDaysDialog onClose={jest.fn()} />);
  const field = await screen.findByRole('textbox');
  fireEvent.change(field, { target: { value: '3000' } });
  const save = screen.getByRole('button', { name: '保存する' });
  save.focus();
  fireEvent.click(save);
  expect(document.activeElement).toBe(field);
  expect(asked.filter(({ method }) => method !== 'GET')).toEqual([]);
});
