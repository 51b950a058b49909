import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { type Api, eventually } from './api';
import { describeInBrowser } from './browser';
import { card, thread, TwoPeople } from './two-people';

/** Counts what somebody does besides typing words: keys pressed and clicks. */
class Hands {
  keys = 0;
  clicks = 0;

  constructor(readonly page: Page) {}

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
    this.keys += keys.length;
  }

  async click(target: Locator): Promise<void> {
    await target.click();
    this.clicks += 1;
  }

  /** Words are no count of the app's. */
  async type(words: string): Promise<void> {
    await this.page.keyboard.type(words);
  }

  cost() {
    return { keys: this.keys, clicks: this.clicks };
  }
}

const readme = readFileSync(path.join(__dirname, '../../web/README.md'), 'utf8');

/** The cost of a job that the documentation states. */
function stated(job: number) {
  const [, keys, clicks] =
    new RegExp(`^\\| ${job} +\\|[^|]+\\| (\\d+) +\\| (\\d+) +\\|`, 'm').exec(readme) ?? [];
  return { keys: Number(keys), clicks: Number(clicks) };
}

describeInBrowser('the ten commonest jobs in a browser', () => {
  let two: TwoPeople;
  let api: Api;
  let admin: Api;

  beforeAll(async () => {
    two = await TwoPeople.start({ posts: 0 });
    api = await two.space.signIn('staff');
    admin = await two.space.signIn('admin');
    await admin.post('/labels', { name: '更新', color: 'teal' });
    await api.post('/members', { familyName: '松平', firstName: '春' });
  }, 180_000);
  afterEach(() => expect(two.takeProblems()).toEqual([]));

  const hintsOf = (page: Page) => page.getByRole('group', { name: '本文から見つけたもの' });
  /** The timeline, with nothing under the pointer. */
  async function atTimeline(): Promise<Hands> {
    const { page } = two.staff;
    await page.goto('/');
    await page.locator('[data-compose]').waitFor();
    await page.mouse.move(5, 890);
    return new Hands(page);
  }
  const firstPost = async (memo: string, task?: { status: string; assignUserId: string | null }) =>
    (await api.post<{ id: string }>('/posts', { memo, task })).body.id;

  it('1, a talk with one member', async () => {
    const hands = await atTimeline();
    await hands.press('n');
    await hands.type('松平さんと席の話。');
    await hintsOf(hands.page).locator('[data-hint-kind=member]').waitFor();
    await hands.press('Tab', 'Control+Enter');
    await card(hands.page, '松平さんと席の話。').getByRole('link', { name: '松平 春' }).waitFor();
    expect(hands.cost()).toEqual(stated(1));
  });

  it('2, with label, task, assignee and due date', async () => {
    const hands = await atTimeline();
    const memo = '松平さんと更新の話。水野さん、来週水曜までに書類。';
    await hands.press('n');
    await hands.type(memo);
    for (const kind of ['member', 'label', 'task']) {
      await hintsOf(hands.page).locator(`[data-hint-kind=${kind}]`).waitFor();
    }
    await hands.press('Tab', 'Tab', 'Tab', 'Control+Enter');
    const task = card(hands.page, memo).getByRole('group', { name: 'タスク' });
    await task.getByText('水野 航').waitFor();
    expect(hands.cost()).toEqual(stated(2));
  });

  it('3, an answer to a post', async () => {
    await firstPost('返事を待つ話');
    const hands = await atTimeline();
    await card(hands.page, '返事を待つ話').waitFor();
    await hands.press('j', 'c');
    await thread(hands.page).getByRole('combobox', { name: 'コメントを書く' }).waitFor();
    await hands.type('承知しました。');
    await hands.press('Control+Enter');
    await thread(hands.page).getByRole('article').getByText('承知しました。').waitFor();
    expect(hands.cost()).toEqual(stated(3));
  });

  it('4, a reaction', async () => {
    await firstPost('うれしい話');
    const hands = await atTimeline();
    await card(hands.page, 'うれしい話').waitFor();
    await hands.press('j', 'r');
    await hands.page.getByRole('combobox', { name: 'リアクションする' }).waitFor();
    await hands.press('Enter');
    await card(hands.page, 'うれしい話').locator('[aria-pressed=true]').first().waitFor();
    expect(hands.cost()).toEqual(stated(4));
  });

  it('5, a post into a task with person and date', async () => {
    await firstPost('頼みたい話');
    const hands = await atTimeline();
    const post = card(hands.page, '頼みたい話');
    await post.waitFor();
    await hands.press('j', 'a');
    await hands.page.getByRole('combobox', { name: '担当者を変える' }).waitFor();
    await hands.type('水野');
    await hands.press('Enter');
    await post.getByRole('group', { name: 'タスク' }).getByText('水野 航').waitFor();
    await hands.press('d');
    await hands.page.getByRole('combobox', { name: '期限を変える' }).waitFor();
    await hands.type('来週水曜');
    await hands.press('Enter');
    await post.locator('[data-due=set]').waitFor();
    expect(hands.cost()).toEqual(stated(5));
  });

  it('6, the end of a task', async () => {
    const id = await firstPost('終わる仕事', { status: 'waiting', assignUserId: api.staffId });
    const hands = new Hands(two.staff.page);
    await hands.page.goto('/tasks?view=mine');
    const row = hands.page.locator(`article[data-row="${id}"]`);
    await row.waitFor();
    await row.focus();
    await hands.press('e');
    await row.waitFor({ state: 'detached' });
    expect(hands.cost()).toEqual(stated(6));
  });

  it('7, a person before a meeting', async () => {
    const { items } = (await api.get<{ items: { id: string }[] }>('/members?q=松平')).body;
    await api.post('/posts', { memo: '会う約束の話', memberIds: [items[0]!.id] });
    const hands = await atTimeline();
    await card(hands.page, '会う約束の話').getByRole('link', { name: '松平 春' }).hover();
    const brief = hands.page.getByRole('region', { name: '松平 春' });
    await brief.getByText('最近の会話').waitFor();
    expect(hands.cost()).toEqual(stated(7));
  });

  it('8, the hand-over', async () => {
    const asked = (await admin.post<{ id: string }>('/posts', { memo: '必読の話', mustRead: true }))
      .body.id;
    const hands = await atTimeline();
    await hands.press('g', 'h');
    const part = hands.page.getByRole('region', { name: '必読' });
    await part.getByText('必読の話').waitFor();
    await hands.press('j', 'e');
    await part.waitFor({ state: 'detached' });
    expect(new URL(hands.page.url()).pathname).toBe('/today');
    await eventually(async () => {
      const { body } = await api.get<{ confirmations: { staffId: string }[] }>(`/posts/${asked}`);
      expect(body.confirmations.map(({ staffId }) => staffId)).toContain(api.staffId);
    });
    expect(hands.cost()).toEqual(stated(8));
  });

  it('9, a new person while one writes', async () => {
    const hands = await atTimeline();
    await hands.page.keyboard.press('n');
    await hands.type('今日は蓮見さんが見学に');
    const unknown = hintsOf(hands.page).locator('[data-hint-kind=register]');
    await unknown.filter({ hasText: '「蓮見」を会員に登録する' }).waitFor();
    await hands.press('Tab');
    await hands.page
      .getByRole('status')
      .filter({ hasText: '「蓮見」を会員に登録しました' })
      .waitFor();
    expect(hands.cost()).toEqual(stated(9));
  });

  it('10, unresolved issues of this week', async () => {
    const hands = await atTimeline();
    const filters = hands.page.getByRole('group', { name: '絞り込み' });
    await hands.click(filters.getByRole('button', { name: '未解決', exact: true }));
    await hands.click(filters.getByRole('button', { name: '期間で絞り込む' }));
    await hands.click(hands.page.getByRole('menuitem', { name: '過去7日' }));
    await hands.page.waitForURL(/unsolved=1&.*from=/);
    expect(hands.cost()).toEqual(stated(10));
  });
});
