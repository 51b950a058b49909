import type { Post, SavedView, Today } from '@engawa/contracts';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { Api, eventually } from './api';
import { describeInBrowser, launch, openWindow, signIn } from './browser';
import { Installation } from './world';

interface Person {
  context: BrowserContext;
  page: Page;
  problems: string[];
  api: Api;
}

describeInBrowser('views of the day and of the timeline in a browser', () => {
  let installation: Installation;
  let browser: Browser;
  let admin: Person;
  let staff: Person;

  async function enter(email: string): Promise<Person> {
    const window = await openWindow(browser, installation.url);
    await signIn(window.page, email);
    return { ...window, api: await Api.signIn(installation.url, email) };
  }

  beforeAll(async () => {
    installation = await Installation.start({ posts: 20 });
    browser = await launch();
    admin = await enter('admin@engawa.example');
    staff = await enter('staff@engawa.example');
  }, 180_000);
  afterAll(async () => {
    await browser?.close();
    await installation?.stop();
  });
  afterEach(() => {
    expect([...admin.problems.splice(0), ...staff.problems.splice(0)]).toEqual([]);
  });

  const card = (page: Page, text: string) =>
    page.locator('article[data-post]').filter({ hasText: text });

  it('opens today first on every device of an account that wants it', async () => {
    const { page } = staff;
    await page.goto('/today');
    await page.getByRole('checkbox', { name: 'ログインしたら今日を開く' }).check();
    await eventually(async () => {
      const again = await openWindow(browser, installation.url);
      await signIn(again.page, 'staff@engawa.example');
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
    const sidebar = (person: Person) => person.page.getByRole('region', { name: 'ビュー' });
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

  it('counts in the sidebar what today asks for', async () => {
    const { page } = staff;
    await page.goto('/');
    const { body } = await staff.api.get<Today>('/today');
    expect(body.count).toBeGreaterThan(0);
    await page.getByRole('link', { name: `今日 わたし待ち ${body.count}件` }).waitFor();
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
