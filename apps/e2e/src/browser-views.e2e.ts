import type { CustomField, Member, MemberType, Post, SavedView, Today } from '@engawa/contracts';
import type { Page } from 'playwright-core';
import { eventually } from './api';
import { describeInBrowser, openWindow, signInByForm } from './browser';
import { TwoPeople, type PersonWithApi } from './two-people';

describeInBrowser('views of the day and of the timeline in a browser', () => {
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

  it('opens today first on every device of an account that wants it', async () => {
    const { page } = staff;
    await page.goto('/today');
    await page.getByRole('checkbox', { name: 'ログインしたら今日を開く' }).check();
    await eventually(async () => {
      const again = await openWindow(two.url);
      await signInByForm(again.page, two.space.email('staff'));
      expect(new URL(again.page.url()).pathname).toBe('/today');
      expect(again.problems).toEqual([]);
      await again.context.close();
    });
    expect(new URL(admin.page.url()).pathname).toBe('/');
  });

  it('saves a view, shares it with the space, and loses it in both windows', async () => {
    const { body: post } = await admin.api.post<Post>('/posts', {
      memo: '必読の見本です。',
      mustRead: true,
    });
    const { page } = admin;
    await page.goto('/');
    await page.getByRole('button', { name: '必読', exact: true }).click();
    await card(page, '必読の見本です。').waitFor();
    await page.getByRole('button', { name: 'ビューを選ぶ' }).click();
    await page.getByRole('menuitem', { name: 'この条件をビューとして保存' }).click();
    await page.getByRole('textbox', { name: 'ビューの名前' }).fill('読んでほしい投稿');
    await page.keyboard.press('Enter');
    const sidebar = (person: PersonWithApi) => person.page.getByRole('region', { name: 'ビュー' });
    await sidebar(admin).getByRole('link', { name: '読んでほしい投稿' }).waitFor();

    await staff.page.goto('/');
    await card(staff.page, '必読の見本です。').waitFor();
    expect(await sidebar(staff).count()).toBe(0);
    await page.getByRole('button', { name: /読んでほしい投稿/ }).click();
    await page.getByRole('menuitem', { name: 'スペースのスタッフと共有' }).click();
    await sidebar(staff).getByRole('link', { name: '読んでほしい投稿' }).click();
    await staff.page.waitForURL('**/?mustRead=1');
    await card(staff.page, '必読の見本です。').waitFor();

    const { body } = await admin.api.get<{ items: SavedView[] }>('/saved-views');
    const view = body.items[0]!;
    const shown = await admin.api.get<{ items: Post[] }>(`/posts?view=${view.id}`);
    expect(shown.body.items.map(({ id }) => id)).toEqual([post.id]);

    // Nobody but its owner and administrators changes a view of the space.
    await staff.page.getByRole('button', { name: /読んでほしい投稿/ }).click();
    await staff.page.getByRole('menu').waitFor();
    expect(await staff.page.getByRole('menuitem', { name: /を削除/ }).count()).toBe(0);
    await staff.page.keyboard.press('Escape');

    await page.getByRole('button', { name: /読んでほしい投稿/ }).click();
    await page.getByRole('menuitem', { name: '「読んでほしい投稿」を削除' }).click();
    await sidebar(staff).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: '元に戻す' }).click();
    await sidebar(staff).getByRole('link', { name: '読んでほしい投稿' }).waitFor();
  });

  it('filters by a member, and leads back from a view about the member with all its criteria', async () => {
    const { body: member } = await staff.api.post<Member>('/members', {
      familyName: '蒲生',
      firstName: '灯',
    });
    const memberIds = [member.id];
    await staff.api.post('/posts', { memo: '蒲生さんの必読です。', memberIds, mustRead: true });
    await staff.api.post('/posts', { memo: '蒲生さんの世間話です。', memberIds });
    const { page } = staff;
    await page.goto('/?mustRead=1');
    await card(page, '蒲生さんの必読です。').waitFor();
    await page.getByRole('button', { name: '会員で絞り込む' }).click();
    await page.getByPlaceholder('会員を探す').fill('蒲生');
    await page.getByRole('option', { name: '蒲生 灯' }).click();
    const address = `/?mustRead=1&member=${member.id}`;
    await page.waitForURL(`**${address}`);
    await card(page, '必読の見本です。').waitFor({ state: 'detached' });
    await card(page, '蒲生さんの必読です。').waitFor();

    await page.getByRole('button', { name: 'ビューを選ぶ' }).click();
    await page.getByRole('menuitem', { name: 'この条件をビューとして保存' }).click();
    await page.getByRole('textbox', { name: 'ビューの名前' }).fill('蒲生さんの必読');
    await page.keyboard.press('Enter');
    const view = page.getByRole('region', { name: 'ビュー' }).getByRole('link', {
      name: '蒲生さんの必読',
    });
    await view.waitFor();
    await page.goto('/');
    await card(page, '蒲生さんの世間話です。').waitFor();
    await view.click();
    await page.waitForURL(`**${address}`);
    await card(page, '蒲生さんの世間話です。').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: '蒲生 灯 会員で絞り込む' }).waitFor();
  });

  it('saves a view of the list of members, which loses a type and a field that are deleted', async () => {
    const { body: type } = await admin.api.post<MemberType>('/member-types', { name: '夜だけ' });
    const { body: field } = await admin.api.post<CustomField>('/custom-fields', {
      name: '棚',
      kind: 'number',
    });
    // Kana that stand first in the list.
    for (const [familyName, familyNameKana, shelf] of [
      ['棚田', 'アアダ', 1],
      ['棚橋', 'アアハ', 2],
    ] as const) {
      await admin.api.post<Member>('/members', {
        familyName,
        familyNameKana,
        typeId: type.id,
        customFields: { [field.id]: shelf },
      });
    }
    const names = (page: Page) =>
      page.locator('[data-row] strong').filter({ hasText: /^棚/ }).allTextContents();
    const { page } = admin;
    await page.goto(`/members?type=${type.id}&sort=custom%3A${field.id}.desc`);
    await eventually(async () => expect(await names(page)).toEqual(['棚橋', '棚田']));
    await page.getByRole('button', { name: 'ビューを選ぶ' }).click();
    await page.getByRole('menuitem', { name: 'この条件をビューとして保存' }).click();
    await page.getByRole('textbox', { name: 'ビューの名前' }).fill('夜の棚');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: '夜の棚 ビューを選ぶ' }).click();
    await page.getByRole('menuitem', { name: 'スペースのスタッフと共有' }).click();

    await staff.page.goto('/members');
    await staff.page.getByRole('button', { name: 'ビューを選ぶ' }).click();
    await staff.page.getByRole('menuitem', { name: /夜の棚/ }).click();
    await eventually(async () => expect(await names(staff.page)).toEqual(['棚橋', '棚田']));

    await admin.api.delete(`/custom-fields/${field.id}`);
    await admin.api.delete(`/member-types/${type.id}`);
    await eventually(async () => {
      const { body } = await staff.api.get<{ items: SavedView[] }>('/saved-views?page=members');
      expect(body.items[0]?.memberCriteria?.typeId).toBeNull();
    });
    await staff.page.goto('/members');
    await staff.page.getByRole('button', { name: 'ビューを選ぶ' }).click();
    await staff.page.getByRole('menuitem', { name: /夜の棚/ }).click();
    await eventually(async () => expect(await names(staff.page)).toEqual(['棚田', '棚橋']));
  });

  it('counts in the sidebar what today asks for', async () => {
    const { page } = staff;
    await page.goto('/');
    // What was written before may still be counted.
    const body = await eventually(async () => {
      const { body: today } = await staff.api.get<Today>('/today');
      expect(today.count).toBeGreaterThan(0);
      const link = page.getByRole('link', { name: `今日 わたし待ち ${today.count}件` });
      expect(await link.count()).toBeGreaterThan(0);
      return today;
    });
    await page.goto('/today');
    await page
      .locator('section[data-kind=mustRead]')
      .getByRole('listitem')
      .filter({ hasText: '必読の見本です。' })
      .getByRole('button', { name: '確認しました' })
      .click();
    await eventually(async () => {
      const { body: left } = await staff.api.get<Today>('/today');
      expect(left.mustReads.count).toBe(body.mustReads.count - 1);
    });
  });
});
