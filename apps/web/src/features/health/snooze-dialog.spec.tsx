import type { ColdMember } from '@engawa/contracts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { serve } from '../../../test/answers';
import { showTo } from '../../../test/show';
import { toastStore } from '../../shared/feedback/toast.store';
import { SnoozeDialog } from './snooze-dialog';

it('asks for a day that was cleared', async () => {
  const asked = serve(() => ({ body: {} }));
  const item = { member: { id: 'm1', familyName: '三枝', firstName: '' } } as ColdMember;
  await showTo({ id: 's' }, <SnoozeDialog item={item} onClose={jest.fn()} />);
  fireEvent.change(await screen.findByLabelText('理由'), { target: { value: '育休中' } });
  const day = screen.getByLabelText('いつまで保留するか');
  fireEvent.change(day, { target: { value: '' } });
  fireEvent.click(screen.getByRole('button', { name: '保留する' }));
  expect(screen.getByText('日付を入力してください。')).toBeDefined();
  expect(day.getAttribute('aria-invalid')).toBe('true');
  expect(asked).toEqual([]);
});

it.each([
  [{ body: {} }, '三枝を保留しました。'],
  [{ status: 503, body: { code: 'x.away', title: '止まっています' } }, '止まっています'],
])('tells what became of it after it was left, and closes nothing else', async (reply, text) => {
  let answer: () => void = () => undefined;
  const asked = serve(() => new Promise((done) => (answer = () => done(reply))));
  const item = { member: { id: 'm1', familyName: '三枝', firstName: '' } } as ColdMember;
  const onClose = jest.fn();
  const { unmount } = await showTo({ id: 's' }, <SnoozeDialog item={item} onClose={onClose} />);
  fireEvent.change(await screen.findByLabelText('理由'), { target: { value: '育休中' } });
  fireEvent.click(screen.getByRole('button', { name: '保留する' }));
  await waitFor(() => expect(asked).toHaveLength(1));
  unmount();
  await act(async () => answer());
  await waitFor(() => expect(toastStore.read().at(-1)?.text).toContain(text));
  expect(onClose).not.toHaveBeenCalled();
});
