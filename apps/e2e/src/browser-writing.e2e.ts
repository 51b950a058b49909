import { type Api, eventually } from './api';
import { describeInBrowser } from './browser';
import { card, TwoPeople } from './two-people';

/** Between two letters of somebody who types well, in milliseconds. */
const LETTER_MS = 90;
/** What ten seconds of such typing amount to. */
const KEYS_IN_TEN_SECONDS = 10_000 / LETTER_MS;

describeInBrowser('writing with what the composer recognises, in a browser', () => {
  let two: TwoPeople;
  let api: Api;

  beforeAll(async () => {
    two = await TwoPeople.start({ posts: 0 });
    api = await two.space.signIn('admin');
    const label = await api.post<{ id: string }>('/labels', { name: '更新', color: 'teal' });
    for (const n of [1, 2, 3]) {
      await api.post('/posts', { memo: `契約書を渡した ${n}`, labelIds: [label.body.id] });
      await api.post('/posts', { memo: `天気の話 ${n}` });
    }
    // What the first composer learns is kept for minutes.
    await eventually(async () => {
      const found = await api.get<{ total: number }>('/search/posts?q=契約書');
      expect(found.body.total).toBe(3);
    });
    await api.post('/members', {
      familyName: '松平',
      firstName: '春',
      familyNameKana: 'マツダイラ',
    });
    for (const [firstName, company] of [
      ['一郎', '北の工房'],
      ['二郎', '南の喫茶'],
    ]) {
      await api.post('/members', { familyName: '双子', firstName, company });
    }
  }, 180_000);
  afterEach(() => expect(two.takeProblems()).toEqual([]));

  it('writes a talk with member, label and task by keys alone, in ten seconds of typing', async () => {
    const { page } = two.staff;
    await page.goto('/');
    await page.locator('[data-compose]').waitFor();
    await page.mouse.move(500, 400);
    const memo = '松平さんと更新の話。水野さん、来週水曜までに書類。';
    const hints = page.getByRole('group', { name: '本文から見つけたもの' });
    await page.keyboard.press('n');
    await page.keyboard.type(memo, { delay: LETTER_MS });
    await hints.locator('[data-hint-kind=member]').filter({ hasText: '松平 春' }).waitFor();
    await hints.locator('[data-hint-kind=label]').waitFor();
    await hints.locator('[data-hint-kind=task]').waitFor();
    for (let hint = 0; hint < 3; hint += 1) await page.keyboard.press('Tab');
    await page.keyboard.press('Control+Enter');
    const post = card(page, memo);
    await post.locator('[data-comments]').waitFor();
    await post.getByRole('link', { name: '松平 春' }).waitFor();
    await post.getByText('更新', { exact: true }).waitFor();
    await post.getByRole('group', { name: 'タスク' }).getByText('水野 航').waitFor();
    await post.locator('[data-due=set]').waitFor();
    const keys = 1 + memo.length + 3 + 1;
    expect(keys).toBeLessThan(KEYS_IN_TEN_SECONDS);
  });

  it('offers a label for a word that stands for it in this space, and says why', async () => {
    const { page } = two.staff;
    await page.goto('/');
    await page.locator('[data-compose]').click();
    await page.keyboard.type('契約書の返送を待つ。');
    const hint = page
      .getByRole('group', { name: '本文から見つけたもの' })
      .locator('[data-hint-kind=label]');
    await hint.filter({ hasText: '更新' }).waitFor();
    await hint.hover();
    await page
      .getByRole('tooltip')
      .filter({ hasText: '「契約」と書いた投稿3件のうち3件に、このラベルが付いています' })
      .waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Control+Enter');
    await card(page, '契約書の返送を待つ。').getByText('更新', { exact: true }).waitFor();
  });

  it('offers both who share a name, and registers one whom nobody has, with one key', async () => {
    const { page } = two.staff;
    await page.goto('/');
    await page.locator('[data-compose]').click();
    const memo = page.getByRole('combobox', { name: '本文' });
    const hints = page.getByRole('group', { name: '本文から見つけたもの' });
    await memo.pressSequentially('双子さんと');
    await hints.getByRole('button', { name: /双子 一郎.*北の工房/ }).waitFor();
    await hints.getByRole('button', { name: /双子 二郎.*南の喫茶/ }).click();
    await hints.waitFor({ state: 'detached' });
    await memo.pressSequentially('、今日は蓮見さんが見学に');
    const unknown = hints.locator('[data-hint-kind=register]');
    await unknown.filter({ hasText: '「蓮見」を会員に登録する' }).waitFor();
    await page.keyboard.press('Tab');
    await page.getByRole('status').filter({ hasText: '「蓮見」を会員に登録しました' }).waitFor();
    await page.getByRole('checkbox', { name: '続けて書く' }).check();
    await memo.press('Control+Enter');
    const post = card(page, '蓮見さんが見学に');
    await post.getByRole('link', { name: '蓮見' }).waitFor();
    await post.getByRole('link', { name: '双子 二郎' }).waitFor();
    // The composer stays open and empty for the next talk, and asks for nothing yet.
    expect(await page.getByRole('alert').filter({ hasText: '本文を書いて' }).count()).toBe(0);
    expect(await memo.inputValue()).toBe('');
    expect(await memo.evaluate((field) => field === document.activeElement)).toBe(true);
    const { items } = (await api.get<{ items: { familyName: string }[] }>('/members?q=蓮見')).body;
    expect(items.map(({ familyName }) => familyName)).toEqual(['蓮見']);
  });

  it('hides the hints with Escape, after which Tab leaves the field', async () => {
    const { page } = two.staff;
    await page.goto('/');
    await page.locator('[data-compose]').click();
    const memo = page.getByRole('combobox', { name: '本文' });
    await memo.pressSequentially('松平さん');
    const hints = page.getByRole('group', { name: '本文から見つけたもの' });
    await hints.waitFor();
    await memo.press('Escape');
    await hints.waitFor({ state: 'detached' });
    expect(await memo.isVisible()).toBe(true);
    await memo.press('Tab');
    expect(await memo.evaluate((field) => field === document.activeElement)).toBe(false);
  });

  it('shows who somebody is at their name, by hover and by Space, without leaving the page', async () => {
    const { page } = two.staff;
    const member = (await api.get<{ items: { id: string }[] }>('/members?q=松平')).body.items[0]!;
    await api.post('/posts', { memo: '会う前に読む話', memberIds: [member.id] });
    await page.goto('/');
    const post = card(page, '会う前に読む話');
    const peek = page.getByRole('region', { name: '松平 春' });
    await post.getByRole('link', { name: '松平 春' }).hover();
    await peek.getByText('最近の会話').waitFor();
    await peek.getByText('会う前に読む話').first().waitFor();
    await page.keyboard.press('Escape');
    await peek.waitFor({ state: 'detached' });
    await page.mouse.move(5, 500);
    await post.focus();
    await page.keyboard.press('Space');
    await peek.getByRole('link', { name: '書く' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    await page.keyboard.press('Space');
    await peek.waitFor({ state: 'detached' });
  });
});
