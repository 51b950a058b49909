import type { Today } from '@engawa/contracts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { serve } from '../../../test/answers';
import { showTo } from '../../../test/show';
import { ToastHost } from '../../shared/feedback/toast-host';
import { WaitingPart } from './today-waiting';

it('says why a mention could not be marked as read', async () => {
  serve(() => ({ status: 503, body: { code: 'gateway.unavailable', title: '応答できません' } }));
  const mention = { id: 'n1', postId: 'p1', commentId: null, excerpt: '見てください', actor: null };
  const mentions = { count: 1, items: [{ ...mention, createdAt: '2026-11-21T05:30:00.000Z' }] };
  const today = { tasks: { count: 0, items: [] }, mentions } as unknown as Today;
  await showTo(
    { id: 's' },
    <>
      <WaitingPart {...today} />
      <ToastHost />
    </>,
  );
  fireEvent.click(await screen.findByRole('button', { name: /既読/ }));
  const failures = screen.getByRole('alert');
  await waitFor(() => expect(failures.textContent).toContain('応答できません'));
});
