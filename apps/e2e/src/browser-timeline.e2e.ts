import type { Comment, Post } from '@engawa/contracts';
import type { Page } from 'playwright-core';
import { type Api, eventually } from './api';
import { describeInBrowser } from './browser';
import { card, choose, compose, thread, TwoPeople, write } from './two-people';

/** Feed requests of a window: parameters, and ids of each answer. */
function feedReads(page: Page): { params: URLSearchParams; ids: string[] }[] {
  const reads: { params: URLSearchParams; ids: string[] }[] = [];
  page.on('response', async (response) => {
    const url = new URL(response.url());
    if (url.pathname !== '/api/v1/posts' || response.request().method() !== 'GET') return;
    const body = (await response.json().catch(() => null)) as { items: Post[] } | null;
    if (body) reads.push({ params: url.searchParams, ids: body.items.map(({ id }) => id) });
  });
  return reads;
}

/** The first visible post, and the distance of its top from the top of the page. */
function placeOf(page: Page): Promise<{ id: string; below: number }> {
  return page.evaluate(() => {
    const content = document.getElementById('content')!;
    const { top } = content.getBoundingClientRect();
    const cards = [...content.querySelectorAll<HTMLElement>('[data-post]')];
    const first = cards.find((post) => post.getBoundingClientRect().bottom > top + 1)!;
    return { id: first.dataset['post']!, below: first.getBoundingClientRect().top - top };
  });
}

/** The position once scrolling has ended. */
function rested(page: Page): ReturnType<typeof placeOf> {
  return eventually(async () => {
    const place = await placeOf(page);
    await page.waitForTimeout(200);
    expect(await placeOf(page)).toEqual(place);
    return place;
  });
}

