import type { Member } from '@engawa/contracts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { serve } from '../../../test/answers';
import { show } from '../../../test/show';
import { storeAccess } from '../../shared/api/access';
import { sessionApi } from '../../shared/session/session.api';
import { MemberTasksDialog } from './member-tasks-dialog';

const members = [
  { id: 'm-1', familyName: '佐藤', firstName: '陽子' },
  { id: 'm-2', familyName: '森', firstName: '' },
] as Member[];
const me = {
  ...{ id: 'me', displayName: '自分', deactivated: false, email: 'me@engawa.example' },
  ...{ jobTitle: '', photoUrl: null, thumbPhotoUrl: null, role: 'staff' },
};

function Page({ onClose }: { onClose: () => void }) {
  const { data } = sessionApi.endpoints.getSession.useQuery();
  return data ? <MemberTasksDialog members={members} onClose={onClose} /> : null;
}

it('keeps the form for the members that were refused, and closes when none is left', async () => {
  storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
  let isAway = true;
  const asked = serve(({ method, url }) => {
    if (url.includes('/session')) return { body: { staff: me } };
    if (method === 'POST' && isAway && url.includes('p-m-2')) {
      return { status: 503, body: { code: 'x', title: 'x' } };
    }
    const [, memberId] = /memberId=([^&]+)/.exec(url) ?? [];
    return { body: memberId ? { items: [{ id: `p-${memberId}` }] } : { items: [] } };
  });
  const onClose = jest.fn();
  show(<Page onClose={onClose} />);
  const memo = await screen.findByRole('textbox', { name: /すること/ });
  fireEvent.change(memo, { target: { value: '鍵を返してもらう' } });
  fireEvent.submit(memo.closest('form')!);
  await screen.findByRole('heading', { name: /1/ });
  expect(onClose).not.toHaveBeenCalled();
  expect((memo as HTMLTextAreaElement).value).toBe('鍵を返してもらう');

  isAway = false;
  fireEvent.submit(memo.closest('form')!);
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  const posts = asked.filter(({ method }) => method === 'POST').map(({ url }) => url);
  expect(posts.map((url) => /p-m-\d/.exec(url)?.[0])).toEqual(['p-m-1', 'p-m-2', 'p-m-2']);
});
