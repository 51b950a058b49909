import { fireEvent, screen } from '@testing-library/react';
import { serve } from '../../../test/answers';
import { showTo } from '../../../test/show';
import { storeAccess } from '../../shared/api/access';
import { ReactionsPart } from './reactions.part';

it.each([
  ['request.invalid', 400, '絵文字を1つ入力してください。'],
  ['timeline.reaction.taken', 409, 'すでにあります'],
])('shows at the emoji why it is refused (%s)', async (code, status, told) => {
  storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
  const errors = [{ pointer: '/body/emoji', code: 'invalid', detail: '正しくありません' }];
  serve(({ method }) =>
    method === 'POST'
      ? { status, body: { code, title: 'すでにあります', errors } }
      : { body: { items: [] } },
  );
  await showTo({ id: 'admin' }, <ReactionsPart />);
  const emoji = await screen.findByLabelText('絵文字');
  fireEvent.change(emoji, { target: { value: 'abc' } });
  const name = screen.getByLabelText('名前');
  fireEvent.change(name, { target: { value: '祝' } });
  fireEvent.click(screen.getByRole('button', { name: '追加する' }));
  expect((await screen.findByRole('alert')).textContent).toBe(told);
  expect(emoji.getAttribute('aria-invalid')).toBe('true');
  expect(name.getAttribute('aria-invalid')).not.toBe('true');
});
