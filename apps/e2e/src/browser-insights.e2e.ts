import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type {
  ColdMember,
  Insights,
  Member,
  Post,
  SearchPostsAnswer,
  StaffCoverage,
  Task,
} from '@engawa/contracts';
import type { BrowserContext, Page } from 'playwright-core';
import { Api, eventually } from './api';
import { describeInBrowser, openWindow, signIn } from './browser';
import { Space } from './space';

const DAY = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * DAY).toISOString();
/** The day in the space's time zone. */
const dayOf = (at: string) => new Date(Date.parse(at) + 9 * 3_600_000).toISOString().slice(0, 10);

// Webhooks, saved searches, dashboard and relationship health, by an administrator.
describeInBrowser('search, insights and webhooks in a browser', () => {
  let space: Space;
  let context: BrowserContext;
  let page: Page;
  let problems: string[];
  let api: Api;
  let staffApi: Api;
  let receiver: Server;
  let hookUrl: string;
  let status = 200;
  const received: { id: string; body: string }[] = [];

  beforeAll(async () => {
    receiver = createServer((request, response) => {
      let body = '';
      request.on('data', (piece) => (body += piece));
      request.on('end', () => {
        received.push({ id: String(request.headers['webhook-id']), body });
        response.writeHead(status).end();
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    hookUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
    space = await Space.enter();
    ({ context, page, problems } = await openWindow(space.url));
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await signIn(page, space.email('admin'));
    api = await space.signIn('admin');
    staffApi = await space.signIn('staff');
  }, 180_000);
  afterAll(async () => {
    receiver?.closeAllConnections();
    await new Promise((resolve) => receiver.close(resolve));
  });
  afterEach(() => {
    expect(problems.splice(0)).toEqual([]);
  });

  async function addMember(familyName: string): Promise<Member> {
    const names = { familyName, firstName: '葉', familyNameKana: 'テスト', firstNameKana: 'ハ' };
    const { status: answered, body } = await api.post<Member>('/members', names);
    expect(answered).toBe(201);
    return body;
  }
  async function write(by: Api, input: object): Promise<Post> {
    const { status: answered, body } = await by.post<Post>('/posts', input);
    expect(answered).toBe(201);
    return body;
  }
  async function found(query: string): Promise<string[]> {
    const { body } = await api.get<SearchPostsAnswer>(`/search/posts?${query}`);
    return body.posts.map(({ id }) => id);
  }
  const toast = (text: string | RegExp) => page.getByText(text).first().waitFor();

  it('adds, tests, disables and deletes a webhook, and sends failed deliveries again', async () => {
    await page.goto('/admin/space_setting?part=webhooks');
    await page.getByRole('button', { name: 'Webhookを追加する' }).click();
    await page.getByLabel('送り先のURL').fill(hookUrl);
    await page.getByRole('button', { name: '追加する', exact: true }).click();
    await page.getByText('1つ以上選んでください。').waitFor();
    await page.getByLabel('説明').fill('入退室システム');
    await page.getByLabel('投稿の作成').check();
    await page.getByRole('button', { name: '追加する', exact: true }).click();
    const secret = page.getByRole('status').filter({ hasText: '署名のシークレット' });
    const first = await secret.locator('code').innerText();
    expect(first).toMatch(/^whsec_/);
    await secret.getByRole('button', { name: '閉じる' }).click();
    await page.reload();
    const card = page.locator('[data-webhook]');
    await card.getByText('入退室システム').waitFor();
    expect(await page.getByText(/whsec_/).count()).toBe(0);

    await card.getByRole('button', { name: 'テスト送信' }).click();
    await toast('テストを送信しました（HTTP 200）。');
    await card.locator('[data-state=succeeded]').filter({ hasText: 'テスト' }).waitFor();
    status = 503;
    await write(api, { memo: '見学の方が来た。' });
    const line = card.locator('li').filter({ hasText: '投稿の作成' });
    await line.getByText('HTTP 503').waitFor();
    status = 200;
    const before = received.length;
    await line.getByRole('button', { name: /もう一度送る/ }).click();
    await eventually(() => expect(received.length).toBeGreaterThan(before));
    await line.getByText('HTTP 200').waitFor();
    expect(received.at(-1)!.body).not.toContain('見学');

    await card.getByRole('button', { name: /その他の操作/ }).click();
    await page.getByRole('menuitem', { name: 'シークレットを更新する' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'シークレットを更新する' }).click();
    await page.getByText('1日の間は、前のシークレットでも署名します。その間に').waitFor();
    expect(await secret.locator('code').innerText()).not.toBe(first);
    await card.getByRole('switch').click();
    await toast('送信を止めました。');
    await card.getByRole('button', { name: /その他の操作/ }).click();
    await page.getByRole('menuitem', { name: '削除する' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '削除する' }).click();
    await page.getByText('Webhookはまだありません').waitFor();
  });

  it('saves a search, shares its link, changes, renames and deletes it', async () => {
    const post = await write(api, {
      memo: '空調の音が気になるとのこと。',
      labelIds: ['businessIssue'],
    });
    await write(api, { memo: '空調は直った。' });
    await eventually(async () => expect(await found('q=空調&issue=open')).toEqual([post.id]));
    await page.goto('/search');
    await page.getByRole('searchbox').fill('空調');
    // Hits appear while one types.
    await page.getByText('2件', { exact: true }).waitFor();
    await page.waitForURL(/q=/);
    await page.getByRole('button', { name: '絞り込む' }).click();
    await page.getByRole('menuitem', { name: '課題' }).click();
    await page
      .getByRole('listbox', { name: '課題' })
      .getByRole('option', { name: '未解決' })
      .click();
    await page.getByText('1件', { exact: true }).waitFor();
    // The search itself takes little of the page.
    const [top, hit] = await Promise.all(
      [page.locator('#content'), page.locator('#content [data-row]').first()].map((part) =>
        part.boundingBox(),
      ),
    );
    expect(hit!.y - top!.y).toBeLessThanOrEqual(120);
    // A hit opens beside the list.
    await page.locator('#content [data-row]').first().click();
    await page.getByRole('button', { name: 'コメントを閉じる' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/search');
    await page.getByRole('button', { name: 'コメントを閉じる' }).click();
    await page.getByRole('button', { name: 'この検索を保存する' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('名前').fill('空調の課題');
    await dialog.getByRole('button', { name: '保存する' }).click();
    await page.waitForURL(/saved=/);
    await page.getByRole('button', { name: 'リンクをコピーする' }).click();
    await toast(/リンクをコピーしました/);
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(new URL(link).search).toBe(`?q=${encodeURIComponent('空調')}&issue=open`);

    await page.goto('/search');
    await page.getByRole('link', { name: /空調の課題/ }).click();
    await page.getByText('1件', { exact: true }).waitFor();
    await page.getByRole('button', { name: '課題: 未解決の絞り込みを外す' }).click();
    await page.getByText('2件', { exact: true }).waitFor();
    await page.getByRole('button', { name: '「空調の課題」をこの条件にする' }).click();
    await page.getByRole('button', { name: '空調の課題', exact: true }).waitFor();
    await page.goto('/search');
    await page.getByRole('button', { name: '「空調の課題」の名前を変える' }).click();
    await dialog.getByLabel('名前').fill('空調の話');
    await dialog.getByRole('button', { name: '保存する' }).click();
    await page.getByRole('button', { name: '「空調の話」を削除する' }).click();
    await page.getByRole('button', { name: '元に戻す' }).click();
    await page.getByRole('link', { name: /空調の話/ }).waitFor();
    await page.getByRole('button', { name: '「空調の話」を削除する' }).click();
    await page.getByText('言葉や条件で探せます').waitFor();
  });

  it('opens from each figure of the dashboard exactly the posts that it counts', async () => {
    const [one, other] = [await addMember('青葉'), await addMember('若林')];
    const at = ago(3);
    const memberIds = [one.id, other.id];
    const both = await write(api, { memo: '二人で相談', memberIds, talkedAt: at });
    await write(api, { memo: '一人で相談', memberIds: [one.id], talkedAt: ago(20) });
    const day = dayOf(at);
    const range = `from=${day}&to=${day}&unit=day`;
    await eventually(async () => {
      const { body } = await api.get<Insights>(`/insights?${range}`);
      expect(body.connections.edges).toHaveLength(1);
    });
    await page.goto(`/dashboard?from=${day}&until=${day}`);
    await page.getByRole('link', { name: /青葉 葉 – 若林 葉/ }).click();
    await page.waitForURL(/\/search\?/);
    const shown = new URL(page.url()).searchParams;
    expect([shown.get('from'), shown.get('until'), shown.get('kind')]).toEqual([day, day, 'post']);
    await page.getByText('1件', { exact: true }).waitFor();
    await page.locator(`a[href*="${both.id}"]`).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: /青葉 葉の投稿を開く（1件）/ }).click();
    await page.getByText('1件', { exact: true }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'ラベルなし' }).click();
    await page.waitForURL(/label=none/);
    await page.locator(`a[href*="${both.id}"]`).waitFor();
    await page.goBack();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSVをダウンロードする' }).click();
    expect((await saved).suggestedFilename()).toBe(`insights-${day}-${day}.csv`);
    const picture = page.waitForEvent('download');
    await page.getByRole('button', { name: '「ラベル別の投稿」を画像で保存する' }).click();
    expect((await picture).suggestedFilename()).toBe('posts-by-label.png');
  });

  it('answers what is unresolved, and with whom nobody talked', async () => {
    const { body: types } = await api.get<{ items: { id: string; name: string }[] }>(
      '/member-types',
    );
    const type = types.items[0]!;
    const { body: member } = await api.post<Member>('/members', {
      ...{ familyName: '宮城', firstName: '野', typeId: type.id },
    });
    const at = ago(400);
    const day = dayOf(at);
    await write(api, {
      ...{ memo: '鍵が重い', memberIds: [member.id], labelIds: ['businessIssue'], talkedAt: at },
    });
    const read = async (from: string, to: string) =>
      (await api.get<Insights>(`/insights?from=${from}&to=${to}`)).body;
    const today = dayOf(new Date().toISOString());
    await eventually(async () => {
      expect((await read(day, day)).issues).toMatchObject({ openBefore: 0, open: 1 });
      expect((await read(day, day)).memberTypes).toContainEqual({
        ...{ typeId: type.id, members: 1, talkedWith: 1, talks: 1 },
      });
    });
    await page.goto(`/dashboard?from=${day}&until=${day}`);
    await page.getByText('期間のはじめより1件増加').waitFor();
    // What was unresolved then cannot be listed; what is unresolved today can.
    expect(await page.getByRole('link', { name: /未解決の課題/ }).count()).toBe(0);
    await page.getByRole('link', { name: `${type.name} 1人のうち1人と1回` }).click();
    await page.waitForURL(/\/members\?/);
    await page.getByRole('link', { name: /宮城/ }).first().waitFor();
    // Issues of the tests before may still be counted.
    const { open } = await eventually(async () => {
      const { issues } = await read(today, today);
      expect(await found('issue=open')).toHaveLength(issues.open);
      return issues;
    });
    await page.goto(`/dashboard?from=${today}&until=${today}`);
    await page.getByText(/^期間のはじめ/).waitFor();
    await page.getByRole('link', { name: `未解決の課題 ${open}` }).click();
    await page.waitForURL(/issue=open/);
    await page.getByText(`${open}件`, { exact: true }).waitFor();
  });

  it('says that the figures are being recounted, until they are', async () => {
    let recounting = true;
    await page.route('**/api/v1/insights?*', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), recounting } });
    });
    await page.goto('/dashboard');
    const notice = page.getByText(/タイムゾーンの変更に合わせて集計し直しています/);
    await notice.waitFor();
    recounting = false;
    await notice.waitFor({ state: 'detached' });
    await page.unroute('**/api/v1/insights?*');
  });

  it('shows members on the radar, snoozes them, and hands over the members of a staff member', async () => {
    const [quiet, leaving] = [await addMember('広瀬'), await addMember('泉')];
    await write(api, { memo: '以前の相談', memberIds: [quiet.id], talkedAt: ago(45) });
    const last = await write(staffApi, {
      memo: '契約の相談',
      memberIds: [leaving.id],
      talkedAt: ago(2),
    });
    await eventually(async () => {
      const { body } = await api.get<{ items: ColdMember[] }>('/insights/radar');
      expect(body.items.map(({ member }) => member.id)).toContain(quiet.id);
    });
    await eventually(async () => {
      const { body } = await api.get<StaffCoverage>('/insights/coverage');
      const own = body.staffs.find(({ staff }) => staff.id === staffApi.staffId);
      expect(own?.onlyKnownBy).toBe(1);
    });
    await page.goto('/dashboard');
    await page.getByRole('main').getByRole('link', { name: '関係' }).click();
    const row = page.locator(`[data-member="${quiet.id}"]`);
    await row.getByText('45日').waitFor();
    await row.getByRole('button', { name: '広瀬 葉を保留する' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: '保留する', exact: true }).click();
    await dialog.getByText('理由を入力してください。').waitFor();
    await dialog.getByLabel('理由').fill('長期の出張中');
    await dialog.getByRole('button', { name: '保留する', exact: true }).click();
    await row.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^保留中/ }).click();
    await row.getByText('長期の出張中').waitFor();
    await row.getByRole('button', { name: '広瀬 葉を一覧に戻す' }).click();
    await row.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^保留中/ }).click();
    await row.waitFor();
    // With a higher limit the member is no longer overdue.
    await page.getByRole('button', { name: '日数を設定する' }).click();
    await dialog.getByLabel('そのほかの会員').fill('60');
    await dialog.getByRole('button', { name: '保存する' }).click();
    await row.waitFor({ state: 'detached' });

    await page.getByRole('link', { name: '引き継ぎの備え' }).click();
    await page.getByRole('button', { name: /水野 航だけが知っている会員/ }).click();
    const covered = page.locator(`[data-member="${leaving.id}"]`);
    await covered.getByText('泉 葉').waitFor();
    await page.getByLabel('引き継ぐ相手').selectOption({ label: '大西 律子' });
    await page.getByRole('button', { name: '引き継ぎのタスクを作る（1件）' }).click();
    await covered.locator('[aria-label="引き継ぎ済み"]').waitFor();
    await eventually(async () => {
      const { body } = await api.get<{ items: Task[] }>(
        `/tasks?assignUserId=${api.staffId}&limit=100`,
      );
      const made = body.items.filter(({ postId }) => postId === last.id);
      expect(made).toHaveLength(1);
      expect(made[0]!.memo).toContain('泉 葉さんをお願いします');
      expect(made[0]!.task.dueAt).not.toBeNull();
    });
    // A handover is not a talk: the member is still known by one staff member only.
    await page.reload();
    await covered.getByText('泉 葉').waitFor();
  });
});
