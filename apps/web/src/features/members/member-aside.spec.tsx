import type { Member } from '@engawa/contracts';
import { fireEvent, screen } from '@testing-library/react';
import { serve } from '../../../test/answers';
import { show } from '../../../test/show';
import { storeAccess } from '../../shared/api/access';
import { MemberAside } from './member-aside';
import { MemberFacts } from './member-facts';

const at = '2026-11-02T00:00:00.000Z';
const member = { id: 'm-1', createdAt: at, phone: '022-000-0000' } as Member;
const owner = { id: 's-1', displayName: '水野 航' };
const writing = { postId: 'p-1', commentId: null, excerpt: '席の相談。', owner, talkedAt: at };
const brief = {
  ...{ memberId: 'm-1', openIssues: 1, issues: [writing], openTasks: 1 },
  tasks: [{ ...writing, excerpt: '図面を送る。', status: 'waiting' }],
  ...{ staffs: [{ staff: owner, posts: 2, lastTalkedAt: at }], connections: [] },
  ...{ seeks: [], offers: [], recent: [] },
};

describe('what stands beside the posts of a member', () => {
  let isAway = false;
  const headings = () => screen.getAllByRole('heading').map(({ textContent }) => textContent);

  beforeEach(() => {
    storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
    isAway = false;
    serve(({ url }) => {
      if (url.includes('/insights/')) return isAway ? { status: 503 } : { body: brief };
      const history = { import: null, typeChange: null, merged: [], mergedInto: null };
      return { body: url.includes('/history') ? history : { items: [] } };
    });
  });

  it('leaves out what the open tab lists', async () => {
    const { unmount } = show(<MemberAside member={member} tab="posts" />);
    await screen.findByText('席の相談。');
    expect(headings()).toEqual([
      '未解決の課題1',
      '未完了のタスク1',
      'よく話しているスタッフ',
      '連絡先と契約',
    ]);
    unmount();
    const tasks = show(<MemberAside member={member} tab="tasks" />);
    await screen.findByText('席の相談。');
    expect(headings()).toEqual(['未解決の課題1', 'よく話しているスタッフ', '連絡先と契約']);
    tasks.unmount();
    show(<MemberAside member={member} tab="record" />);
    await screen.findByText('席の相談。');
    expect(headings()).toEqual(['未解決の課題1', '未完了のタスク1', 'よく話しているスタッフ']);
  });

  it('shows contact data while the brief cannot be read, and reads it again', async () => {
    isAway = true;
    show(<MemberAside member={member} tab="posts" />);
    await screen.findByRole('alert');
    screen.getByText('022-000-0000');
    isAway = false;
    fireEvent.click(screen.getByRole('button', { name: 'もう一度試す' }));
    await screen.findByText('席の相談。');
  });

  it('does not say that there are no facts while the names of fields cannot be read', async () => {
    serve(() => ({ status: 503 }));
    const filled = { ...member, phone: '', customFields: { locker: '12' } } as Member;
    show(<MemberFacts member={filled} empty="連絡先はありません" />);
    await screen.findByRole('alert');
    expect(screen.queryByText('連絡先はありません')).toBeNull();
  });
});
