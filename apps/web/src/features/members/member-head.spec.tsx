import type { Member } from '@engawa/contracts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { serve } from '../../../test/answers';
import { showTo } from '../../../test/show';
import { storeAccess } from '../../shared/api/access';
import { MemberHead } from './member-head';

it('restores a member once, however often the button is pressed', async () => {
  storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
  let answer: () => void = () => undefined;
  const asked = serve(() => new Promise((done) => (answer = () => done({ body: {} }))));
  const member = { id: 'm1', familyName: '三枝', firstName: '', deleted: true } as Member;
  await showTo({ id: 's1' }, <MemberHead member={member} brief={false} />, 'en', ['member.delete']);
  const restore = screen.getByRole<HTMLButtonElement>('button', { name: 'Restore' });
  fireEvent.click(restore);
  await waitFor(() => expect(restore.disabled).toBe(true));
  fireEvent.click(restore);
  answer();
  await waitFor(() => expect(restore.disabled).toBe(false));
  expect(asked.filter(({ method }) => method === 'POST')).toHaveLength(1);
});
