import { screen } from '@testing-library/react';
import { serve } from '../../../../test/answers';
import { show } from '../../../../test/show';
import { TaskStrip } from './task-strip';

it.each([
  ['s1', '担当者 …'],
  [null, '担当者 担当者なし'],
])('shows the assignee %s as %s before the staff are read', (assignUserId, name) => {
  serve(() => new Promise(() => undefined));
  show(<TaskStrip task={{ status: 'waiting', assignUserId, dueAt: null }} onChange={jest.fn()} />);
  screen.getByRole('button', { name });
});
