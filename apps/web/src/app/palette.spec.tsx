import { fireEvent, screen } from '@testing-library/react';
import { serve } from '../../test/answers';
import { showTo } from '../../test/show';
import { storeAccess } from '../shared/api/access';
import { rowScope } from '../shared/rows/row-scope.store';
import { Palette } from './palette';

it('says that staff cannot be found while they cannot be read', async () => {
  storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
  serve(({ url }) =>
    url.endsWith('/staffs') ? { status: 503 } : { body: { items: [], posts: [], total: 0 } },
  );
  await showTo({ id: 's1' }, <Palette onClose={jest.fn()} onKeys={jest.fn()} />);
  fireEvent.change(screen.getByRole('combobox'), { target: { value: '水' } });
  await screen.findByRole('alert');
});

it('shows a sign of its own before each command on the selected rows', async () => {
  serve(() => ({ body: { items: [] } }));
  const leave = rowScope.enter({
    targets: () => ['t1'],
    commands: [
      { name: 'finish', words: '完了にする', run: jest.fn() },
      { name: 'due', words: '期限を決める', run: jest.fn() },
    ],
  });
  await showTo({ id: 's1' }, <Palette onClose={jest.fn()} onKeys={jest.fn()} />);
  const signOf = (words: string) =>
    screen.getByRole('option', { name: new RegExp(words) }).querySelector('svg')?.outerHTML;
  expect(signOf('完了にする')).toBeDefined();
  expect(signOf('期限を決める')).toBeDefined();
  expect(signOf('完了にする')).not.toBe(signOf('期限を決める'));
  leave();
});
