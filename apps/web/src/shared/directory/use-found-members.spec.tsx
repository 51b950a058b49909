import type { MemberRef } from '@engawa/contracts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { serve } from '../../../test/answers';
import { show } from '../../../test/show';
import { storeAccess } from '../api/access';
import { MemberPicker } from './member-picker';

const words = { label: '会員', placeholder: '', remove: (name: string) => name };
const member = (id: string, familyName: string) => ({
  ...{ id, familyName, firstName: '', familyNameKana: '', firstNameKana: '', company: '' },
  ...{ photoUrl: null, thumbPhotoUrl: null, deleted: false },
});

function Picker() {
  const [value, setValue] = useState<MemberRef[]>([]);
  return (
    <>
      <MemberPicker value={value} onChange={setValue} words={words} />
      <output>{value.map(({ id }) => id).join()}</output>
    </>
  );
}

/** A picker whose answers the test gives, by the text that was asked for. */
function open() {
  storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
  const answers = new Map<string, (reply: { status?: number; body?: unknown }) => void>();
  serve(
    ({ url }) =>
      new Promise((answer) => {
        answers.set(new URL(url, 'http://localhost').searchParams.get('q') ?? '', answer);
      }),
  );
  show(<Picker />);
  const field = screen.getByLabelText('会員', { selector: 'input' });
  fireEvent.focus(field);
  const type = async (text: string) => {
    fireEvent.change(field, { target: { value: text } });
    await waitFor(() => expect(answers.has(text)).toBe(true));
  };
  const press = () => fireEvent.keyDown(field, { key: 'Enter', code: 'Enter' });
  const answer = (text: string, reply: { status?: number; body?: unknown }) =>
    act(async () => answers.get(text)!(reply));
  return { type, press, answer };
}
const found = (...items: unknown[]) => ({ body: { items } });
const chosen = () => screen.getByRole('status').textContent;

it('takes with Enter the first row of the typed text, not of the text before', async () => {
  const { type, press, answer } = open();
  await type('佐');
  await answer('佐', found(member('s', '佐藤')));
  await screen.findByRole('option', { name: /佐藤/ });
  await type('鈴');
  // The rows of the text before stay until the answer.
  screen.getByRole('option', { name: /佐藤/ });
  press();
  expect(chosen()).toBe('');
  await answer('鈴', found(member('z', '鈴木')));
  await waitFor(() => expect(chosen()).toBe('z'));
});

it('forgets an Enter when the text changes', async () => {
  const { type, press, answer } = open();
  await type('佐');
  press();
  await type('鈴');
  await answer('佐', found(member('s', '佐藤')));
  await answer('鈴', found(member('z', '鈴木')));
  await screen.findByRole('option', { name: /鈴木/ });
  expect(chosen()).toBe('');
});

it('tells an error instead of "nobody found"', async () => {
  const { type, answer } = open();
  await type('佐');
  await answer('佐', { status: 503 });
  await screen.findByText(/時間をおいて|接続|できません/);
  expect(screen.queryByText('見つかりませんでした')).toBeNull();
});
