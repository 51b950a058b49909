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

const aoki = member('a', '青木');
const suzuki = member('s', '鈴木');

function Picker({ recent }: { recent?: MemberRef[] }) {
  const [value, setValue] = useState<MemberRef[]>([]);
  return (
    <>
      <MemberPicker value={value} onChange={setValue} recent={recent} canRegister words={words} />
      <output>{value.map(({ id }) => id).join()}</output>
    </>
  );
}

/** A picker whose answers the test gives, by the text that was asked for. */
function open({ isLost = false } = {}) {
  storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
  const answers = new Map<string, (reply: { status?: number; body?: unknown }) => void>();
  const asked = serve(({ url, method, body }) => {
    if (method === 'POST') {
      return isLost ? 'no network' : { body: { ...member('new', ''), ...(body as object) } };
    }
    return new Promise((answer) => {
      answers.set(new URL(url, 'http://localhost').searchParams.get('q') ?? '', answer);
    });
  });
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
  return { type, press, answer, asked };
}
const found = (...items: unknown[]) => ({ body: { items } });
const chosen = () => screen.getByRole('status').textContent;

function openWithRecent() {
  serve(() => found());
  show(<Picker recent={[suzuki, aoki]} />);
  fireEvent.focus(screen.getByLabelText('会員', { selector: 'input' }));
}
const option = (name: RegExp) => screen.getByRole('option', { name });

it('takes the member that was pressed, also where other rows move there before the release', () => {
  openWithRecent();
  fireEvent.mouseDown(option(/鈴木/));
  expect(chosen()).toBe('s');
  fireEvent.mouseUp(option(/青木/));
  expect(chosen()).toBe('s');
});

it('takes a member once, by each way of pressing', () => {
  openWithRecent();
  const pressed = option(/鈴木/);
  fireEvent.mouseDown(pressed);
  fireEvent.click(pressed);
  expect(chosen()).toBe('s');
  // Screen readers click without pressing.
  fireEvent.click(option(/青木/));
  expect(chosen()).toBe('s,a');
});

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

it('makes a member of a name that nobody has, once it is chosen', async () => {
  const { type, press, answer, asked } = open();
  await type('山田 花子');
  await answer('山田 花子', found(member('y', '山田')));
  await screen.findByRole('option', { name: /^山田/ });
  const offer = screen.getByText('「山田 花子」を会員に登録する');
  fireEvent.click(offer);
  fireEvent.click(offer);
  await waitFor(() => expect(chosen()).toBe('new'));
  await screen.findByText('山田 花子');
  expect(asked.filter(({ method }) => method === 'POST')).toHaveLength(1);

  await type('森');
  await answer('森', found());
  press();
  await screen.findByText('「森」を会員に登録する');
  expect(chosen()).toBe('new');

  await type('佐藤');
  await answer('佐藤', found(member('s', '佐藤')));
  await screen.findByRole('option', { name: /佐藤/ });
  expect(screen.queryByText('「佐藤」を会員に登録する')).toBeNull();
});

it('asks again for the same member when the answer was lost', async () => {
  const { type, answer, asked } = open({ isLost: true });
  await type('森');
  await answer('森', found());
  const offer = await screen.findByText('「森」を会員に登録する');
  const keys = () =>
    asked
      .filter(({ method }) => method === 'POST')
      .map(({ headers }) => headers['idempotency-key']);
  fireEvent.click(offer);
  await waitFor(() => expect(keys()).toHaveLength(1));
  await waitFor(() => {
    fireEvent.click(offer);
    expect(keys().length).toBeGreaterThan(1);
  });
  expect(new Set(keys()).size).toBe(1);
});

it('tells an error before anything is typed', async () => {
  serve(() => ({ status: 503 }));
  show(<Picker />);
  fireEvent.focus(screen.getByLabelText('会員', { selector: 'input' }));
  await screen.findByText(/処理できませんでした/);
});

it('tells an error instead of "nobody found"', async () => {
  const { type, answer } = open();
  await type('佐');
  await answer('佐', { status: 503 });
  await screen.findByText(/時間をおいて|接続|できません/);
  expect(screen.queryByText('見つかりませんでした')).toBeNull();
  expect(screen.queryByText('「佐」を会員に登録する')).toBeNull();
});
