import type { Page } from 'playwright-core';
import { type Api, eventually } from './api';
import { describeInBrowser } from './browser';
import { card, thread, TwoPeople } from './two-people';

describeInBrowser('the keys of rows in a browser', () => {
  let two: TwoPeople;
  let api: Api;

  beforeAll(async () => {
    two = await TwoPeople.start({ posts: 0 });
    api = await two.space.signIn('staff');
  }, 180_000);
  afterEach(() => expect(two.takeProblems()).toEqual([]));

  const post = async (memo: string) => (await api.post<{ id: string }>('/posts', { memo })).body.id;
  const statusOf = async (id: string) =>
    (await api.get<{ task: { status: string } | null }>(`/posts/${id}`)).body.task?.status;

  /** Gives both selected rows the status 対応中 by keys; returns the message with its undo. */
  const beginSelected = async (page: Page) => {
    await page.getByRole('toolbar', { name: '2件を選択中' }).waitFor();
    await page.keyboard.press('s');
    const chooser = page.getByRole('combobox', { name: '状態を変える' });
    await chooser.fill('対応中');
    await chooser.press('Enter');
    const told = page.getByRole('group').filter({ hasText: '2件を変更しました' });
    await told.waitFor();
    return told;
  };

  it('change several posts at once, and one undo takes it back', async () => {
    const ids = [await post('鍵の話 一'), await post('鍵の話 二'), await post('鍵の話 三')];
    const { page } = two.staff;
    await page.goto('/');
    await card(page, '鍵の話 三').waitFor();
    await page.mouse.move(400, 300);
    for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key);
    const told = await beginSelected(page);
    expect(await Promise.all(ids.map(statusOf))).toEqual([undefined, 'inProgress', 'inProgress']);
    await told.getByRole('button', { name: '元に戻す' }).click();
    await card(page, '鍵の話 二')
      .getByRole('group', { name: 'タスク' })
      .waitFor({ state: 'detached' });
    await card(page, '鍵の話 三')
      .getByRole('group', { name: 'タスク' })
      .waitFor({ state: 'detached' });
    // A change is saved although the page is left right after it.
    await page.goto('/tasks');
    await eventually(async () =>
      expect(await Promise.all(ids.map(statusOf))).toEqual([undefined, undefined, undefined]),
    );
  });

  it('act through the palette on what is selected, which it says', async () => {
    const { page } = two.staff;
    await page.goto('/');
    await card(page, '鍵の話 三').waitFor();
    await page.mouse.move(400, 300);
    for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key);
    await page.getByRole('toolbar', { name: '2件を選択中' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByText('選んでいる2件').waitFor();
    await page.getByRole('option', { name: /タスクにする・解除する/ }).click();
    await page.getByRole('status').filter({ hasText: '2件を変更しました' }).waitFor();
    await page.keyboard.press('e');
    await card(page, '鍵の話 三').getByRole('button', { name: '完了' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('toolbar', { name: '2件を選択中' }).waitFor({ state: 'detached' });
  });

  it('open, edit and go; none means anything while Japanese is composed', async () => {
    const { page } = two.staff;
    await page.goto('/');
    const first = card(page, '鍵の話 三');
    await first.waitFor();
    await page.mouse.move(400, 300);
    await page.keyboard.press('j');
    await page.evaluate(() => {
      const press = (init: KeyboardEventInit) =>
        document.activeElement?.dispatchEvent(
          new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }),
        );
      press({ key: 'x', isComposing: true });
      press({ key: 'E', isComposing: true });
      press({ key: 'g', isComposing: true });
    });
    await page.keyboard.press('Shift+E');
    await first.getByRole('button', { name: '保存する' }).waitFor();
    expect(await page.getByRole('toolbar').count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.goto('/');
    await first.waitFor();
    await page.mouse.move(400, 300);
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await thread(page).waitFor();
    // The arrows move on while the thread stays open.
    await page.keyboard.press('ArrowDown');
    await thread(page).getByText('鍵の話 二').waitFor();
    await page.keyboard.press('Escape');
    await thread(page).waitFor({ state: 'detached' });
    await page.goto('/');
    await first.waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('k');
    await page.waitForURL('**/tasks');
    await page.keyboard.press('n');
    await page.getByRole('combobox', { name: '本文' }).waitFor();
  });

  it('read, open and bring back notifications, those that wait for an answer first', async () => {
    const admin = await two.space.signIn('admin');
    const liked = await post('拍手の話');
    const asked = await post('質問の話');
    await admin.post(`/posts/${asked}/comments`, {
      memo: '@水野 航 どうでしょう。',
      mentions: [api.staffId],
    });
    const { items } = (await admin.get<{ items: { id: string }[] }>('/reactions')).body;
    await admin.post(`/posts/${liked}/reactions`, { reactionId: items[0]!.id });
    const { page } = two.staff;
    await page.goto('/notifications');
    const waiting = page.locator(`[data-part=waiting] [data-group="${asked}"]`);
    const move = page.locator(`[data-part=moves] [data-group="${liked}"]`);
    await waiting.waitFor();
    await move.waitFor();
    await page.mouse.move(700, 400);
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await thread(page).getByText('どうでしょう。').waitFor();
    // A read notification no longer waits, and the thread stays open.
    await page.locator(`[data-part=moves] [data-group="${asked}"]`).waitFor();
    await page.keyboard.press('Escape');
    await thread(page).waitFor({ state: 'detached' });
    await page.locator(`[data-group="${asked}"]`).focus();
    await page.keyboard.press('u');
    await waiting.getByRole('button', { name: '既読にする' }).waitFor();
  });

  it('move through the members, follow several, and look at one', async () => {
    const { page } = two.staff;
    await page.goto('/members');
    const rows = page.locator('#content [data-row]');
    await rows.nth(2).waitFor();
    await page.mouse.move(5, 890);
    for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key);
    await page.getByRole('toolbar', { name: '2件を選択中' }).waitFor();
    await page.keyboard.press('f');
    await page.getByRole('status').filter({ hasText: '2件を変更しました' }).waitFor();
    const chosen = await Promise.all([0, 1].map((at) => rows.nth(at).getAttribute('data-row')));
    const { items } = (await api.get<{ items: { targetId: string }[] }>('/notifications/follows'))
      .body;
    expect(items.map(({ targetId }) => targetId).toSorted()).toEqual(chosen.toSorted());
    await page.keyboard.press('Escape');
    await page.keyboard.press('k');
    await page.keyboard.press('Space');
    await page.getByText('最近の会話').waitFor();
    await page.keyboard.press('Space');
    await page.keyboard.press('c');
    await page.getByRole('combobox', { name: '本文' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/members/${chosen[0]}`);
  });

  it('walk through the hits of a search while the thread of one is open', async () => {
    const memos = ['鍵窓の机の話', '鍵窓の椅子の話'];
    for (const memo of memos) await post(memo);
    const search = `/search/posts?q=${encodeURIComponent('鍵窓')}`;
    const found = async () =>
      (await api.get<{ posts: { memo: string }[] }>(search)).body.posts.map(({ memo }) => memo);
    await eventually(async () => expect(await found()).toEqual(expect.arrayContaining(memos)));
    const [first, second] = await found();
    const { page } = two.staff;
    await page.goto('/search?q=鍵窓');
    await page.locator('#content a[data-row]').nth(1).waitFor();
    // The search field has the focus.
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await thread(page).getByText(first!).waitFor();
    await page.keyboard.press('ArrowDown');
    await thread(page).getByText(second!).waitFor();
    expect(new URL(page.url()).pathname).toBe('/search');
    await page.keyboard.press('Escape');
    await thread(page).waitFor({ state: 'detached' });
  });

  it('change the post and the comment that a search found, and one undo takes it back', async () => {
    const { id: postId } = (await api.post<{ id: string }>('/posts', { memo: '鍵籠の棚の話' }))
      .body;
    const comments = `/posts/${postId}/comments`;
    const { id: commentId } = (await api.post<{ id: string }>(comments, { memo: '鍵籠の返事' }))
      .body;
    const admin = await two.space.signIn('admin');
    const label = (await admin.post<{ id: string }>('/labels', { name: '鍵籠印', color: 'teal' }))
      .body;
    const search = `/search/posts?q=${encodeURIComponent('鍵籠')}`;
    await eventually(async () =>
      expect((await api.get<{ posts: unknown[] }>(search)).body.posts).toHaveLength(2),
    );
    type Thing = { id: string; labelIds: string[]; task: { status: string } | null };
    const things = async () => {
      const post = (await api.get<Thing>(`/posts/${postId}`)).body;
      const { items } = (await api.get<{ items: Thing[] }>(comments)).body;
      return [post, items.find(({ id }) => id === commentId)!];
    };
    const statuses = async () => (await things()).map(({ task }) => task?.status);
    const { page } = two.staff;
    await page.goto('/search?q=鍵籠');
    const hit = (id: string) => page.locator(`#content a[data-row="${id}"]`);
    await hit(postId).waitFor();
    await hit(commentId).waitFor();
    // The search field has the focus.
    await page.keyboard.press('ArrowDown');
    for (const key of ['x', 'j', 'x']) await page.keyboard.press(key);
    const told = await beginSelected(page);
    await hit(postId).getByText('対応中').waitFor();
    await hit(commentId).getByText('対応中').waitFor();
    expect(await statuses()).toEqual(['inProgress', 'inProgress']);
    await told.getByRole('button', { name: '元に戻す' }).click();
    await hit(postId).getByText('対応中').waitFor({ state: 'detached' });
    await hit(commentId).getByText('対応中').waitFor({ state: 'detached' });
    expect(await statuses()).toEqual([undefined, undefined]);

    await page.keyboard.press('l');
    const labels = page.getByRole('combobox', { name: 'ラベルを付け外しする' });
    await labels.fill('鍵籠印');
    await labels.press('Enter');
    await hit(postId).getByText('鍵籠印').waitFor();
    await hit(commentId).getByText('鍵籠印').waitFor();
    expect((await things()).map(({ labelIds }) => labelIds)).toEqual([[label.id], [label.id]]);
    await page.keyboard.press('Escape');
    await page.getByRole('toolbar', { name: '2件を選択中' }).waitFor({ state: 'detached' });

    await hit(commentId).focus();
    await page.keyboard.press('a');
    const people = page.getByRole('combobox', { name: '担当者を変える' });
    await people.fill('大西');
    await people.press('Enter');
    await hit(commentId).getByText('未対応').waitFor();
    expect(await statuses()).toEqual([undefined, 'waiting']);
  });

  it('finish a task, move one to tomorrow, and give several to somebody, in the board', async () => {
    const ids: string[] = [];
    for (const memo of ['鍵の仕事 一', '鍵の仕事 二', '鍵の仕事 三']) {
      const task = { status: 'waiting', assignUserId: api.staffId, dueAt: null };
      ids.push((await api.post<{ id: string }>('/posts', { memo, task })).body.id);
    }
    const { page } = two.staff;
    await page.goto('/tasks?view=mine');
    const row = (at: number) => page.locator(`article[data-row="${ids[at]}"]`);
    const focused = async (at: number) => {
      await row(at).waitFor();
      await row(at).focus();
    };
    await focused(0);
    await page.keyboard.press('w');
    await row(0).locator('[data-due=set]').waitFor();
    // The task with the due date is first in its column.
    expect(await page.locator('article[data-row]').first().getAttribute('data-row')).toBe(ids[0]);
    await page.keyboard.press('d');
    const due = page.getByRole('combobox', { name: '期限を変える' });
    await due.fill('来週水曜');
    await due.press('Enter');
    await row(0).locator('[data-due=set]').waitFor();

    await focused(1);
    await page.keyboard.press('x');
    await focused(2);
    await page.keyboard.press('x');
    await page.keyboard.press('a');
    const people = page.getByRole('combobox', { name: '担当者を変える' });
    await people.fill('大西');
    await people.press('Enter');
    await page.getByRole('status').filter({ hasText: '2件を変更しました' }).waitFor();
    await row(1).waitFor({ state: 'detached' });
    const told = page.getByRole('group').filter({ hasText: '2件を変更しました' });
    await told.getByRole('button', { name: '元に戻す' }).click();
    await row(1).waitFor();
    await row(2).waitFor();

    await focused(2);
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'タスクの詳細' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('region', { name: 'タスクの詳細' }).waitFor({ state: 'detached' });
    await focused(2);
    // The undo before may still be on its way: then the change is sent again with its version.
    const saved = page.waitForResponse(
      (answer) =>
        answer.ok() &&
        answer.url().includes(ids[2]!) &&
        !!answer.request().postData()?.includes('"done"'),
    );
    await page.keyboard.press('e');
    await row(2).waitFor({ state: 'detached' });
    await saved;
    const { body } = await api.get<{ task: { status: string } }>(`/tasks/${ids[2]}`);
    expect(body.task.status).toBe('done');
  });

  it('go back to the rows from 元に戻す in a toast', async () => {
    for (const memo of ['戻す話 一', '戻す話 二']) await post(memo);
    const { page } = two.staff;
    await page.goto('/');
    const first = card(page, '戻す話 二');
    const focused = page.locator('article[data-post]:focus');
    await first.waitFor();
    await page.mouse.move(400, 300);
    await page.keyboard.press('j');
    await focused.waitFor();
    await first.getByRole('button', { name: '投稿の操作' }).press('Enter');
    await page.getByRole('menuitem', { name: '削除する' }).press('Enter');
    await first.waitFor({ state: 'detached' });
    await focused.waitFor();
    const told = page.getByRole('group').filter({ hasText: '削除しました' });
    await told.getByRole('button', { name: '元に戻す' }).press('Enter');
    await first.waitFor();
    await focused.waitFor();
  });
});
