import type { Staff } from '@engawa/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { serve, type Asked } from '../../../../test/answers';
import { showTo } from '../../../../test/show';
import { storeAccess } from '../../../shared/api/access';
import { toastStore } from '../../../shared/feedback/toast.store';
import { PostCard } from './post-card';
import { postOf, sampleStaff } from './post.fixture';

const colleague = (id: string, displayName: string, deactivated = false) =>
  ({ ...sampleStaff, id, displayName, deactivated }) as Staff;
const staffs = [
  sampleStaff as Staff,
  colleague('s-abe', '阿部 彩'),
  colleague('s-ito', '伊藤 樹'),
  colleague('s-ueda', '上田 海'),
  colleague('s-endo', '遠藤 縁', true),
];
const token = { ...colleague('t-door', '受付'), integration: true };
const [, abe, ito] = staffs as [Staff, Staff, Staff];
let refusal: object | null;
let asked: Asked[];

beforeEach(() => {
  refusal = null;
  storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
  asked = serve(({ url }) => {
    if (url.includes('/reminders')) {
      return refusal ? { status: 409, body: refusal } : { body: postOf({ mustRead: true }) };
    }
    if (url.includes('/staffs/integrations')) return { body: { items: [token] } };
    return { body: { items: url.includes('/staffs') ? staffs : [], nextCursor: null } };
  });
});

const reminders = () => asked.filter(({ url }) => url.endsWith('/confirmations/reminders'));
const remindButton = () => screen.queryByRole('button', { name: '未確認の人にもう一度知らせる' });
const namesIn = (title: string) =>
  within(screen.getByRole('region', { name: title }))
    .getAllByRole('listitem')
    .map((item) => item.lastElementChild?.textContent);

async function open(
  confirmedIds: string[],
  { reader = sampleStaff as Staff, admin = false }: { reader?: Staff; admin?: boolean } = {},
) {
  const confirmations = confirmedIds.map((staffId) => ({
    staffId,
    confirmedAt: '2026-11-21T06:00:00.000Z',
  }));
  const post = postOf({ mustRead: true, confirmations });
  const card = <PostCard post={post} place={{ kind: 'all' }} alone />;
  await showTo(reader, card, 'ja', admin ? ['post.moderate'] : []);
  const count = screen.getByRole('button', { name: `${confirmedIds.length}人が確認` });
  count.focus();
  await userEvent.keyboard('{Enter}');
  await screen.findByRole('group', { name: '確認の状況' });
}

describe('who confirmed a must-read post', () => {
  it('names who confirmed, and active colleagues of the writer who did not', async () => {
    await open(['s-abe', 't-door']);
    await waitFor(() => expect(namesIn('確認済み')).toEqual(['阿部 彩', '受付']));
    expect(namesIn('未確認')).toEqual(['伊藤 樹', '上田 海']);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: '2人が確認' })),
    );
  });

  it('says when everyone has confirmed, and reminds nobody then', async () => {
    await open(['s-abe', 's-ito', 's-ueda']);
    screen.getByText('全員が確認しました');
    expect(screen.queryByRole('region', { name: '未確認' })).toBeNull();
    expect(remindButton()).toBeNull();
  });

  it('lets the writer remind the others', async () => {
    await open(['s-abe']);
    await userEvent.click(remindButton()!);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(reminders()).toMatchObject([
      { method: 'POST', url: '/api/v1/posts/p1/confirmations/reminders' },
    ]);
    expect(toastStore.read().at(-1)).toMatchObject({ text: '未確認の人にもう一度知らせました。' });
  });

  it('says why nobody was reminded', async () => {
    refusal = { code: 'timeline.post.already-reminded', title: '10分以内に知らせたばかりです' };
    await open(['s-abe'], { reader: ito, admin: true });
    await userEvent.click(remindButton()!);
    await waitFor(() =>
      expect(toastStore.read().at(-1)).toMatchObject({
        tone: 'failure',
        text: '10分以内に知らせたばかりです',
      }),
    );
    screen.getByRole('dialog', { name: '1人が確認' });
  });

  it('offers the reminder to the writer and administrators only', async () => {
    await open(['s-abe'], { reader: abe });
    expect(remindButton()).toBeNull();
  });

  it('offers no reminder that would reach only its sender', async () => {
    await open(['s-abe', 's-ueda'], { reader: ito, admin: true });
    expect(namesIn('未確認')).toEqual(['伊藤 樹']);
    expect(remindButton()).toBeNull();
  });
});
