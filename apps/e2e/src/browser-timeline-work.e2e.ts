import { readFileSync } from 'node:fs';
import type { Label, Post, Ranking } from '@engawa/contracts';
import { type Api, eventually } from './api';
import { describeInBrowser } from './browser';
import {
  card,
  choose,
  compose,
  give,
  type GivenFile,
  picture,
  thread,
  TwoPeople,
  write,
} from './two-people';

const text = (name: string, content: string): GivenFile => ({
  ...{ name, type: 'text/plain' },
  content: Buffer.from(content),
});

// Work with posts step by step, with the administrator and a staff member side by side.
describeInBrowser('work with the timeline in a browser', () => {
  let two: TwoPeople;
  let api: Api;

  beforeAll(async () => {
    two = await TwoPeople.start({ posts: 20, large: true });
    api = await two.space.signIn('admin');
  }, 180_000);
  afterEach(() => expect(two.takeProblems()).toEqual([]));

  async function create(body: object, by = api): Promise<Post> {
    const answer = await by.post<Post>('/posts', body);
    expect(answer.status).toBe(201);
    return answer.body;
  }

  it('orders labels by drag, refuses a name twice, and the other window has the new order', async () => {
    const { page } = two.admin;
    await page.goto('/admin/space_setting?part=labels');
    const part = page.getByRole('region', { name: 'ラベル', exact: true });
    const add = part.locator('form').last();
    await add.getByRole('textbox', { name: '新しいラベル' }).fill('見学');
    await add.getByRole('button', { name: '追加する' }).click();
    const rows = part.locator('li');
    await rows.filter({ hasText: '見学' }).waitFor();
    await add.getByRole('textbox', { name: '新しいラベル' }).fill('見学');
    await add.getByRole('button', { name: '追加する' }).click();
    await add.getByText('同じ名前のラベルがあります').waitFor();

    const handle = rows.filter({ hasText: '見学' }).getByRole('button', { name: /順番を変える/ });
    await handle.scrollIntoViewIfNeeded();
    const from = (await handle.boundingBox())!;
    const to = (await rows.first().boundingBox())!;
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(from.x + from.width / 2, from.y - 20, { steps: 4 });
    await page.mouse.move(from.x + from.width / 2, to.y + 6, { steps: 12 });
    await page.mouse.up();
    await eventually(async () => {
      const { body } = await api.get<{ items: Label[] }>('/labels');
      expect(body.items[0]?.name).toBe('見学');
    });
    const other = two.staff.page;
    await other.goto('/');
    const form = await compose(other);
    await form.getByRole('button', { name: 'ラベル', exact: true }).click();
    await other.getByRole('option').first().getByText('見学').waitFor();
    await other.keyboard.press('Escape');
    await form.getByRole('button', { name: '閉じる' }).click();
  });

  it('attaches by button, drag and paste; refuses what is large, disguised or there already', async () => {
    const { page } = two.admin;
    await two.staff.page.goto('/');
    await page.goto('/');
    const form = await compose(page);
    const memo = form.getByRole('combobox', { name: '本文' });
    const chip = (name: string) => form.getByRole('button', { name: `${name} を外す` });
    await give(form.locator('form'), 'drop', [picture]);
    await chip('現場.png').waitFor();
    await give(memo, 'paste', [text('控え.txt', '見積もりの控え')]);
    await chip('控え.txt').waitFor();
    await form
      .locator('input[type=file]')
      .first()
      .setInputFiles({
        ...{ name: '図面.txt', mimeType: 'text/plain', buffer: Buffer.from('図面') },
      });
    await chip('図面.txt').waitFor();

    const told = (words: RegExp) => page.getByRole('alert').filter({ hasText: words }).waitFor();
    await give(form.locator('form'), 'drop', [
      { name: '大きい.txt', type: 'text/plain', content: Buffer.alloc(4 * 1024 * 1024 + 1, 'a') },
    ]);
    await told(/大きい\.txt は4 MBを超えている/);
    await give(memo, 'paste', [
      { name: '絵.png', type: 'image/png', content: Buffer.from('<script>alert(1)</script>') },
    ]);
    await told(/絵\.png を添付できませんでした。ファイルの中身が拡張子と合っていません/);
    await give(form.locator('form'), 'drop', [{ ...picture, name: '同じ現場.png' }]);
    await told(/同じ現場\.png はすでに添付されています/);

    await memo.fill('添付の三点です。');
    await form.getByRole('button', { name: '投稿する', exact: true }).click();
    const theirs = card(two.staff.page, '添付の三点です。');
    const image = theirs.getByRole('img', { name: '画像 現場.png' });
    await image.waitFor();
    await eventually(async () =>
      expect(await image.evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBeGreaterThan(
        0,
      ),
    );
    await theirs.getByRole('link', { name: /控え\.txt/ }).waitFor();
  });

  it('attaches to comments in the same way, with labels and a task', async () => {
    const post = await create({ memo: '備品の棚卸し。' });
    const { page } = two.staff;
    await two.admin.page.goto(`/posts/${post.id}/comments`);
    await page.goto(`/posts/${post.id}/comments`);
    const form = thread(page).locator('form').last();
    const field = form.getByRole('combobox');
    await give(form, 'drop', [picture]);
    await form.getByRole('button', { name: '現場.png を外す' }).waitFor();
    await give(field, 'paste', [text('一覧.txt', '椅子 12')]);
    await form.getByRole('button', { name: '一覧.txt を外す' }).waitFor();
    await form.getByRole('button', { name: 'ラベル', exact: true }).click();
    await page.getByRole('option', { name: '運営の課題' }).click();
    await page.keyboard.press('Escape');
    await form.getByRole('button', { name: 'タスク', exact: true }).click();
    await field.fill('数えました。');
    await form.getByRole('button', { name: 'コメントする' }).click();
    const theirs = thread(two.admin.page)
      .locator('[data-comment]')
      .filter({ hasText: '数えました。' });
    await theirs.getByRole('img', { name: '画像 現場.png' }).waitFor();
    await theirs.getByRole('link', { name: /一覧\.txt/ }).waitFor();
    await theirs.getByText('運営の課題').waitFor();
    await theirs.getByRole('group', { name: 'タスク' }).waitFor();

    // A file alone is a valid comment, and can be removed by editing.
    await give(form, 'drop', [text('写し.txt', '領収書')]);
    await form.getByRole('button', { name: '写し.txt を外す' }).waitFor();
    await form.getByRole('button', { name: 'コメントする' }).click();
    await thread(two.admin.page)
      .getByRole('link', { name: /写し\.txt/ })
      .waitFor();
  });

  it('takes pictures with the camera of a phone, in both forms, with the tools in one row', async () => {
    const post = await create({ memo: '写真を撮る。' });
    const phone = await two.enter('nozomi', {
      ...{ width: 390, height: 844, phone: true },
    });
    const camera = 'input[type=file][capture=environment][accept="image/*"]';
    await phone.page.goto('/?write');
    const sheet = phone.page.getByRole('dialog', { name: '投稿を書く' });
    await sheet.getByRole('button', { name: '写真を撮って添付する' }).waitFor();
    expect(await sheet.locator(camera).count()).toBe(1);
    const more = sheet.getByRole('button', { name: 'その他の操作' });
    const row = await more.evaluate((button) =>
      [...button.parentElement!.querySelectorAll('button')].map((tool) => {
        const { top, right, width, height } = tool.getBoundingClientRect();
        return { top, right, size: Math.min(width, height) };
      }),
    );
    expect(row.length).toBe(5);
    expect(new Set(row.map(({ top }) => top)).size).toBe(1);
    expect(Math.max(...row.map(({ right }) => right))).toBeLessThanOrEqual(390);
    expect(Math.min(...row.map(({ size }) => size))).toBeGreaterThanOrEqual(44);
    await more.focus();
    await phone.page.keyboard.press('Enter');
    await phone.page.getByRole('menuitemcheckbox', { name: '必読' }).press('Enter');
    await sheet.getByRole('button', { name: '必読', pressed: true }).waitFor();
    await phone.page.goto(`/posts/${post.id}/comments`);
    await thread(phone.page).getByRole('button', { name: '写真を撮って添付する' }).waitFor();
    const chosen = phone.page.waitForEvent('filechooser');
    await thread(phone.page).getByRole('button', { name: '写真を撮って添付する' }).click();
    await (
      await chosen
    ).setFiles({
      ...{ name: picture.name, mimeType: picture.type, buffer: picture.content },
    });
    await thread(phone.page).getByRole('button', { name: 'コメントする' }).click();
    await thread(phone.page).getByRole('img', { name: '画像 現場.png' }).waitFor();
    expect(phone.problems).toEqual([]);
    await phone.context.close();
  });

  it('closes the composer of a phone when the reader goes back, and keeps the text', async () => {
    const phone = await two.enter('nozomi', {
      ...{ width: 390, height: 844, phone: true },
    });
    await phone.page.goto('/');
    const sheet = phone.page.getByRole('dialog', { name: '投稿を書く' });
    const write = phone.page.getByRole('link', { name: '投稿を書く' });
    await write.click();
    await sheet.getByRole('combobox', { name: '本文' }).fill('書きかけの話');
    await phone.page.goBack();
    await sheet.waitFor({ state: 'detached' });
    expect(new URL(phone.page.url()).search).toBe('');
    await write.click();
    await sheet.getByText('書きかけの話').waitFor();
    await sheet.getByRole('button', { name: '閉じる' }).click();
    await sheet.waitFor({ state: 'detached' });
    expect(new URL(phone.page.url()).search).toBe('');

    // A refused post opens it again, with the text.
    let refuse = () => {};
    const closed = new Promise<void>((resolve) => {
      refuse = resolve;
    });
    await phone.page.route('**/api/v1/posts', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      await closed;
      const body = JSON.stringify({ status: 422, code: 'x.refused', title: '投稿できません' });
      await route.fulfill({ status: 422, contentType: 'application/problem+json', body });
    });
    await write.click();
    await sheet.getByRole('button', { name: '投稿する' }).click();
    await sheet.waitFor({ state: 'detached' });
    refuse();
    await sheet.getByText('書きかけの話').waitFor();
    await phone.page.unroute('**/api/v1/posts');
    await sheet.getByRole('button', { name: '投稿する' }).click();
    await card(phone.page, '書きかけの話').locator('[data-comments]').waitFor();
    expect(phone.problems.filter((problem) => !problem.includes('422'))).toEqual([]);
    await phone.context.close();
  });

  it('pins a post for everybody, and must-read collects who confirmed', async () => {
    const { page } = two.admin;
    await two.staff.page.goto('/');
    await page.goto('/');
    const form = await compose(page);
    await form.getByRole('combobox', { name: '本文' }).fill('避難訓練は金曜日です。');
    await form.getByRole('button', { name: '必読' }).click();
    await form.getByRole('button', { name: '投稿する', exact: true }).click();
    const mine = card(page, '避難訓練は金曜日です。');
    await mine.locator('[data-comments]').waitFor();
    await choose(page, mine, '固定する');
    const pins = two.staff.page.locator('aside section').filter({ hasText: '固定した投稿' });
    await pins.getByText('避難訓練は金曜日です。').waitFor();

    const theirs = card(two.staff.page, '避難訓練は金曜日です。');
    await theirs.getByRole('button', { name: '確認しました' }).click();
    await mine.getByText('1人が確認').waitFor();
    await theirs.getByRole('button', { name: '確認しました' }).waitFor({ state: 'detached' });
    await mine.getByRole('button', { name: '1人が確認' }).click();
    const confirmations = page.getByRole('dialog', { name: '1人が確認' });
    await confirmations.getByRole('region', { name: '未確認' }).getByText('片山 翼').waitFor();
    await confirmations.getByRole('button', { name: '未確認の人にもう一度知らせる' }).click();
    await page.getByText('未確認の人にもう一度知らせました。').waitFor();
    await confirmations.waitFor({ state: 'detached' });
    await choose(page, mine, '固定を外す');
    await pins.waitFor({ state: 'detached' });
  });

  it('draws a line where the posts begin that were seen before', async () => {
    const reader = await two.space.signIn('tsubasa');
    const window = await two.enter('tsubasa');
    await card(window.page, '').waitFor();
    // The newest posts count as read after being visible for a moment.
    await eventually(async () => {
      const { body } = await reader.get<{ timeline: string | null }>('/read-position');
      expect(body.timeline).not.toBeNull();
    });
    await window.page.goto('about:blank');
    await create({ memo: '夜のうちに書かれた投稿。' });
    await window.page.goto('/');
    await card(window.page, '夜のうちに書かれた投稿。').waitFor();
    const line = window.page.getByText('ここから既読');
    await line.waitFor();
    const above = (await card(window.page, '夜のうちに書かれた投稿。').boundingBox())!;
    expect((await line.boundingBox())!.y).toBeGreaterThan(above.y);
    expect(window.problems).toEqual([]);
    await window.context.close();
  });

  it('closes an issue by a comment, links to it, and opens it by hand or when the comment is deleted', async () => {
    await create({ memo: '換気扇が止まった。', labelIds: ['operationalIssue'] });
    const { page } = two.staff;
    await two.admin.page.goto('/');
    await page.goto('/');
    const issue = card(page, '換気扇が止まった。');
    await issue.getByText('未解決').waitFor();
    await issue.locator('[data-comments]').click();
    const field = thread(page).getByRole('combobox', { name: 'コメントを書く' });
    await field.fill('羽根を掃除したら動いた。');
    await thread(page).getByRole('button', { name: 'コメントする' }).click();
    const answer = thread(page).locator('[data-comment]').filter({ hasText: '羽根を掃除' });
    await answer.getByRole('button', { name: 'コメントの操作' }).click();
    await page.getByRole('menuitem', { name: 'このコメントを解決にする' }).click();

    const there = card(two.admin.page, '換気扇が止まった。');
    await there.getByRole('link', { name: /課題.*(?<!未)解決$/ }).click();
    await two.admin.page.waitForURL(/\/posts\/[^/]+\/comments\/[^/]+$/);
    await thread(two.admin.page).getByText('羽根を掃除したら動いた。').waitFor();

    await answer.getByRole('button', { name: 'コメントの操作' }).click();
    await page.getByRole('menuitem', { name: '削除する' }).click();
    await there.getByText('未解決').waitFor();
    await page.getByRole('button', { name: '元に戻す' }).click();
    await there.getByRole('link', { name: /課題.*(?<!未)解決$/ }).waitFor();
    await choose(two.admin.page, there, '未解決に戻す');
    await issue.getByText('未解決').waitFor();
  });

  it('records an introduction with its follow-up task and its result', async () => {
    const { page } = two.admin;
    await two.staff.page.goto('/');
    await page.goto('/');
    const form = await compose(page);
    const members = form.getByRole('textbox', { name: '会員' });
    for (const [query, name] of [
      ['aoki', /青木 美咲/],
      ['suzuki', /鈴木 結衣/],
    ] as const) {
      await members.fill(query);
      await page.getByRole('option', { name }).click();
    }
    await form.getByRole('combobox', { name: '本文' }).fill('冊子の印刷をつないだ。');
    await form.getByRole('button', { name: '紹介', exact: true }).click();
    await form.getByRole('textbox', { name: '何についての紹介ですか' }).fill('冊子の印刷');
    await form.getByRole('button', { name: 'タスク', exact: true }).click();
    await form.getByRole('button', { name: '投稿する', exact: true }).click();

    const theirs = card(two.staff.page, '冊子の印刷をつないだ。');
    await theirs.getByRole('link', { name: '青木 美咲' }).first().waitFor();
    await theirs.getByText('冊子の印刷', { exact: true }).waitFor();
    await theirs.getByText('紹介済み').waitFor();
    await theirs.getByRole('group', { name: 'タスク' }).waitFor();
    const mine = card(page, '冊子の印刷をつないだ。');
    await mine.getByRole('button', { name: '紹介済み' }).click();
    await page.getByRole('menuitem', { name: 'つながった' }).click();
    await theirs.getByText('つながった').waitFor();
  });

  it('shows rings on the avatars of the three staff members with the most posts of the month', async () => {
    const reader = await two.space.signIn('leo');
    for (let n = 0; n < 3; n += 1) await create({ memo: `今日の来館者 ${n}` }, reader);
    const rings = ['#E4CE07', '#D2D1D1', '#E89F32'];
    const { page } = two.admin;
    await page.goto('/staffs');
    // Posts are still being counted: page and API agree eventually.
    await eventually(async () => {
      const { body } = await api.get<Ranking>('/ranking');
      expect(body.items.length).toBeGreaterThan(0);
      for (const { place, staff } of body.items) {
        const row = page.getByRole('link').filter({ hasText: staff.displayName }).first();
        expect(await row.locator('svg').count()).toBeGreaterThan(0);
        const face = row.locator('span[data-tip]').first();
        const rgb = rings[place - 1]!.match(/[0-9A-F]{2}/g)!.map((hex) => parseInt(hex, 16));
        const colours = await face.evaluate((element) => {
          const all = [element, ...element.querySelectorAll('*')];
          return all.flatMap((one) =>
            [null, '::before', '::after'].map((part) => {
              const look = getComputedStyle(one, part);
              return `${look.boxShadow} ${look.borderColor} ${look.color} ${look.fill}`;
            }),
          );
        });
        expect(colours.join(' ')).toContain(`rgb(${rgb.join(', ')})`);
      }
    });
  });

  it('imports posts from CSV after a check, and exports a range of days', async () => {
    const { page } = two.admin;
    await two.staff.page.goto('/');
    await card(two.staff.page, '').waitFor();
    await page.goto('/admin/space_setting?part=import');
    const csv = [
      'スタッフのメールアドレス,会員,ラベル,本文',
      `${two.space.email('staff')},青木 美咲,見学,取り込んだ一行目。`,
      'nobody@engawa.example,,,この行は取り込めない。',
    ].join('\r\n');
    await page.locator('main input[type=file]').setInputFiles({
      ...{ name: '昔の記録.csv', mimeType: 'text/csv', buffer: Buffer.from(`\ufeff${csv}`) },
    });
    await page.waitForURL(/import=/);
    const checked = page.url();
    const refused = page.getByRole('region', { name: '取り込めない行' });
    await refused.getByText('このスタッフは存在しません').waitFor();
    const before = await api.get<{ items: Post[] }>('/posts?limit=5');
    expect(before.body.items.map(({ memo }) => memo)).not.toContain('取り込んだ一行目。');
    // After leaving and returning, the checked import is in the list.
    await page.goto('/');
    await page.goto('/admin/space_setting?part=import');
    await page.getByRole('link', { name: /昔の記録\.csv.*実行待ち/ }).click();
    await page.waitForURL(checked);
    await page.getByRole('button', { name: '1件を取り込む' }).click();
    await page.getByText('完了').waitFor();
    await card(two.staff.page, '取り込んだ一行目。').getByText('見学').waitFor();
    const report = page.waitForEvent('download');
    await page.getByRole('button', { name: '取り込めない行をダウンロードする' }).click();
    expect(readFileSync((await (await report).path())!, 'utf8')).toBe(
      '\ufeffスタッフのメールアドレス,会員,ラベル,本文,エラー内容\r\n' +
        'nobody@engawa.example,,,この行は取り込めない。,スタッフのメールアドレス: このスタッフは存在しません\r\n',
    );

    await page.goto('/admin/space_setting?part=export');
    const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Tokyo' }).format(new Date());
    await page.getByLabel('開始日').fill(day);
    await page.getByLabel('終了日').fill(day);
    const posts = page.locator('div').filter({ has: page.getByRole('heading', { name: '投稿' }) });
    const download = page.waitForEvent('download');
    await posts.last().getByRole('button', { name: 'CSVをダウンロードする' }).click();
    const content = readFileSync((await (await download).path())!, 'utf8');
    expect(content.startsWith('\ufeff')).toBe(true);
    expect(content).toContain('取り込んだ一行目。');
    const { body } = await api.get<{ items: Post[] }>('/posts?order=oldest&limit=1');
    expect(content).not.toContain(body.items[0]!.id);
  });

  it('shows typed markup as text', async () => {
    const evil = '<img src=x onerror="window.__broken=1"><script>window.__broken=1</script>';
    const { page } = two.staff;
    await page.goto('/');
    const post = await write(page, evil);
    await post.locator('[data-comments]').click();
    await thread(page).getByRole('combobox').fill(evil);
    await thread(page).getByRole('button', { name: 'コメントする' }).click();
    await thread(page).locator('[data-comment]').getByText(evil).waitFor();
    await two.admin.page.goto('/');
    await card(two.admin.page, evil).waitFor();
    expect(await page.evaluate(() => (window as { __broken?: number }).__broken)).toBeUndefined();
  });
});
