import type { Locator, Page } from 'playwright-core';
import { eventually } from './api';
import { describeInBrowser, openWindow, type WindowOptions } from './browser';
import { Space } from './space';
import { enterAs, type Person } from './two-people';

// The first working day step by step, with the administrator and a staff member side by side.
describeInBrowser('the first working day in a browser', () => {
  let space: Space;
  let admin: Person;
  let staff: Person;

  const enter = (name: string, options?: WindowOptions) => enterAs(space, name, options);

  beforeAll(async () => {
    space = await Space.enter({ posts: 45, large: true });
    admin = await enter('admin');
    staff = await enter('staff');
  }, 180_000);
  afterEach(() => {
    expect([...(admin?.problems.splice(0) ?? []), ...(staff?.problems.splice(0) ?? [])]).toEqual(
      [],
    );
  });

  const card = (page: Page, text: string): Locator =>
    page.locator('article[data-post]').filter({ hasText: text });

  async function write(page: Page, memo: string): Promise<void> {
    await page.locator('[data-compose]').click();
    await page.getByRole('combobox', { name: '本文' }).fill(memo);
    await page.getByRole('button', { name: '投稿する', exact: true }).click();
    await card(page, memo).waitFor();
  }

  it('refuses a wrong password with one message for all, and keeps the address', async () => {
    const { page, context, problems } = await openWindow(space.url);
    await page.goto('/tasks');
    await page.waitForURL(/\/login/);
    await page.locator('input[type=email]').fill(space.email('staff'));
    await page.locator('input[type=password]').fill('not-the-password');
    await page.locator('button[type=submit]').click();
    await page.getByText('メールアドレスまたはパスワードが正しくありません').waitFor();
    expect(await page.locator('input[type=email]').inputValue()).toBe(space.email('staff'));
    await page.locator('input[type=password]').fill('engawa-demo');
    await page.locator('button[type=submit]').click();
    await page.waitForURL(/\/tasks/);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('has the sidebar of the source: entries, 220 or 72 wide and remembered, space pulldown', async () => {
    const { page } = admin;
    await page.goto('/');
    const nav = page.getByRole('navigation', { name: 'メインメニュー' });
    for (const entry of [
      'タイムライン',
      '会員',
      'タスク',
      'スタッフ',
      'ダッシュボード',
      'お知らせ',
      '下書き',
    ]) {
      await nav.getByRole('link', { name: entry }).first().waitFor();
    }
    expect(Math.round((await nav.boundingBox())!.width)).toBe(220);
    await nav.getByRole('button', { name: 'メニューをたたむ' }).click();
    await page.waitForFunction(
      () => Math.round(document.querySelector('nav')!.getBoundingClientRect().width) === 72,
    );
    await page.reload();
    await nav.waitFor();
    expect(Math.round((await nav.boundingBox())!.width)).toBe(72);
    await nav.getByRole('button', { name: 'メニューを広げる' }).click();

    await nav.getByRole('button', { name: /縁側ハウス/ }).click();
    await page.getByRole('menuitem', { name: '設定' }).click();
    await page.waitForURL('**/admin/space_setting');
    // Staff members see the space's name without a menu.
    await staff.page.goto('/');
    await staff.page.getByText('縁側ハウス 仙台').first().waitFor();
    expect(await staff.page.getByRole('button', { name: /縁側ハウス/ }).count()).toBe(0);
  });

  it('a post with a member and a label appears in the other window by itself', async () => {
    await staff.page.goto('/');
    await card(staff.page, '').first().waitFor();
    await admin.page.goto('/');
    await admin.page.locator('[data-compose]').click();
    // Romaji finds kana.
    await admin.page.getByPlaceholder('会員を名前・カナ・ローマ字で探す').fill('aoki');
    await admin.page.getByRole('option', { name: /青木 美咲/ }).click();
    await admin.page.getByRole('combobox', { name: '本文' }).fill('冊子の見本を見せていただいた。');
    await admin.page.getByRole('button', { name: 'ラベル', exact: true }).click();
    await admin.page.getByRole('option', { name: '事業の課題' }).click();
    await admin.page.keyboard.press('Escape');
    await admin.page.getByRole('button', { name: '投稿する', exact: true }).click();
    const mine = card(admin.page, '冊子の見本を見せていただいた。');
    await mine.waitFor();
    const theirs = card(staff.page, '冊子の見本を見せていただいた。');
    await theirs.waitFor();
    await theirs.getByText('青木 美咲').waitFor();
    await theirs.getByText('事業の課題').waitFor();
  });

  it('edits and deletes with undo; the other window follows', async () => {
    await staff.page.goto('/');
    await admin.page.goto('/');
    await write(admin.page, '鍵の件、来週確認します。');
    await card(staff.page, '鍵の件、来週確認します。').waitFor();
    const mine = card(admin.page, '鍵の件、来週確認します。');
    await mine.getByRole('button', { name: '投稿の操作' }).click();
    await admin.page.getByRole('menuitem', { name: '編集する' }).click();
    const memo = admin.page.locator('article[data-post] textarea');
    await memo.fill('鍵の件、今日確認しました。');
    await admin.page
      .locator('article[data-post]')
      .getByRole('button', { name: '保存する' })
      .click();
    await card(staff.page, '鍵の件、今日確認しました。').getByText('編集済み').waitFor();

    const edited = card(admin.page, '鍵の件、今日確認しました。');
    await edited.getByRole('button', { name: '投稿の操作' }).click();
    await admin.page.getByRole('menuitem', { name: '削除する' }).click();
    await card(staff.page, '鍵の件、今日確認しました。').waitFor({ state: 'detached' });
    await admin.page.getByRole('button', { name: '元に戻す' }).click();
    await card(staff.page, '鍵の件、今日確認しました。').waitFor();
    await card(admin.page, '鍵の件、今日確認しました。').waitFor();
  });

  it('a mention lights the badge; opening the notification shows the comment', async () => {
    const { page } = admin;
    await page.goto('/');
    await write(page, '空調が寒いとのこと。風向きを見たい。');
    const post = card(page, '空調が寒いとのこと。風向きを見たい。');
    await post.locator('[data-comments]').click();
    await page.waitForURL(/\/posts\/[^/]+\/comments$/);
    const thread = page.getByRole('region', { name: 'コメント' });
    const field = thread.getByRole('combobox', { name: 'コメントを書く' });
    await field.pressSequentially('@水野');
    await page
      .getByRole('option', { name: /水野 航/ })
      .first()
      .click();
    await field.pressSequentially('お願いできますか。');
    await thread.getByRole('button', { name: 'コメントする' }).click();
    await thread.getByText('お願いできますか。').waitFor();

    const badge = staff.page
      .getByRole('navigation')
      .getByText(/^未読 \d+件$|^9\+$|^\d$/)
      .first();
    await badge.waitFor();
    await staff.page
      .getByRole('link', { name: /お知らせ/ })
      .first()
      .click();
    const told = staff.page.getByRole('link', { name: /大西 律子.*メンションしました/ }).first();
    await told.waitFor();
    await told.click();
    await staff.page.waitForURL(/\/posts\/[^/]+\/comments\/[^/]+$/);
    await staff.page.getByText('お願いできますか。').first().waitFor();
  });

  it('a reaction shows in the other window', async () => {
    await staff.page.goto('/');
    await admin.page.goto('/');
    await write(admin.page, '本を寄付していただいた。');
    const theirs = card(staff.page, '本を寄付していただいた。');
    await theirs.waitFor();
    await theirs.hover();
    await theirs.getByRole('button', { name: 'リアクションする' }).click();
    await staff.page
      .getByRole('group', { name: 'リアクションする' })
      .getByRole('button')
      .first()
      .click();
    await card(admin.page, '本を寄付していただいた。')
      .getByRole('button', { name: /1件/ })
      .waitFor();
  });

  it('a task and its mirror: post → board, board → post, and back', async () => {
    await staff.page.goto('/tasks?view=mine');
    await admin.page.goto('/');
    await write(admin.page, 'モニターのケーブルを替える。');
    const post = card(admin.page, 'モニターのケーブルを替える。');
    await post.hover();
    await post.getByRole('button', { name: 'タスクにする' }).click();
    const strip = post.getByRole('group', { name: 'タスク' });
    await strip.getByRole('button', { name: /担当者/ }).click();
    await admin.page.getByRole('option', { name: '水野 航' }).click();

    const column = (status: string) => staff.page.locator(`section[data-status=${status}]`);
    await column('waiting').getByText('モニターのケーブルを替える。').waitFor();
    const task = column('waiting').locator('article').filter({ hasText: 'モニターのケーブル' });
    await task.getByRole('button', { name: '未対応' }).click();
    await staff.page.getByRole('menuitem', { name: '対応中' }).click();
    await column('inProgress').getByText('モニターのケーブルを替える。').waitFor();
    await strip.getByRole('button', { name: '対応中' }).waitFor();

    await strip.getByRole('button', { name: '対応中' }).click();
    await admin.page.getByRole('menuitem', { name: '完了' }).click();
    await column('inProgress')
      .getByText('モニターのケーブルを替える。')
      .waitFor({ state: 'detached' });

    await strip.getByRole('button', { name: 'タスクを解除する' }).click();
    await strip.waitFor({ state: 'detached' });
  });

  it('drags a card to another column with the mouse; the post follows', async () => {
    const api = await space.signIn('admin');
    const { body: post } = await api.post<{ id: string }>('/posts', {
      memo: '駐輪場の区分けを見直す。',
      task: { status: 'waiting', assignUserId: null },
    });
    const { page } = staff;
    await page.goto('/tasks');
    const handle = page.locator(`[data-task="${post.id}"]`);
    await handle.waitFor();
    const from = (await handle.boundingBox())!;
    const to = (await page.locator('section[data-status=inProgress]').boundingBox())!;
    await page.mouse.move(from.x + from.width / 2, from.y + 12);
    await page.mouse.down();
    await page.mouse.move(from.x + from.width / 2 + 20, from.y + 20, { steps: 4 });
    await page.mouse.move(to.x + to.width / 2, to.y + 120, { steps: 12 });
    await page.mouse.up();
    await page
      .locator('section[data-status=inProgress]')
      .getByText('駐輪場の区分けを見直す。')
      .waitFor();
    await eventually(async () => {
      const { body } = await api.get<{ task: { status: string } }>(`/posts/${post.id}`);
      expect(body.task.status).toBe('inProgress');
    });
  });

  it('finds members by romaji and shows their posts under their page', async () => {
    const { page } = staff;
    await page.goto('/members');
    const other = page.getByRole('link', { name: /阿部 健太/ });
    await other.waitFor();
    await page.getByRole('searchbox').fill('suzuki');
    const found = page.getByRole('link', { name: /鈴木 結衣/ });
    // Before the answer the whole list is still there, and would move under the click.
    await other.waitFor({ state: 'detached' });
    await found.click();
    await page.waitForURL(/\/members\/[^/]+$/);
    await page.getByRole('heading', { name: /鈴木 結衣/ }).waitFor();

    await page.goto('/members');
    await page.getByRole('link', { name: /阿部 健太/ }).click();
    await page.getByRole('heading', { name: /阿部 健太/ }).waitFor();
    await page.locator('[data-compose]').click();
    await page.getByRole('combobox', { name: '本文' }).fill('夕方に少し話した。');
    await page.getByRole('button', { name: '投稿する', exact: true }).click();
    await card(page, '夕方に少し話した。').locator('[data-comments]').click();
    await page.waitForURL(/\/members\/[^/]+\/posts\/[^/]+\/comments$/);
    // The member's page stays where it was.
    await page.getByRole('heading', { name: /阿部 健太/ }).waitFor();
  });

  it('lists the staff, and shows basic information by address', async () => {
    const { page } = staff;
    await page.goto('/staffs');
    await page.getByRole('link', { name: /大西 律子/ }).click();
    await page.waitForURL(/\/staffs\/[^/]+$/);
    await page.goto(`${new URL(page.url()).pathname}?showDetail=true`);
    await page.getByText(space.email('admin')).waitFor();
  });

  it('walks down the timeline and jumps to a post by its address', async () => {
    const api = await space.signIn('staff');
    const first = await api.get<{ items: { id: string; memo: string }[]; nextCursor: string }>(
      '/posts?limit=50',
    );
    const old = first.body.items[40]!;
    const { page } = staff;
    await page.goto('/');
    await card(page, '').first().waitFor();
    await page.mouse.move(500, 500);
    for (
      let n = 0;
      n < 60 && (await page.locator(`[data-post="${old.id}"]`).count()) === 0;
      n += 1
    ) {
      await page.mouse.wheel(0, 900);
      await page.waitForTimeout(60);
    }
    await page.locator(`[data-post="${old.id}"]`).waitFor();
    await page.goto(`/posts/${old.id}`);
    await page.locator(`[data-post="${old.id}"]`).first().waitFor();
  });

  it('guards: no admin page for staff, no god page for others, nothing without a session', async () => {
    for (const address of ['/admin/space_setting', '/admin/staff_setting', '/god/spaces']) {
      await staff.page.goto(address);
      await staff.page.waitForURL(`${space.url}/`);
    }
    await admin.page.goto('/god/spaces');
    await admin.page.waitForURL(`${space.url}/`);
    const { page, context } = await openWindow(space.url);
    await page.goto('/members');
    await page.waitForURL(/\/login/);
    await context.close();
  });

  it('shows that a page does not exist', async () => {
    const english = await openWindow(space.url, { locale: 'en' });
    await english.page.goto('/no/such/page');
    await english.page.getByText('This page could not be found').waitFor();
    expect(await english.page.title()).toContain('Engawa | ');
    await english.page.getByRole('link', { name: /home/i }).waitFor();
    await english.context.close();
  });

  it('speaks English after the switch, and remembers it in the cookie', async () => {
    const { page, context } = await enter('leo');
    await page
      .getByRole('button', { name: /メニュー$/ })
      .last()
      .click();
    await Promise.all([
      page.waitForEvent('load'),
      page.getByRole('menuitem', { name: 'English' }).click(),
    ]);
    await page.getByRole('link', { name: 'Timeline' }).first().waitFor();
    const cookie = (await context.cookies()).find(({ name }) => name === 'i18n_redirected');
    expect(cookie?.value).toBe('en');
    const days = (cookie!.expires * 1000 - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(365);
    await context.close();
  });

  it('signs out to the login page, and the session is over', async () => {
    const { page, context } = await enter('nozomi');
    await page.getByRole('button', { name: /白石 希/ }).click();
    await page.getByRole('menuitem', { name: 'ログアウト' }).click();
    await page.waitForURL(/\/login/);
    await page.goto('/');
    await page.waitForURL(/\/login/);
    await context.close();
  });

  it('works on a phone: bottom bar, composer as a sheet, thread as a page', async () => {
    const { page, context, problems } = await enter('tsubasa', {
      width: 390,
      height: 844,
      phone: true,
    });
    const bar = page.getByRole('navigation', { name: '下部メニュー' });
    await bar.waitFor();
    await bar
      .getByRole('link', { name: '投稿を書く' })
      .or(bar.getByRole('button', { name: '投稿を書く' }))
      .first()
      .click();
    const sheet = page.getByRole('dialog', { name: '投稿を書く' });
    await sheet.getByRole('combobox', { name: '本文' }).fill('夜番から引き継ぎ。');
    await sheet.getByRole('button', { name: '投稿する', exact: true }).click();
    await card(page, '夜番から引き継ぎ。').locator('[data-comments]').click();
    await page.getByRole('region', { name: 'コメント' }).waitFor();
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBeLessThanOrEqual(0);
    expect(problems).toEqual([]);
    await context.close();
  });
});
