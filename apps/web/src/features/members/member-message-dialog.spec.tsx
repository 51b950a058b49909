import type { Member } from '@engawa/contracts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { serve } from '../../../test/answers';
import { show } from '../../../test/show';
import { storeAccess } from '../../shared/api/access';
import { sessionApi } from '../../shared/session/session.api';
import { MemberMessageDialog } from './member-message-dialog';

const members = [
  { id: 'm-1', familyName: '佐藤', firstName: '陽子' },
  { id: 'm-2', familyName: '森', firstName: '' },
] as Member[];
const staff = (id: string, displayName: string, deactivated = false) => ({
  ...{ id, displayName, deactivated, email: `${id}@engawa.example`, jobTitle: '' },
  ...{ photoUrl: null, thumbPhotoUrl: null, role: 'staff' },
});

function Page({ onClose }: { onClose: () => void }) {
  const { data } = sessionApi.endpoints.getSession.useQuery();
  return data ? <MemberMessageDialog members={members} onClose={onClose} /> : null;
}

describe('a message to staff about members', () => {
  beforeEach(() =>
    storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() }),
  );
  const sent = (asked: ReturnType<typeof serve>) =>
    asked.filter(({ method, url }) => method === 'POST' && url.endsWith('/posts'));

  it('is one post for the chosen colleagues, which names no member as one of a talk', async () => {
    const asked = serve(({ method, url }) => {
      if (url.includes('/session')) return { body: { staff: staff('me', '自分') } };
      if (url.includes('/staffs')) {
        const items = [staff('me', '自分'), staff('s-1', '水野 恵子'), staff('s-2', '退職', true)];
        return { body: { items } };
      }
      return method === 'POST' ? { body: { id: 'p-1' } } : { body: {} };
    });
    const onClose = jest.fn();
    show(<Page onClose={onClose} />);
    const box = await screen.findByRole('checkbox', { name: /水野 恵子/ });
    // Neither the writer nor who left.
    expect(screen.getAllByRole('checkbox')).toEqual([box]);
    const text = screen.getByRole('textbox', { name: /伝えること/ });
    fireEvent.change(text, { target: { value: '見学の前に確認してください。' } });
    const form = text.closest('form')!;
    fireEvent.submit(form);
    await screen.findByText('スタッフを選んでください。');
    expect(sent(asked)).toEqual([]);

    fireEvent.click(box);
    fireEvent.submit(form);
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
    expect(sent(asked).map(({ body }) => body)).toEqual([
      {
        mentions: ['s-1'],
        memo: [
          '@水野 恵子',
          '見学の前に確認してください。',
          '・佐藤 陽子 http://localhost/members/m-1',
          '・森 http://localhost/members/m-2',
        ].join('\n'),
      },
    ]);
  });

  it('says that the colleagues cannot be read', async () => {
    serve(({ url }) =>
      url.includes('/session') ? { body: { staff: staff('me', '自分') } } : { status: 503 },
    );
    show(<Page onClose={jest.fn()} />);
    await screen.findByRole('button', { name: 'もう一度試す' });
  });
});
