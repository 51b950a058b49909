import type { Label, Member, Post, PostTemplate } from '@engawa/contracts';
import type { Page } from 'playwright-core';
import { eventually } from './api';
import { describeInBrowser } from './browser';
import { TwoPeople, type PersonWithApi } from './two-people';

describeInBrowser('templates, mentions and follows in a browser', () => {
  let two: TwoPeople;
  let admin: PersonWithApi;
  let staff: PersonWithApi;

  beforeAll(async () => {
    two = await TwoPeople.start({ posts: 20 });
    admin = await two.withApi('admin');
    staff = await two.withApi('staff');
  }, 180_000);
  afterEach(() => {
    expect(two.takeProblems()).toEqual([]);
  });

  const card = (page: Page, text: string) =>
    page.locator('article[data-post]').filter({ hasText: text });

  async function openComposer(page: Page): Promise<void> {
    await page.goto('/');
    await page.locator('article[data-post]').first().waitFor();
    await page.keyboard.press('n');
  }

  it('makes templates in the settings and writes with one by a key', async () => {
    const { page } = admin;
    await page.goto('/admin/space_setting?part=templates');
    await page.getByRole('button', { name: '見学・契約更新・退会相談を入れる' }).click();
    await page.getByText('退会相談', { exact: true }).waitFor();
    const { body: label } = await admin.api.post<Label>('/labels', { name: '内覧' });
    await admin.api.post('/post-templates', {
      displayName: '下見',
      memo: '人数:',
      labelIds: ['idea', label.id],
      task: { dueInDays: 3 },
    });
    await admin.api.delete(`/labels/${label.id}`);

    await openComposer(page);
    const memo = page.getByRole('combobox', { name: '本文' });
    await memo.waitFor();
    await page.getByRole('button', { name: 'テンプレート' }).waitFor();
    await memo.pressSequentially('/');
    const choices = page.getByRole('dialog', { name: 'テンプレートを選ぶ' });
    await choices.getByRole('option', { name: /下見/ }).click();
    await page.getByText('今はないため外しました: 内覧').waitFor();
    expect(await memo.inputValue()).toBe('人数:');
    await memo.focus();
    await page.keyboard.press('End');
    await memo.pressSequentially(' 4人');
    await page.keyboard.press('Control+Enter');
    await card(page, '人数: 4人').waitFor();
    // The card is there before the server has the post.
    await eventually(async () => {
      const { body } = await admin.api.get<{ items: Post[] }>('/posts?hasTask=true&limit=5');
      const written = body.items.find((post) => post.memo === '人数: 4人');
      expect(written).toMatchObject({ labelIds: ['idea'], task: { status: 'waiting' } });
    });

    const { body: list } = await staff.api.get<{ items: PostTemplate[] }>('/post-templates');
    expect(list.items.map(({ displayName }) => displayName)).toEqual([
      '見学',
      '契約更新',
      '退会相談',
      '下見',
    ]);
  });

  it('mentions a colleague and a member in a post', async () => {
    const { page } = admin;
    const name = staff.api.session!.staff.displayName;
    const { body: members } = await admin.api.get<{ items: Member[] }>('/members?limit=1');
    const member = members.items[0]!;
    await openComposer(page);
    const memo = page.getByRole('combobox', { name: '本文' });
    await memo.pressSequentially(`@${name.slice(0, 2)}`);
    await page.getByRole('option', { name }).waitFor();
    await page.keyboard.press('Enter');
    await memo.pressSequentially(`@${member.familyName}${member.firstName}`);
    await page.getByRole('option', { name: member.familyName }).first().waitFor();
    await page.keyboard.press('Tab');
    await memo.pressSequentially('さんの鍵をお願いします');
    await page.keyboard.press('Control+Enter');
    await card(page, 'さんの鍵をお願いします')
      .getByRole('link', { name: `@${name}` })
      .waitFor();
    await staff.page.goto('/notifications');
    await staff.page
      .getByRole('listitem')
      .filter({ hasText: 'さんの鍵をお願いします' })
      .getByText('あなたをメンションしました')
      .waitFor();
  });

  it('follows a member and mutes a post, which the settings list', async () => {
    const { page } = staff;
    const { body: posts } = await admin.api.get<{ items: Post[] }>('/posts?limit=20');
    const about = posts.items.find((post) => post.members.length > 0)!;
    const [member] = about.members;
    await page.goto(`/members/${member!.id}`);
    await page.getByRole('button', { name: 'フォローする' }).click();
    await page.getByRole('button', { name: 'フォロー中' }).waitFor();
    await admin.api.post('/posts', { memo: 'フォローの見本です。', memberIds: [member!.id] });
    await page.goto('/notifications');
    await page.getByRole('listitem').filter({ hasText: 'フォローの見本です。' }).waitFor();

    await page.goto('/');
    await card(page, 'フォローの見本です。').getByRole('button', { name: '投稿の操作' }).click();
    await page.getByRole('menuitem', { name: 'お知らせをミュートする' }).click();
    // Leaving before the answer would cancel the request.
    await page.getByText('ミュートしました。').first().waitFor();
    await page.goto('/notifications/preferences');
    await page.getByRole('button', { name: 'ミュートをやめる' }).waitFor();
    await page.getByRole('button', { name: 'フォローをやめる' }).click();
    await page.getByRole('button', { name: 'フォローをやめる' }).waitFor({ state: 'detached' });
  });
});
