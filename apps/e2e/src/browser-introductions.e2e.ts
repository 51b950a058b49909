import type { Locator } from 'playwright-core';
import type { Api } from './api';
import { describeInBrowser } from './browser';
import { TwoPeople } from './two-people';

// Who has a birthday, and who could be introduced to whom (MBR-1, TML-12).
describeInBrowser('the days and wishes of members in a browser', () => {
  let two: TwoPeople;
  let api: Api;
  let admin: Api;

  beforeAll(async () => {
    two = await TwoPeople.start({ posts: 0 });
    api = await two.space.signIn('staff');
    admin = await two.space.signIn('admin');
  }, 180_000);
  afterEach(() => expect(two.takeProblems()).toEqual([]));

  /** Reloads until a part of the page is there: it follows within seconds. */
  async function part(address: string, selector: string): Promise<Locator> {
    const { page } = two.staff;
    for (let attempt = 0; ; attempt += 1) {
      await page.goto(address);
      const found = page.locator(selector);
      const shown = await found.waitFor({ timeout: 3_000 }).then(
        () => true,
        () => false,
      );
      if (shown || attempt === 10) return found;
    }
  }
  const addMember = async (familyName: string, more: object = {}) =>
    (await api.post<{ id: string }>('/members', { familyName, ...more })).body.id;

  it('makes a task of a birthday with one press', async () => {
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Tokyo' }).format(new Date());
    await addMember('誕生', { birthday: `1990-${today.slice(5)}` });
    const days = await part('/today', '[data-kind=memberDays]');
    const row = days.getByRole('listitem').filter({ hasText: '誕生' });
    await row.getByText('今日が誕生日です').waitFor();
    await row.getByRole('button', { name: 'タスクにする' }).click();
    await row.getByRole('link', { name: 'タスクを見る' }).click();
    await two.staff.page.getByText('誕生さんの誕生日').first().waitFor();
    const { page } = two.staff;
    await page.goto('/today');
    await page.locator('[data-kind=waiting]').getByText('誕生さんの誕生日').waitFor();
  });

  it('introduces who seeks to who offers with one press, and shows what came of it', async () => {
    const label = async (name: string, kind: string) =>
      (await admin.post<{ id: string }>('/labels', { name, kind })).body.id;
    const seeks = await label('お探し', 'seeks');
    const offers = await label('できること', 'offers');
    const [seeker, giver] = [await addMember('求野'), await addMember('技川')];
    const write = (memo: string, memberIds: string[], labelIds: string[]) =>
      api.post('/posts', { memo, memberIds, labelIds });
    await write('デザイナーを探している', [seeker], [seeks]);
    await write('名刺のデザインを受けられる', [giver], [offers]);
    // She offers what she seeks, and is not introduced to herself.
    await write('デザインもできる', [seeker], [offers]);

    // Members of the demo are designers by their own fields, so others may be proposed before.
    const row = await part('/today', '[data-kind=matches] li:has-text("技川")');
    const proposed = row.page().locator('[data-kind=matches]');
    await row.getByText('共通の言葉: デザイナーとデザイン').waitFor();
    expect(await row.count()).toBe(1);
    expect(await proposed.getByRole('listitem').filter({ hasText: '求野' }).count()).toBe(
      await proposed.getByRole('listitem').count(),
    );
    const { page } = two.staff;
    await page.goto(`/members/${seeker}/brief`);
    await page.getByRole('heading', { name: '求めていること' }).waitFor();

    await page.goto('/dashboard/health');
    const introduced = page
      .locator('[data-kind=matches]')
      .getByRole('listitem')
      .filter({ hasText: '技川' });
    await introduced.getByRole('button').click();
    await page.getByText('紹介を投稿し').waitFor();
    const made = (await part('/dashboard/health', '[data-kind=introductions]')).getByRole(
      'listitem',
    );
    await made.getByText('紹介済み').waitFor();
    expect(await introduced.count()).toBe(0);
    const [post] = (
      await api.get<{ items: { id: string; version: number; introduction: object }[] }>(
        `/posts?memberId=${giver}&limit=1`,
      )
    ).body.items;
    expect(post).toMatchObject({
      introduction: { member: { id: seeker }, toMember: { id: giver }, outcome: 'open' },
      task: { status: 'waiting', assignUserId: api.session!.staff.id },
    });

    // Another ask is met by the memo of a member whom no post names.
    const maker = await addMember('細工', { memo: '螺鈿の修理を受けられる' });
    await write('螺鈿を直せる人を探している', [giver], [seeks]);
    const byField = await part('/dashboard/health', '[data-kind=matches] li:has-text("細工")');
    await byField.getByText('共通の言葉: 螺鈿').waitFor();
    const memo = byField.getByRole('link', { name: '会員情報（メモ）' });
    expect(await memo.getAttribute('href')).toContain(maker);

    await made.getByRole('link').click();
    await page.getByRole('button', { name: '紹介済み' }).first().click();
    await page.getByRole('menuitem', { name: 'つながった' }).click();
    await page.getByRole('button', { name: 'つながった' }).first().waitFor();
    await (await part('/dashboard/health', '[data-outcome=succeeded]')).waitFor();
  });
});
