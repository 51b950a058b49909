import type { Post, Today } from '@engawa/contracts';
import { type Api, eventually } from './api';
import { describeInBrowser } from './browser';
import { card, compose, TwoPeople } from './two-people';

/** Largest height of a one-line post on a wide screen, in pixels. */
const ONE_LINE_HEIGHT = 132;
/** Distance of an addressed post from the top, in pixels. */
const ADDRESSED_AT = 72;

type PlacesLog = typeof globalThis & { places?: number[] };

/** In the page: logs where a post of the list is in each frame that is painted with it, in pixels. */
function logPlaces(id: string): void {
  const places: number[] = ((globalThis as PlacesLog).places = []);
  const painted = new MessageChannel();
  painted.port1.onmessage = () => {
    const post = document.querySelector(`#content [data-item] [data-post="${id}"]`);
    if (post?.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      places.push(post.getBoundingClientRect().y);
  };
  const frame = () => {
    requestAnimationFrame(frame);
    painted.port2.postMessage(null);
  };
  requestAnimationFrame(frame);
}

describeInBrowser('the feed in a browser', () => {
  let two: TwoPeople;
  let api: Api;

  beforeAll(async () => {
    two = await TwoPeople.start({ posts: 0 });
    api = await two.space.signIn('admin');
  }, 180_000);
  afterEach(() => expect(two.takeProblems()).toEqual([]));

  async function create(body: object): Promise<Post> {
    const answer = await api.post<Post>('/posts', body);
    expect(answer.status).toBe(201);
    return answer.body;
  }

  it('shows six posts of one line at once, each led by its member, under the day', async () => {
    const { body } = await api.get<{ items: { id: string }[] }>('/members?limit=1');
    const memberIds = [body.items[0]!.id];
    const posts: Post[] = [];
    for (let n = 0; n < 7; n += 1) {
      posts.push(await create({ memo: `窓際の席を気に入ったとのこと。${n}`, memberIds }));
    }
    const { page } = two.staff;
    await page.goto('/');
    const cards = page.locator('[data-post]').filter({ hasText: '窓際の席' });
    await cards.nth(6).waitFor();
    const heights = await cards.evaluateAll((all) =>
      all.map((one) => one.getBoundingClientRect().height),
    );
    expect(Math.max(...heights)).toBeLessThanOrEqual(ONE_LINE_HEIGHT);
    const inSight = await cards.evaluateAll(
      (all) => all.filter((one) => one.getBoundingClientRect().bottom <= innerHeight).length,
    );
    expect(inSight).toBeGreaterThanOrEqual(6);
    const [member] = posts[0]!.members;
    const first = card(page, '窓際の席').getByRole('link').first();
    expect(await first.textContent()).toBe(`${member!.familyName} ${member!.firstName}`);
    const headings = page.getByRole('region', { name: '投稿の一覧' }).getByRole('heading');
    expect(await headings.nth(1).textContent()).toMatch(/^\d+月\d+日\(.\)$/);
  });

  it('narrows to what a chip says, keeps it in the address, and follows others live', async () => {
    await create({ memo: '空調の音が大きい。', labelIds: ['operationalIssue'] });
    const { page } = two.staff;
    await page.goto('/');
    const chips = page.getByRole('group', { name: '絞り込み' });
    await chips.getByRole('button', { name: '未解決' }).click();
    await page.waitForURL('**/?unsolved=1');
    await card(page, '空調の音').waitFor();
    await card(page, '窓際の席').waitFor({ state: 'detached' });
    const shown = await page.locator('[data-post]').allTextContents();
    expect(shown.filter((text) => !text.includes('未解決'))).toEqual([]);

    await create({ memo: '駐輪場がいっぱい。', labelIds: ['operationalIssue'] });
    await card(page, '駐輪場').waitFor();
    await create({ memo: '読書会の相談。' });
    const talk = await create({ memo: '鍵が固い。', labelIds: ['operationalIssue'] });
    await card(page, '鍵が固い').waitFor();
    expect(await card(page, '読書会').count()).toBe(0);

    await card(page, '鍵が固い').locator('[data-comments]').click();
    await page.waitForURL(
      (address) =>
        `${address.pathname}${address.search}` === `/posts/${talk.id}/comments?unsolved=1`,
    );
    await page.reload();
    await card(page, '空調の音').waitFor();
    await page.getByRole('button', { name: 'コメントを閉じる' }).click();

    await chips.getByRole('button', { name: '期間で絞り込む' }).click();
    await page.getByRole('menuitem', { name: '今日' }).click();
    await page.waitForURL(/unsolved=1&from=[\d-]+&until=[\d-]+$/);
    await card(page, '鍵が固い').waitFor();
    await chips.getByRole('button', { name: '必読' }).click();
    await page.getByText('条件に合う投稿はありません').waitFor();
    await chips.getByRole('button', { name: '解除' }).click();
    await page.waitForURL((address) => address.pathname === '/' && address.search === '');
    await card(page, '読書会').waitFor();
  });

  it('shows beside it what is a must-read and whom to talk with, which lead on', async () => {
    const { body } = await api.post<{ id: string }>('/members', { familyName: '芹沢' });
    const told = await create({ memo: '消防の点検があります。', mustRead: true });
    // Whom to talk with is computed every few seconds.
    await eventually(async () => {
      const { body: today } = await api.get<Today>('/today');
      expect(today.reachOut[0]?.member.id).toBe(body.id);
    });
    const { page } = two.staff;
    await page.goto('/');
    const beside = page.getByRole('complementary');
    await beside.getByRole('link', { name: '芹沢' }).filter({ hasText: '新しく登録' }).waitFor();
    await beside.getByRole('link', { name: /^必読 \d/ }).waitFor();
    await beside.getByRole('link', { name: '消防の点検' }).click();
    await page.waitForURL(`**/posts/${told.id}`);
    await page.goto('/');
    await beside.getByRole('link', { name: '芹沢' }).click();
    await page.waitForURL(`**/members/${body.id}`);
  });

  it('shows a new member beside it while the page is open', async () => {
    const { page } = two.staff;
    await page.goto('/');
    const beside = page.getByRole('complementary');
    await beside.getByRole('link').filter({ hasText: '新しく登録' }).first().waitFor();
    await api.post('/members', { familyName: '榊原' });
    await beside.getByRole('link', { name: '榊原' }).waitFor();
  });

  it('shows the addressed post at its place from the first frame, whatever is measured or arrives above it', async () => {
    // Enough below it to fill the page.
    const ids: string[] = [];
    for (let n = 0; n < 12; n += 1) ids.push((await create({ memo: `傘を預かった。${n}` })).id);
    const id = ids.at(-4)!;
    const { page } = two.staff;
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
    await page.addInitScript(logPlaces, id);
    try {
      for (let visit = 0; visit < 4; visit += 1) {
        // Longer ones above it are measured after the list began.
        await create({ memo: '長い話をうかがった。\n'.repeat(8) });
        await page.goto(`/posts/${id}/comments`);
        // The open thread shows the post too.
        await page.locator(`#content [data-item] [data-post="${id}"]`).waitFor();
        // Some frames, which take longer on a busy machine, and what arrives within a while.
        await page.waitForFunction(() => ((globalThis as PlacesLog).places ?? []).length > 10);
        await page.waitForTimeout(1_500);
        const places = await page.evaluate(() => (globalThis as PlacesLog).places ?? []);
        expect(places.filter((y) => Math.abs(y - ADDRESSED_AT) >= 5)).toEqual([]);
      }
    } finally {
      await session.detach();
    }
  });

  it('moves nothing under a reader further down when posts above come and go', async () => {
    for (let n = 0; n < 20; n += 1) await create({ memo: `通りかかった話。${n}`, memberIds: [] });
    const { page } = two.staff;
    await page.goto('/');
    await card(page, '通りかかった話。19').waitFor();
    const topOf = (text: string) =>
      card(page, text).evaluate((one) => one.getBoundingClientRect().top);
    await eventually(async () => {
      const top = await page.evaluate(() => {
        const content = document.getElementById('content')!;
        content.scrollTo(0, 900);
        return content.scrollTop;
      });
      expect([top, await card(page, '通りかかった話。4').count()]).toEqual([900, 1]);
    });
    // Until the list has measured what it shows.
    await page.waitForTimeout(1_000);
    const before = await topOf('通りかかった話。4');
    const posts: Post[] = [];
    for (let n = 0; n < 3; n += 1)
      posts.push(await create({ memo: '上に来た話。', memberIds: [] }));
    await page.getByRole('button', { name: '新しい投稿 3件' }).waitFor();
    expect(Math.abs((await topOf('通りかかった話。4')) - before)).toBeLessThan(2);
    expect((await api.delete(`/posts/${posts[1]!.id}`)).status).toBe(204);
    await page.getByRole('button', { name: '新しい投稿 2件' }).waitFor();
    expect(Math.abs((await topOf('通りかかった話。4')) - before)).toBeLessThan(2);
  });

  it('shows a new post once, though the live stream tells it before the answer', async () => {
    const { page } = two.admin;
    await page.goto('/');
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/v1/posts', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      const response = await route.fetch();
      await held;
      await route.fulfill({ response });
    });
    const form = await compose(page);
    await form.getByRole('combobox', { name: '本文' }).fill('予備の鍵を作った。');
    await form.getByRole('button', { name: '投稿する', exact: true }).click();
    // Told by the live stream: a pending post has no button for comments.
    await card(page, '予備の鍵').locator('[data-comments]').waitFor();
    const cards = page.locator('[data-post]').filter({ hasText: '予備の鍵' });
    expect(await cards.count()).toBe(1);
    const answered = page.waitForResponse('**/api/v1/posts');
    answer();
    await answered;
    await page.unroute('**/api/v1/posts');
    expect(await cards.count()).toBe(1);
  });

  it('keeps what is typed into a post that is out of sight for a while', async () => {
    for (let n = 0; n < 20; n += 1) await create({ memo: `その前の話。${n}`, memberIds: [] });
    const { id } = await create({ memo: '直したい話。', memberIds: [] });
    const { page } = two.admin;
    await page.goto('/');
    const post = page.locator(`[data-post="${id}"]`);
    await post.getByRole('button', { name: '投稿の操作' }).click();
    await page.getByRole('menuitem', { name: '編集' }).click();
    const field = post.getByRole('combobox', { name: '本文' });
    await field.fill('直しかけの話。');
    const scroll = (top: number) =>
      page.evaluate((y) => document.getElementById('content')!.scrollTo(0, y), top);
    await eventually(async () => {
      await scroll(9_000);
      expect(await post.count()).toBe(0);
    });
    await scroll(0);
    await field.waitFor();
    expect(await field.inputValue()).toBe('直しかけの話。');
    await post.getByRole('button', { name: '保存する' }).click();
    await post.getByText('直しかけの話。').waitFor();
    await field.waitFor({ state: 'detached' });
  });

  it('edits a post and a comment on a phone within the screen', async () => {
    const { id } = await create({ memo: '手元で直す話。', memberIds: [] });
    await api.post(`/posts/${id}/comments`, { memo: 'ひとこと。' });
    const { page, context, problems } = await two.enter('admin', {
      ...{ width: 390, height: 844, phone: true },
    });
    await page.goto('/');
    const post = card(page, '手元で直す話。');
    await post.getByRole('button', { name: '投稿の操作' }).click();
    await page.getByRole('menuitem', { name: '編集' }).click();
    const form = page.locator('[data-post] form');
    const save = form.getByRole('button', { name: '保存する' });
    await save.waitFor();
    for (const part of [save, form.getByRole('combobox', { name: '本文' })]) {
      const box = (await part.boundingBox())!;
      expect(box.x + box.width).toBeLessThanOrEqual(390);
    }
    await save.click();
    await form.waitFor({ state: 'detached' });

    await page.goto(`/posts/${id}/comments`);
    const comment = page.locator('[data-comment]');
    await comment.getByRole('button', { name: 'コメントの操作' }).click();
    await page.getByRole('menuitem', { name: '編集' }).click();
    for (const name of ['キャンセル', '保存する']) {
      const label = comment.getByRole('button', { name }).getByText(name);
      await label.waitFor();
      expect(await label.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0);
    }
    expect(problems).toEqual([]);
    await context.close();
  });
});