// Reading and writing step by step, with the administrator and a staff member side by side.
describeInBrowser('the timeline in a browser', () => {
  let two: TwoPeople;
  let api: Api;
  let staffApi: Api;

  beforeAll(async () => {
    two = await TwoPeople.start({ posts: 45, large: true });
    api = await two.space.signIn('admin');
    staffApi = await two.space.signIn('staff');
  }, 180_000);
  afterEach(() => expect(two.takeProblems()).toEqual([]));

  async function create(body: object, by = api): Promise<Post> {
    const answer = await by.post<Post>('/posts', body);
    expect(answer.status).toBe(201);
    return answer.body;
  }
  async function comment(postId: string, memo: string, by = api): Promise<Comment> {
    const answer = await by.post<Comment>(`/posts/${postId}/comments`, { memo });
    expect(answer.status).toBe(201);
    return answer.body;
  }

  it('shows posts, threads and single comments under members and staffs, whose page stays', async () => {
    const members = await api.get<{ items: { id: string }[] }>('/members?limit=1');
    const memberId = members.body.items[0]!.id;
    const post = await create({ memo: '鍵の貸し出しについて。', memberIds: [memberId] });
    const said = await comment(post.id, '予備を作ります。');
    const { page } = two.admin;
    for (const base of [`/members/${memberId}`, `/staffs/${api.staffId}`]) {
      await page.goto(base);
      const heading = page.locator('#content h1').first();
      await heading.evaluate((element) => (element.dataset['stays'] = 'yes'));
      await card(page, '鍵の貸し出しについて。').locator('[data-comments]').click();
      await page.waitForURL(`**${base}/posts/${post.id}/comments`);
      const reply = thread(page).locator(`[data-comment="${said.id}"]`);
      await reply.getByText('予備を作ります。').waitFor();
      await reply.locator('a:has(time)').click();
      await page.waitForURL(`**${base}/posts/${post.id}/comments/${said.id}`);
      await thread(page).getByRole('button', { name: 'コメントを閉じる' }).click();
      await page.waitForURL(`**${base}`);
      expect(await heading.getAttribute('data-stays')).toBe('yes');

      await page.goto(`${base}/posts/${post.id}/comments/${said.id}`);
      await thread(page).locator(`[data-comment="${said.id}"]`).waitFor();
      await heading.waitFor();
      await page.goto(`${base}/posts/${post.id}`);
      await page.locator(`[data-post="${post.id}"]`).waitFor();
      await heading.waitFor();
    }
  });

  it('says beside the timeline that the addressed post is gone', async () => {
    const post = await create({ memo: '間違えて書いた。' });
    await api.delete(`/posts/${post.id}`);
    const { page } = two.admin;
    await page.goto(`/posts/${post.id}`);
    await thread(page).getByText('この投稿は見つかりませんでした').waitFor();
    await thread(page).getByRole('button', { name: 'コメントを閉じる' }).click();
    await page.waitForURL((address) => address.pathname === '/');
    await thread(page).waitFor({ state: 'detached' });
  });

  it('opens five posts on each side of an address, and ten more in each direction', async () => {
    const { body } = await staffApi.get<{ items: Post[] }>('/posts?limit=50');
    const ids = body.items.map(({ id }) => id);
    const { page } = two.staff;
    const reads = feedReads(page);
    await page.goto(`/posts/${ids[25]}`);
    await page.locator(`[data-post="${ids[25]}"]`).waitFor();
    const read = (check: (params: URLSearchParams) => boolean) =>
      reads.find(({ params }) => check(params))?.ids;
    await eventually(() =>
      expect(read((params) => params.get('around') === ids[25])).toEqual(ids.slice(20, 31)),
    );
    const pages = () => reads.filter(({ params }) => params.has('cursor')).map((one) => one.ids);
    await page.mouse.move(600, 600);
    await eventually(async () => {
      await page.mouse.wheel(0, 800);
      expect(pages()).toContainEqual(ids.slice(31, 41));
    });
    await eventually(async () => {
      await page.mouse.wheel(0, -800);
      expect(pages()).toContainEqual(ids.slice(10, 20));
    });
    await eventually(async () => {
      await page.mouse.wheel(0, -800);
      expect(await page.locator(`[data-post="${ids[15]}"]`).count()).toBe(1);
    });
    // What the reader asks for on the way up is not announced as new.
    expect(await page.getByRole('button', { name: /新しい投稿 \d+件/ }).count()).toBe(0);
    // The shown posts are in the order of the API, without gaps.
    const shown = await page
      .locator('[data-post]')
      .evaluateAll((cards) => cards.map((one) => (one as HTMLElement).dataset['post']!));
    const at = ids.indexOf(shown[0]!);
    expect(shown).toEqual(ids.slice(at, at + shown.length));
  });

  it.each([
    ['wide', { width: 1440, height: 900 }],
    ['phone', { width: 390, height: 844, phone: true }],
  ])('keeps the place when a thread is entered and left (%s)', async (_size, options) => {
    const { page, context, problems } = await two.enter('tsubasa', options);
    await card(page, '').waitFor();
    const scroll = () => page.evaluate(() => document.getElementById('content')!.scrollBy(0, 700));
    await eventually(async () => {
      await scroll();
      expect(
        await page.evaluate(() => document.getElementById('content')!.scrollTop),
      ).toBeGreaterThan(2_000);
    });
    const before = await rested(page);
    await page.locator(`[data-post="${before.id}"] [data-comments]`).evaluate((link) => {
      (link as HTMLElement).click();
    });
    await thread(page)
      .getByRole('textbox')
      .or(thread(page).getByRole('combobox'))
      .first()
      .waitFor();
    await thread(page)
      .getByRole('button', { name: /コメントを閉じる|戻る/ })
      .first()
      .click();
    await thread(page).waitFor({ state: 'detached' });
    await eventually(async () => {
      const after = await placeOf(page);
      expect(after.id).toBe(before.id);
      expect(Math.abs(after.below - before.below)).toBeLessThan(4);
    });
    expect(problems).toEqual([]);
    await context.close();
  });

  it('restores the scroll position of the feed, with posts that arrived meanwhile', async () => {
    const { page } = two.staff;
    await page.goto('/');
    await card(page, '').waitFor();
    await page.mouse.move(600, 600);
    await eventually(async () => {
      await page.mouse.wheel(0, 700);
      expect((await placeOf(page)).below).toBeLessThan(60);
      expect(
        await page.evaluate(() => document.getElementById('content')!.scrollTop),
      ).toBeGreaterThan(1_500);
    });
    const before = await rested(page);
    await page.getByRole('navigation').getByRole('link', { name: '会員' }).first().click();
    await page.waitForURL('**/members');
    await create({ memo: '留守の間に書かれた投稿。' });
    // Long enough to reach this page before the feed is shown again.
    await page.waitForTimeout(1_500);
    await page.goBack();
    await page.locator(`[data-post="${before.id}"]`).waitFor();
    await eventually(async () => expect((await placeOf(page)).id).toBe(before.id));
    await page.getByRole('button', { name: /新しい投稿 \d+件/ }).click();
    await card(page, '留守の間に書かれた投稿。').waitFor();
  });

  it('loads at most 300 posts, shows that, and stays live', async () => {
    const many = Array.from({ length: 260 }, (_, n) => n);
    for (let from = 0; from < many.length; from += 20) {
      await Promise.all(
        many.slice(from, from + 20).map((n) => create({ memo: `たくさんの投稿 ${n}` })),
      );
    }
    const { page } = two.staff;
    const reads = feedReads(page);
    await page.goto('/');
    await card(page, 'たくさんの投稿').waitFor();
    const toTheEnd = () =>
      page.evaluate(() => {
        const content = document.getElementById('content')!;
        content.scrollTo(0, content.scrollHeight);
      });
    await eventually(async () => {
      await toTheEnd();
      await page.getByText('300件まで表示しています。').waitFor({ timeout: 50 });
    }, 60_000);
    const loaded = () => new Set(reads.flatMap(({ ids }) => ids)).size;
    expect(loaded()).toBe(300);
    for (let turn = 0; turn < 3; turn += 1) {
      await toTheEnd();
      await page.waitForTimeout(100);
    }
    expect(loaded()).toBe(300);
    const before = reads.length;
    await create({ memo: '三百件の上に来る投稿。' });
    await page.getByRole('button', { name: /新しい投稿 \d+件/ }).click();
    await card(page, '三百件の上に来る投稿。').waitFor();
    // The live stream carried it.
    expect(reads.slice(before).filter(({ params }) => params.has('ids'))).toEqual([]);
  });

  it('Enter while Japanese is being composed never sends', async () => {
    const post = await create({ memo: '漢字の変換を確かめる。' });
    const { page, context } = two.admin;
    await page.goto(`/posts/${post.id}/comments`);
    const field = thread(page).getByRole('combobox', { name: 'コメントを書く' });
    await field.click();
    const keyboard = await context.newCDPSession(page);
    const composing = async (text: string) =>
      keyboard.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      });
    await composing('かくにん');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+Enter');
    await keyboard.send('Input.insertText', { text: '確認' });
    await page.keyboard.type('します');
    expect(await field.inputValue()).toContain('確認します');
    const { body } = await api.get<{ items: Comment[] }>(`/posts/${post.id}/comments`);
    expect(body.items).toEqual([]);
    await page.keyboard.press('Control+Enter');
    await thread(page).locator('[data-comment]').getByText('確認します').waitFor();
    await eventually(async () => {
      const sent = await api.get<{ items: Comment[] }>(`/posts/${post.id}/comments`);
      expect(sent.body.items).toHaveLength(1);
    });
  });

  it('continues a draft on another device; a draft that is sent there does not return here', async () => {
    const { page } = two.admin;
    await page.goto('/');
    const form = await compose(page);
    await form.getByRole('combobox', { name: '本文' }).fill('会場の下見に行った。');
    await form.getByRole('button', { name: 'ラベル', exact: true }).click();
    await page.getByRole('option').first().click();
    await page.keyboard.press('Escape');
    await form.getByText('下書きに保存しました').waitFor();
    const badge = page
      .getByRole('navigation')
      .getByRole('link', { name: /下書き/ })
      .first();
    await badge.getByText('1', { exact: true }).waitFor();

    const phone = await two.enter('admin', {
      ...{ width: 390, height: 844, phone: true },
    });
    await phone.page.goto('/drafts');
    await phone.page.getByRole('link', { name: /会場の下見に行った。/ }).click();
    const sheet = phone.page.getByRole('dialog', { name: '投稿を書く' });
    const memo = sheet.getByRole('combobox', { name: '本文' });
    await eventually(async () => expect(await memo.inputValue()).toBe('会場の下見に行った。'));
    await memo.fill('会場の下見に行った。駅から近い。');
    await sheet.getByText('下書きに保存しました').waitFor();
    // The draft is continued here automatically, because nothing new was typed.
    const here = form.getByRole('combobox', { name: '本文' });
    await eventually(async () =>
      expect(await here.inputValue()).toBe('会場の下見に行った。駅から近い。'),
    );
    await sheet.getByRole('button', { name: '投稿する', exact: true }).click();
    await card(phone.page, '駅から近い。').locator('[data-comments]').waitFor();

    await eventually(async () => expect(await here.inputValue()).toBe(''));
    await page.reload();
    const again = await compose(page);
    expect(await again.getByRole('combobox', { name: '本文' }).inputValue()).toBe('');
    await eventually(async () => {
      const { body } = await api.get<{ count: number }>('/drafts/count');
      expect(body.count).toBe(0);
    });
    const { body } = await api.get<{ items: Post[] }>('/posts?limit=20');
    expect(body.items.filter(({ memo: text }) => text.includes('会場の下見'))).toHaveLength(1);
    expect(phone.problems).toEqual([]);
    await phone.context.close();
  });

  it('keeps both texts when a draft is written on two devices at once', async () => {
    const post = await create({ memo: '下書きの取り合い。' });
    const { page } = two.staff;
    await page.goto(`/posts/${post.id}/comments`);
    const field = (of: Page) => thread(of).getByRole('combobox', { name: 'コメントを書く' });
    await field(page).fill('こちらで書き始めた。');
    await thread(page).getByText('下書きに保存しました').waitFor();
    const other = await two.enter('staff');
    await other.page.goto(`/posts/${post.id}/comments`);
    await eventually(async () =>
      expect(await field(other.page).inputValue()).toBe('こちらで書き始めた。'),
    );
    // Offline, so that neither receives the other's changes.
    await other.context.setOffline(true);
    await field(other.page).fill('あちらで直した。');
    await field(page).fill('こちらで続けた。');
    await thread(page).getByText('下書きに保存しました').waitFor();
    await other.context.setOffline(false);
    await field(other.page).fill('あちらで直した。もう少し。');
    await thread(other.page).getByText('下書きに保存しました').waitFor();
    await eventually(async () => {
      const { body } = await staffApi.get<{ items: { memo: string }[] }>('/drafts');
      const memos = body.items.map(({ memo }) => memo);
      expect(memos).toContain('こちらで続けた。');
      expect(memos).toContain('あちらで直した。もう少し。');
    });
    expect(await field(page).inputValue()).toBe('こちらで続けた。');
    await other.context.close();
  });

  it('reacts from both sides and says who did', async () => {
    const post = await create({ memo: '花を生けていただいた。' });
    await two.admin.page.goto('/');
    await two.staff.page.goto('/');
    for (const { page } of [two.admin, two.staff]) {
      const here = card(page, '花を生けていただいた。');
      await here.hover();
      await here.getByRole('button', { name: 'リアクションする' }).click();
      const choices = page.getByRole('group', { name: 'リアクションする' });
      await choices.getByRole('button').first().click();
      await choices.waitFor({ state: 'detached' });
    }
    for (const { page } of [two.admin, two.staff]) {
      const both = card(page, '花を生けていただいた。').getByRole('button', {
        name: /2件、自分も押しています/,
      });
      await both.waitFor();
      const names = (await both.getAttribute('data-tip'))!.split('、').toSorted();
      expect(names).toEqual(['大西 律子', '水野 航'].toSorted());
    }
    await card(two.staff.page, '花を生けていただいた。')
      .getByRole('button', { name: /2件/ })
      .click();
    await card(two.admin.page, '花を生けていただいた。')
      .getByRole('button', { name: /1件/ })
      .waitFor();
    expect((await api.get<Post>(`/posts/${post.id}`)).body.reactions).toHaveLength(1);
  });

  it('shows the later of two editors the current version, and keeps their text to save it', async () => {
    const { page } = two.staff;
    await page.goto('/');
    const mine = await write(page, '空調の修理を頼んだ。');
    await two.admin.page.goto('/');
    const theirs = card(two.admin.page, '空調の修理を頼んだ。');
    await theirs.locator('[data-comments]').waitFor();
    await choose(page, mine, '編集する');
    await choose(two.admin.page, theirs, '編集する');
    const editor = (of: Page) => of.locator('[data-post] form');
    await editor(two.admin.page)
      .getByRole('combobox', { name: '本文' })
      .fill('修理は火曜日に来る。');
    await editor(two.admin.page).getByRole('button', { name: '保存する' }).click();
    await card(two.admin.page, '修理は火曜日に来る。').getByText('編集済み').waitFor();
    // The card shows it before the server has it.
    await two.admin.page.getByText('変更しました。').waitFor();

    await editor(page)
      .getByRole('combobox', { name: '本文' })
      .fill('空調の修理を頼んだ。費用は貸主。');
    await editor(page).getByRole('button', { name: '保存する' }).click();
    const notice = editor(page).getByRole('alert');
    await notice.getByText('修理は火曜日に来る。').waitFor();
    const field = editor(page).getByRole('combobox', { name: '本文' });
    expect(await field.inputValue()).toBe('空調の修理を頼んだ。費用は貸主。');
    await notice.getByRole('button', { name: '両方をつなげる' }).click();
    expect(await field.inputValue()).toBe(
      '空調の修理を頼んだ。費用は貸主。\n\n修理は火曜日に来る。',
    );
    await field.fill('修理は火曜日に来る。費用は貸主。');
    await editor(page).getByRole('button', { name: '保存する' }).click();
    await card(two.admin.page, '修理は火曜日に来る。費用は貸主。').waitFor();

    // The history has both earlier texts.
    await card(two.admin.page, '費用は貸主。').getByRole('button', { name: '編集済み' }).click();
    const history = two.admin.page.locator('[aria-label="編集の履歴"]');
    await history.getByText('空調の修理を頼んだ。', { exact: true }).waitFor();
    await history.getByText('修理は火曜日に来る。', { exact: true }).waitFor();
  });

  it('sends what was written without a connection once, and shows it after a reload', async () => {
    const post = await create({ memo: '電波の届かない倉庫。' });
    const { page, context } = two.staff;
    await page.goto('/');
    await card(page, '電波の届かない倉庫。').waitFor();
    // The app is on the device once its service worker has taken over.
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    await page.reload();
    await card(page, '電波の届かない倉庫。').locator('[data-comments]').click();
    await thread(page).getByRole('combobox').waitFor();
    await context.setOffline(true);
    await thread(page).getByRole('combobox').fill('圏外からのコメント。');
    await thread(page).getByRole('button', { name: 'コメントする' }).click();
    const waiting = thread(page).locator('[data-comment]').filter({ hasText: '圏外から' });
    await waiting.getByText('つながったら送ります').waitFor();
    await thread(page).getByRole('button', { name: 'コメントを閉じる' }).click();
    const form = await compose(page);
    await form.getByRole('combobox', { name: '本文' }).fill('圏外からの投稿。');
    await form.getByRole('button', { name: '投稿する', exact: true }).click();
    await card(page, '圏外からの投稿。').getByText('つながったら送ります').waitFor();

    // The last timeline can be read, including the send queue.
    await page.reload();
    await card(page, '圏外からの投稿。').getByText('つながったら送ります').waitFor();
    await card(page, '電波の届かない倉庫。').locator('[data-comments]').click();
    await thread(page).locator('[data-comment]').getByText('圏外からのコメント。').waitFor();

    await context.setOffline(false);
    await card(page, '圏外からの投稿。').locator('[data-comments]').waitFor();
    await eventually(async () => {
      const { body } = await api.get<{ items: Post[] }>('/posts?limit=20');
      expect(body.items.filter(({ memo }) => memo === '圏外からの投稿。')).toHaveLength(1);
      const comments = await api.get<{ items: Comment[] }>(`/posts/${post.id}/comments`);
      expect(comments.body.items.map(({ memo }) => memo)).toEqual(['圏外からのコメント。']);
    });
    // Browser messages about the lost connection are not errors of the page.
    two.staff.problems.length = 0;
  });
});
