import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { serve } from '../../../../test/answers';
import { showTo } from '../../../../test/show';
import { storeAccess } from '../../../shared/api/access';
import { sampleStaff } from '../post/post.fixture';
import { emptyForm } from './form-state';
import { PostForm } from './post-form';

jest.mock('../../../shared/layout/use-wide', () => ({
  useNarrow: () => true,
  useWide: () => false,
  useRoomy: () => false,
}));

function Form() {
  const [form, setForm] = useState(emptyForm);
  const [again, setAgain] = useState(false);
  return (
    <PostForm
      form={form}
      onChange={setForm}
      onSend={() => undefined}
      again={again}
      onAgain={setAgain}
    />
  );
}

it('keeps the less used tools of a phone in a menu, and shows in the row what is on', async () => {
  storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
  serve(() => ({ body: { items: [], nextCursor: null } }));
  await showTo(sampleStaff, <Form />);
  const more = await screen.findByRole('button', { name: 'その他の操作' });
  expect(screen.queryByRole('button', { name: '必読' })).toBeNull();
  await userEvent.click(more);
  const menu = await screen.findByRole('menu');
  const entries = [...menu.querySelectorAll('[role^=menuitem]')];
  expect(entries.map(({ textContent }) => textContent)).toEqual([
    '必読',
    'ファイルを添付する',
    '続けて書く',
  ]);
  await userEvent.click(screen.getByRole('menuitemcheckbox', { name: '続けて書く' }));
  const again = await screen.findByRole('button', { name: '続けて書く', pressed: true });
  // The row has no room for their words then.
  for (const name of ['ラベル', 'タスク']) {
    expect(screen.getByRole('button', { name }).textContent).toBe('');
  }
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  await userEvent.click(again);
  expect(screen.queryByRole('button', { name: '続けて書く' })).toBeNull();
  screen.getByText('タスク');
});
