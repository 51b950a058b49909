import type { Page, Request } from 'playwright-core';
import { eventually } from './api';
import { describeInBrowser, openWindow, signIn } from './browser';
import { card, thread, TwoPeople } from './two-people';

/** Widths at which the title must have the same position on every page, in pixels. */
const WIDTHS = [1440, 1280, 1024] as const;

/** Smallest width of a memo in the feed: 20 characters of 15 px. */
const MEMO_WIDTH = 300;

const everyday = [
  '/',
  '/members',
  '/dashboard/health',
  '/tasks',
  '/staffs',
  '/dashboard',
  '/notifications',
  '/notifications/preferences',
  '/drafts',
  '/search',
  '/profile',
  '/today',
] as const;
const settings = [
  '/admin/space_setting',
  '/admin/member_setting',
  '/admin/member_setting/csv',
  '/admin/staff_setting',
] as const;

async function titleX(page: Page, path: string): Promise<number> {
  await page.goto(path);
  const title = page.locator('#content h1').first();
  await title.waitFor();
  return Math.round((await title.boundingBox())!.x);
}

describeInBrowser('the frame around all pages in a browser', () => {
  let two: TwoPeople;

  beforeAll(async () => {
    two = await TwoPeople.start({ posts: 0 });
  }, 180_000);
  afterEach(() => expect(two.takeProblems()).toEqual([]));

  it.each(WIDTHS)('has one left edge at %d px', async (width) => {
    const { page } = two.admin;
    await page.setViewportSize({ width, height: 900 });
    const edges: Record<string, number> = {};
    for (const path of everyday) edges[path] = await titleX(page, path);
    expect(new Set(Object.values(edges)).size === 1 ? [] : edges).toEqual([]);
    const inSettings: Record<string, number> = {};
    for (const path of settings) inSettings[path] = await titleX(page, path);
    expect(new Set(Object.values(inSettings)).size === 1 ? [] : inSettings).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('asks in the page for the session and what posts show; the app takes the answers', async () => {
    const { page, api } = await two.withApi('staff');
    // Without a post the app needs no reactions.
    expect((await api.post('/posts', { memo: '早めに届く投稿' })).status).toBe(201);
    const asked: string[] = [];
    const note = (request: Request) => asked.push(request.url().slice(two.url.length));
    // An app that is open would still be asking.
    await page.goto('about:blank');
    page.on('request', note);
    const streamed = page.waitForRequest('**/api/v1/live?*');
    await page.goto('/');
    await page.locator('[data-compose]').waitFor();
    const left = () => (window as { engawaEarly?: Map<string, unknown> }).engawaEarly?.size;
    await eventually(async () => expect(await page.evaluate(left)).toBe(0));
    page.off('request', note);
    expect(asked.filter((address) => address === '/api/v1/auth/refresh')).toHaveLength(1);
    // Any other form of the age would make the app read everything once more.
    expect(await streamed.then((request) => request.url())).toMatch(/\/live\?age=\d+$/);
  });

  it('leads to search from the head of every page on a phone', async () => {
    const { page } = two.admin;
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/members');
    await page.getByRole('link', { name: '検索', exact: true }).click();
    await page.waitForURL('**/search');
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('lists the settings on a page of their own on a phone', async () => {
    const { page } = two.admin;
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/admin/space_setting');
    const list = page.getByRole('navigation', { name: '設定メニュー' });
    await list.getByRole('link', { name: '取り込みと書き出し' }).click();
    await page.getByRole('link', { name: /投稿を取り込む/ }).click();
    await page.waitForURL(/part=import$/);
    expect(await list.count()).toBe(0);
    await page.getByRole('link', { name: '設定', exact: true }).click();
    await list.waitFor();
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('lays an open thread over the feed in a small window, whose lines stay long', async () => {
    const api = await two.space.signIn('admin');
    const memo = '次の見学会では、窓際の席と会議室の両方をゆっくり見ていただくことにした。';
    await api.post('/posts', { memo });
    const { page } = two.staff;
    await page.setViewportSize({ width: 1024, height: 800 });
    await page.goto('/');
    const post = card(page, memo);
    const before = (await post.boundingBox())!;
    const edge = await titleX(page, '/');
    await post.locator('[data-comments]').click();
    await thread(page).waitFor();
    const after = (await post.boundingBox())!;
    expect([after.x, after.width]).toEqual([before.x, before.width]);
    expect((await post.getByText(memo).boundingBox())!.width).toBeGreaterThan(MEMO_WIDTH);
    expect(Math.round((await page.locator('#content h1').boundingBox())!.x)).toBe(edge);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it.each(WIDTHS)(
    'keeps 20 characters a line beside sidebar and thread at %d px',
    async (width) => {
      const api = await two.space.signIn('admin');
      const memo = `幅${width}の話。次の見学会では、窓際の席と会議室の両方をゆっくり見ていただく。`;
      await api.post('/posts', { memo });
      const { page } = two.admin;
      await page.setViewportSize({ width, height: 800 });
      await page.goto('/');
      const nav = page.getByRole('navigation', { name: 'メインメニュー' });
      const post = card(page, memo);
      await post.waitFor();
      // Only a wide window has room for the names in the sidebar.
      const side = width < 1280 ? 72 : 220;
      expect(Math.round((await nav.boundingBox())!.width)).toBe(side);
      await post.locator('[data-comments]').click();
      await thread(page).waitFor();
      expect((await post.getByText(memo).boundingBox())!.width).toBeGreaterThanOrEqual(MEMO_WIDTH);
      await page.setViewportSize({ width: 1440, height: 900 });
    },
  );

  it('folds the sidebar in a small window; its icons have visible and accessible names', async () => {
    const { page } = two.staff;
    await page.setViewportSize({ width: 1024, height: 800 });
    await page.goto('/');
    const nav = page.getByRole('navigation', { name: 'メインメニュー' });
    expect(Math.round((await nav.boundingBox())!.width)).toBe(72);
    await nav.getByRole('link', { name: '関係' }).hover();
    await page.locator('[role=tooltip]', { hasText: /^関係/ }).waitFor();
    await nav.getByRole('link', { name: 'タスク' }).focus();
    await page.locator('[role=tooltip]', { hasText: /^タスク/ }).waitFor();
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it.each([
    [24, 1440],
    [24, 390],
    [32, 1440],
    [32, 390],
  ])(
    'grows with a font size of %d px set in the browser, at %d px, and no avatar covers a name',
    async (size, width) => {
      const api = await two.space.signIn('admin');
      const { items } = (await api.get<{ items: { id: string }[] }>('/members?limit=2')).body;
      const memo = `${width}pxの窓で、${size}pxの文字で読む話`;
      const [one, other] = items.map(({ id }) => id);
      for (const memberIds of [[one], [one, other]]) {
        await api.post('/posts', { memo, memberIds });
      }
      const { context, page, problems } = await openWindow(two.url, { width });
      const settings = await context.newCDPSession(page);
      await settings.send('Page.setFontSizes', { fontSizes: { standard: size } });
      await signIn(page, two.space.email('staff'));
      const posts = page.locator('[data-post]').filter({ hasText: memo });
      await posts.nth(1).waitFor();
      for (const post of await posts.all()) {
        const name = await post.locator('a[href^="/members/"]').first().boundingBox();
        const avatars = await post.locator('[data-peek^=member]').all();
        expect(avatars.length).toBeGreaterThan(0);
        for (const avatar of avatars) {
          const { x, width } = (await avatar.boundingBox())!;
          expect(x + width).toBeLessThanOrEqual(name!.x);
        }
        const textSize = await post
          .getByText(memo)
          .evaluate((text) => Number.parseFloat(getComputedStyle(text).fontSize));
        expect(textSize).toBeCloseTo((15 / 16) * size);
      }
      expect(problems).toEqual([]);
      await context.close();
    },
  );

  it('opens a member from the palette, whose first row is marked visibly and for screen readers', async () => {
    const { page } = two.staff;
    await page.goto('/');
    await page.getByRole('navigation').first().waitFor();
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: '会員・スタッフ・投稿・操作を探す' });
    await field.waitFor();
    const marked = () => page.getByRole('option', { selected: true });
    await marked().filter({ hasText: '投稿を書く' }).waitFor();
    const heard = await field.getAttribute('aria-activedescendant');
    expect(await marked().getAttribute('id')).toBe(heard);
    await page.keyboard.press('ArrowDown');
    await marked().filter({ hasText: '今日' }).waitFor();
    await field.fill('aoki');
    await marked().filter({ hasText: '青木 美咲' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /青木 美咲/ }).waitFor();
  });

  it('says that nothing is at an address whose id is cut or mistyped', async () => {
    const { page } = two.staff;
    for (const [path, text] of [
      ['/members/a.b', 'この会員は見つかりません'],
      ['/members/a.b/brief', 'この会員は見つかりません'],
      ['/staffs/a.b', 'このスタッフは見つかりません'],
      ['/tasks/a.b', 'このタスクはもうありません'],
      [`/posts/${'a'.repeat(65)}`, 'この投稿は見つかりませんでした。'],
    ] as const) {
      await page.goto(path);
      await page.getByText(text).first().waitFor();
      await page.getByText('入力内容に誤りがあります').waitFor({ state: 'detached' });
    }
  });

  it('opens the sheet of keys and the search by a key, but not while one writes', async () => {
    const { page } = two.staff;
    await page.goto('/');
    await page.locator('[data-compose]').waitFor();
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'キーの一覧' });
    await sheet.waitFor();
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await page.keyboard.press('/');
    await page.waitForURL('**/search');
    const field = page.locator('#content input').first();
    await field.fill('席');
    await field.press('?');
    expect(await sheet.count()).toBe(0);
  });
});
