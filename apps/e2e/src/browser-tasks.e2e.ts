import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Comment, Post, Reaction, Task, Today } from '@engawa/contracts';
import type { Locator, Page } from 'playwright-core';
import { eventually } from './api';
import { describeInBrowser, type WindowOptions } from './browser';
import { databaseOf } from './database';
import { Space } from './space';
import { enterAs, type PersonWithApi } from './two-people';

const HOUR = 3_600_000;

// Tasks and notifications with an administrator and a staff member side by side.
describeInBrowser('tasks and notifications in a browser', () => {
  let space: Space;
  let admin: PersonWithApi;
  let staff: PersonWithApi;

  const enter = async (name: string, options?: WindowOptions) => ({
    ...(await enterAs(space, name, options)),
    api: await space.signIn(name),
  });

  beforeAll(async () => {
    space = await Space.enter({ large: true });
    admin = await enter('admin');
    staff = await enter('staff');
  }, 180_000);
  afterEach(() => {
    expect([...(admin?.problems.splice(0) ?? []), ...(staff?.problems.splice(0) ?? [])]).toEqual(
      [],
    );
  });

  const column = (page: Page, status: string): Locator =>
    page.locator(`section[data-status=${status}]`);
  const taskCard = (page: Page, status: string, memo: string): Locator =>
    column(page, status).locator('article').filter({ hasText: memo });

  async function writeTask(memo: string, task: object = {}): Promise<Post> {
    const { status, body } = await admin.api.post<Post>('/posts', {
      memo,
      task: { status: 'waiting', assignUserId: null, dueAt: null, ...task },
    });
    expect(status).toBe(201);
    // No wait for the board if its task is already there.
    await eventually(async () => {
      expect((await admin.api.get(`/tasks/${body.id}`)).status).toBe(200);
    });
    return body;
  }

  async function comment(post: Post, memo: string, mentions: string[] = []): Promise<Comment> {
    const { status, body } = await admin.api.post<Comment>(`/posts/${post.id}/comments`, {
      memo,
      mentions,
    });
    expect(status).toBe(201);
    return body;
  }

  it('mirrors status, assignee and due date both ways, with a mark where it is overdue', async () => {
    const memo = '会議室の予約表を作り直す。';
    const post = await writeTask(memo);
    await admin.page.goto(`/posts/${post.id}`);
    await staff.page.goto('/tasks');
    const strip = admin.page.getByRole('group', { name: 'タスク' }).first();

    // Board → post.
    const mine = taskCard(staff.page, 'waiting', memo);
    await mine.getByRole('button', { name: /期限: 期限なし/ }).click();
    await staff.page.getByRole('button', { name: '1週間後' }).click();
    await mine.locator('[data-due=set]').waitFor();
    await strip.locator('[data-due=set]').waitFor();
    await mine.getByRole('button', { name: '未対応' }).click();
    await staff.page.getByRole('menuitem', { name: '対応中' }).click();
    await strip.getByRole('button', { name: '対応中' }).waitFor();

    // Post → board.
    await strip.getByRole('button', { name: /担当者/ }).click();
    await admin.page.getByRole('option', { name: '水野 航' }).click();
    const moved = taskCard(staff.page, 'inProgress', memo);
    await moved.getByRole('button', { name: /水野 航/ }).waitFor();
    await admin.api.patch(
      `/posts/${post.id}`,
      { task: { dueAt: new Date(Date.now() - HOUR).toISOString() } },
      { 'if-match': '*' },
    );
    await moved.locator('[data-due=overdue]').waitFor();
    await strip.locator('[data-due=overdue]').waitFor();

    // The detail shows the thread; choose a reminder there, and clear the due date.
    await moved.getByRole('button', { name: /タスクの詳細を開く/ }).click();
    await staff.page.waitForURL(`**/tasks/${post.id}*`);
    const detail = staff.page.getByRole('region', { name: 'タスクの詳細' });
    await comment(post, '木曜までにお願いします。');
    await detail.getByText('木曜までにお願いします。').waitFor();
    await detail.getByLabel('お知らせ').selectOption({ label: '1時間前' });
    await eventually(async () => {
      const { body } = await staff.api.get<Task>(`/tasks/${post.id}`);
      expect(body.remindMinutes).toBe(60);
    });
    await detail.getByRole('button', { name: /期限: / }).click();
    await staff.page.getByRole('button', { name: '期限をなくす' }).click();
    await strip.getByRole('button', { name: /期限なし/ }).waitFor();
    await detail.getByRole('link', { name: '元の投稿を開く' }).click();
    await staff.page.waitForURL(`**/posts/${post.id}/comments`);
    // And back from the post to its task.
    await staff.page
      .getByRole('group', { name: 'タスク' })
      .first()
      .getByRole('link', { name: 'タスク' })
      .click();
    await staff.page.waitForURL(`**/tasks/${post.id}`);
  });

  it('moves a card with the mouse, the keyboard and a finger; the post follows', async () => {
    const memo = '駐輪場の区分けを見直す。';
    const post = await writeTask(memo);
    const { page } = staff;
    await page.goto('/tasks?status=waiting,inProgress,done');
    const statusOf = async () => (await admin.api.get<Post>(`/posts/${post.id}`)).body.task?.status;
    const handle = page.locator(`[data-task="${post.id}"] [data-handle]`);
    await handle.waitFor();

    const held = (await handle.boundingBox())!;
    const to = (await column(page, 'inProgress').boundingBox())!;
    await page.mouse.move(held.x + held.width / 2, held.y + held.height / 2);
    await page.mouse.down();
    await page.mouse.move(held.x + 30, held.y + 20, { steps: 4 });
    await page.mouse.move(to.x + to.width / 2, to.y + 120, { steps: 12 });
    await page.mouse.up();
    await taskCard(page, 'inProgress', memo).waitFor();
    await eventually(async () => expect(await statusOf()).toBe('inProgress'));

    await handle.focus();
    await page.keyboard.press('Space');
    await page.getByText('対応中の上です。').waitFor({ state: 'attached' });
    await page.keyboard.press('ArrowRight');
    await page.getByText('完了の上です。').waitFor({ state: 'attached' });
    await page.keyboard.press('Space');
    await taskCard(page, 'done', memo).waitFor();
    await eventually(async () => expect(await statusOf()).toBe('done'));

    const tablet = await enter('manager', { width: 1100, height: 800, touch: true });
    await tablet.page.goto('/tasks?status=waiting,inProgress,done&layout=board');
    const card = tablet.page.locator(`[data-task="${post.id}"]`);
    await card.waitFor();
    const from = (await card.locator('[data-handle]').boundingBox())!;
    const target = (await column(tablet.page, 'waiting').boundingBox())!;
    const touch = await tablet.context.newCDPSession(tablet.page);
    const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number, y?: number) =>
      touch.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: x === undefined || y === undefined ? [] : [{ x, y }],
      });
    await finger('touchStart', from.x + 10, from.y + 10);
    // A resting finger lifts the card.
    await tablet.page.locator('[data-lifted]').waitFor();
    for (let step = 1; step <= 10; step += 1) {
      const x = from.x + ((target.x + 120 - from.x) * step) / 10;
      await finger('touchMove', x, from.y + ((target.y + 120 - from.y) * step) / 10);
    }
    await finger('touchEnd');
    await taskCard(tablet.page, 'waiting', memo).waitFor();
    await eventually(async () => expect(await statusOf()).toBe('waiting'));
    expect(tablet.problems).toEqual([]);
    await tablet.context.close();
  });

  it('informs the second of two people who change one card, and loses nothing', async () => {
    const memo = '非常灯の電池を替える。';
    const post = await writeTask(memo);
    const { page } = staff;
    await page.goto('/tasks?status=waiting,inProgress,done');
    const card = taskCard(page, 'waiting', memo);
    await card.waitFor();
    // The administrator is a moment faster: their change is stored before this one arrives.
    const address = `**/api/v1/tasks/${post.id}`;
    const faster = [
      { status: 'done', dueAt: new Date(Date.now() + 48 * HOUR).toISOString() },
      { assignUserId: admin.api.staffId },
    ];
    await page.route(address, async (route) => {
      const change = route.request().method() === 'PATCH' ? faster.shift() : undefined;
      if (change) await admin.api.patch(`/tasks/${post.id}`, change);
      await route.continue();
    });
    await card.getByRole('button', { name: '未対応' }).click();
    await page.getByRole('menuitem', { name: '対応中' }).click();
    await page.getByText('ほかの人が先に「完了」に移していました。').waitFor();
    await taskCard(page, 'done', memo).locator('[data-due=set]').waitFor();

    // Another field is no conflict: both changes are kept.
    await taskCard(page, 'done', memo).getByRole('button', { name: '完了' }).click();
    await page.getByRole('menuitem', { name: '対応中' }).click();
    await eventually(async () => {
      const { body } = await staff.api.get<Task>(`/tasks/${post.id}`);
      expect(body.task).toMatchObject({
        status: 'inProgress',
        assignUserId: admin.api.staffId,
      });
    });
    expect(faster).toEqual([]);
    await page.unroute(address);
  });

  it('refuses an assignee of another space, a status that does not exist and what is foreign', async () => {
    const post = await writeTask('掲示板を直す。');
    const before = (await staff.api.get<Task>(`/tasks/${post.id}`)).body;
    const other = await space.signInElsewhere();
    const change = (input: object) => staff.api.patch<{ code: string }>(`/tasks/${post.id}`, input);
    const foreign = await change({ assignUserId: other.staffId, status: 'done' });
    expect([foreign.status, foreign.body.code]).toEqual([422, 'tasks.task.unknown-assignee']);
    expect((await change({ status: 'later' })).status).toBe(400);
    expect((await other.patch(`/tasks/${post.id}`, { status: 'done' })).status).toBe(404);
    expect((await staff.api.get<Task>(`/tasks/${post.id}`)).body).toEqual(before);
  });

  it('saves a filter, refuses its name a second time, and shares it by address', async () => {
    const due = new Date(Date.now() + 24 * HOUR).toISOString();
    await writeTask('網戸を張り替える。', { dueAt: due, assignUserId: staff.api.staffId });
    await writeTask('期限のない仕事。', { assignUserId: staff.api.staffId });
    const { page } = staff;
    await page.goto('/tasks?view=mine');
    await page.getByRole('button', { name: /期限で絞り込む/ }).click();
    await page.getByRole('menuitem', { name: '7日以内' }).click();
    await taskCard(page, 'waiting', '網戸を張り替える。').waitFor();
    await taskCard(page, 'waiting', '期限のない仕事。').waitFor({ state: 'detached' });

    const menu = page.getByRole('button', { name: /ビューを選ぶ$/ });
    const save = async (name: string) => {
      await menu.click();
      await page.getByRole('menuitem', { name: 'この条件をビューとして保存' }).click();
      const dialog = page.getByRole('dialog', { name: 'この条件をビューとして保存' });
      await dialog.getByLabel('ビューの名前').fill(name);
      await dialog.getByRole('button', { name: '保存する' }).click();
      return dialog;
    };
    await (await save('今週の自分')).waitFor({ state: 'detached' });
    await page.waitForURL(/filter=/);
    const addressOfView = page.url();
    await page.getByRole('button', { name: '完了', exact: true }).click();
    await page.getByRole('button', { name: /今週の自分（変更あり）/ }).waitFor();
    const refused = await save('今週の自分');
    await refused.getByText('「今週の自分」はすでにあります。').waitFor();
    const question = page.getByRole('dialog', { name: '保存せずに閉じますか？' });
    await page.keyboard.press('Escape');
    await question.waitFor();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: '保存せずに閉じる' }).click();
    await refused.waitFor({ state: 'detached' });

    await page.goto(addressOfView);
    await menu.click();
    await page.getByRole('menuitem', { name: '「今週の自分」の名前を変更' }).click();
    const naming = page.getByRole('dialog', { name: '「今週の自分」の名前を変更' });
    await naming.getByLabel('ビューの名前').fill('今週');
    await naming.getByRole('button', { name: '保存する' }).click();
    await naming.waitFor({ state: 'detached' });

    // Opened from elsewhere, the address restores everything.
    await page.goto('/tasks');
    await menu.click();
    await page.getByRole('menuitem', { name: '今週', exact: true }).click();
    await page.waitForURL(/view=mine.*due=week/);
    await taskCard(page, 'waiting', '網戸を張り替える。').waitFor();

    // The address works for others, who have no such filter.
    const address = new URL(page.url());
    address.searchParams.set('view', 'staff');
    address.searchParams.set('staff', staff.api.staffId);
    await admin.page.goto(`${address.pathname}${address.search}`);
    await taskCard(admin.page, 'waiting', '網戸を張り替える。').waitFor();

    await menu.click();
    await page.getByRole('menuitem', { name: '「今週」を削除' }).click();
    await page.getByText('「今週」を削除しました。').waitFor();
    await eventually(async () => {
      expect((await staff.api.get('/task-filters')).body).toEqual({ items: [] });
    });
  });

  it('shows the badge in two windows, in title and favicon; groups, withdraws and reads', async () => {
    await staff.api.post('/notifications/read', {});
    const post = await writeTask('空調の点検を頼む。');
    await staff.page.addInitScript(() => {
      // Desktop notifications of the page while it is in the background.
      const shown: string[] = [];
      Object.assign(window, { shown });
      document.hasFocus = () => false;
      window.Notification = class {
        static permission = 'granted';
        static requestPermission = async () => 'granted';
        constructor(title: string) {
          shown.push(title);
        }
      } as never;
    });
    await staff.page.goto('/notifications/preferences');
    await staff.page.getByRole('button', { name: 'デスクトップ通知を受け取る' }).click();
    await staff.page.getByRole('button', { name: 'デスクトップ通知を止める' }).waitFor();
    await staff.page.goto('/notifications');
    const second = await staff.context.newPage();
    await second.goto('/members');
    await second.getByRole('navigation').first().waitFor();

    await comment(post, '@水野 航 見てもらえますか。', [staff.api.staffId]);
    const slip = await comment(post, '@水野 航 書き間違い。', [staff.api.staffId]);
    for (const page of [staff.page, second]) {
      await page.getByText('未読 2件', { exact: true }).first().waitFor({ state: 'attached' });
      await page.waitForFunction(() => document.title.startsWith('(2) Engawa | '));
      await page.waitForFunction(() =>
        document.querySelector<HTMLLinkElement>('link[rel=icon]')?.href.startsWith('data:image'),
      );
    }
    await staff.page.waitForFunction(
      () => (window as never as { shown: string[] }).shown.length === 2,
    );
    const group = staff.page.locator(`[data-group="${post.id}"]`);
    await group.getByText('この投稿のお知らせ 2件').waitFor();

    await admin.api.delete(`/posts/${post.id}/comments/${slip.id}`);
    await group.getByText('@水野 航 見てもらえますか。').waitFor();
    await group.getByText('この投稿のお知らせ').waitFor({ state: 'detached' });
    await second.waitForFunction(() => document.title.startsWith('(1) '));

    await group.getByRole('button', { name: '既読にする' }).click();
    for (const page of [staff.page, second]) {
      await page.waitForFunction(() => document.title.startsWith('Engawa | '));
    }
    await group.getByRole('button', { name: '既読にする' }).waitFor({ state: 'detached' });

    for (let n = 1; n <= 10; n += 1) await comment(post, `@水野 航 ${n}`, [staff.api.staffId]);
    await second.getByText('9+', { exact: true }).first().waitFor();
    await second.waitForFunction(() => document.title.startsWith('(9+) '));
    // Opening the post reads its notifications.
    await second.goto(`/posts/${post.id}/comments`);
    for (const page of [staff.page, second]) {
      await page.waitForFunction(() => document.title.startsWith('Engawa | '));
    }
    await second.close();
  });

  it('notifies as chosen for each kind: not at all, by mail at once, in the digest', async () => {
    const mails = () =>
      readdirSync(space.mails)
        .map((name) => readFileSync(path.join(space.mails, name), 'utf8'))
        .filter((mail) => mail.includes(`To: ${space.email('staff')}`));
    const { page } = staff;
    await page.goto('/notifications/preferences');
    const saved = () => page.getByText('保存しました。').first();
    const row = (name: string) => page.getByRole('group', { name, exact: true });
    await page.getByLabel('メールの言語').selectOption({ label: 'English' });
    await saved().waitFor();
    // Twelve hours away, so that no digest is sent meanwhile.
    const digestHour = (new Date().getUTCHours() + 9 + 12) % 24;
    await page.getByLabel('まとめメールの時刻').selectOption({ label: `毎日 ${digestHour}:00` });
    await row('リアクション').getByRole('switch').click({ force: true });
    await row('メンション').getByRole('combobox').selectOption({ label: 'すぐに送る' });
    await row('コメント').getByRole('combobox').selectOption({ label: '1日1回まとめて' });
    await eventually(async () => {
      expect((await staff.api.get('/notifications/preferences')).body).toMatchObject({
        locale: 'en',
        digestHour,
        kinds: {
          reaction: { app: false, mail: 'none' },
          mention: { app: true, mail: 'now' },
          comment: { app: true, mail: 'digest' },
        },
      });
    });

    await staff.api.post('/notifications/read', {});
    const { body: mine } = await staff.api.post<Post>('/posts', { memo: '鍵を預かりました。' });
    const [pictogram] = (await admin.api.get<{ items: Reaction[] }>('/reactions')).body.items;
    await admin.api.post(`/posts/${mine.id}/reactions`, { reactionId: pictogram!.id });
    await comment(mine, 'ありがとうございます。');
    await comment(mine, '@水野 航 棚の鍵もお願いします。', [staff.api.staffId]);
    await eventually(async () => {
      const { body } = await staff.api.get<{ items: { kind: string }[] }>(
        '/notifications?unread=true',
      );
      // The reaction is older, so that it would be listed here.
      expect(body.items.map(({ kind }) => kind).sort()).toEqual(['comment', 'mention']);
    });
    await eventually(() => {
      expect(mails().filter((mail) => mail.includes('mentioned you'))).toHaveLength(1);
    });
    await eventually(() => {
      expect(mails().filter((mail) => /^Subject: .*unread notification/m.test(mail))).toEqual([]);
    });

    // The hour of the digest.
    const { matchedCount } = await databaseOf(space, 'notifications')
      .collection('preferences')
      .updateOne({ id: staff.api.staffId }, { $set: { digestAt: new Date() } });
    expect(matchedCount).toBe(1);
    await eventually(() => {
      const [digest, ...more] = mails().filter((mail) => /^Subject: 1 unread/m.test(mail));
      expect(digest).toContain('commented');
      expect(more).toEqual([]);
    });
  });

  it('hands the shift over: must-reads until they are confirmed, the rest until it was seen', async () => {
    const { page } = staff;
    await page.goto('/handover');
    await page.getByRole('button', { name: 'ここまで確認した' }).click();
    await page.getByText('新しい動きはありません').waitFor();

    const { body: notice } = await admin.api.post<Post>('/posts', {
      memo: '消火器の場所が変わりました。',
      mustRead: true,
    });
    await writeTask('受付の棚を片づける。', { assignUserId: staff.api.staffId });
    await eventually(async () => {
      const { body } = await staff.api.get<Today>('/today');
      expect(body).toMatchObject({ mustReads: { count: 1 }, away: { count: 2 } });
      expect(
        body.away.groups.flatMap(({ posts }) => posts.flatMap((post) => post.happened)),
      ).toContainEqual({ kind: 'taskHandedToMe', count: 1 });
    });
    await page.reload();
    const section = (kind: string) => page.locator(`section[data-kind=${kind}]`);
    await section('mustRead').getByText('消火器の場所が変わりました。').waitFor();
    await section('waiting').getByText('受付の棚を片づける。').waitFor();
    const handed = section('away').getByRole('listitem').filter({ hasText: '担当になったタスク' });
    await handed.getByText('受付の棚を片づける。').waitFor();
    await section('away').getByText('2件').waitFor();

    await page.getByRole('button', { name: 'ここまで確認した' }).click();
    await handed.waitFor({ state: 'detached' });
    await section('mustRead').getByRole('button', { name: '確認しました' }).click();
    await page.getByText('新しい動きはありません').waitFor();
    // It disappears before the server has answered.
    await eventually(async () => {
      const { body } = await admin.api.get<Post>(`/posts/${notice.id}`);
      expect(body.confirmations.map(({ staffId }) => staffId)).toEqual([staff.api.staffId]);
    });
  });
});
