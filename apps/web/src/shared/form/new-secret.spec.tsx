import { fireEvent, screen, waitFor } from '@testing-library/react';
import { show } from '../../../test/show';
import { hideToast, toastStore } from '../feedback/toast.store';
import { NewSecret } from './new-secret';

const words = { title: '新しいトークン', copy: 'コピーする', copied: 'コピーしました' };
const button = () => screen.getByRole('button', { name: 'コピーする' });

beforeEach(() => {
  show(
    <NewSecret {...words} secret="ew_1" onClose={jest.fn()}>
      今だけ
    </NewSecret>,
  );
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'clipboard');
  for (const { id } of toastStore.read()) hideToast(id);
});

it('has the focus, because the form that made the secret is gone', () => {
  expect(document.activeElement).toBe(button());
});

it.each([
  ['copies the secret', { writeText: () => Promise.resolve() }, 'コピーしました'],
  [
    'says what to do without the permission',
    { writeText: () => Promise.reject(new Error('denied')) },
    'コピーできませんでした。文字を選んでコピーしてください。',
  ],
  [
    'says what to do on a page without TLS',
    undefined,
    'コピーできませんでした。文字を選んでコピーしてください。',
  ],
])('%s', async (_what, clipboard, told) => {
  Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true });
  fireEvent.click(button());
  await waitFor(() => expect(toastStore.read().at(-1)?.text).toBe(told));
});
