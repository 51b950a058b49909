import type { ColdMember } from '@engawa/contracts';
import { fireEvent, screen } from '@testing-library/react';
import { serve } from '../../../test/answers';
import { showTo } from '../../../test/show';
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
