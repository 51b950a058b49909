import { readFileSync } from 'node:fs';
import type { Comment, CustomField, Member, MemberBrief, Post, Staff } from '@engawa/contracts';
import type { Page } from 'playwright-core';
import { Api, eventually } from './api';
import { describeInBrowser, openWindow, signIn } from './browser';
import { Space } from './space';

// Members and what a space keeps about them, by an administrator; a colleague watches.
describeInBrowser('members in a browser', () => {
  let space: Space;
  let page: Page;
  let watching: Page;
  let problems: string[];
  let watchingProblems: string[];
  let api: Api;

  beforeAll(async () => {
    space = await Space.enter();
    ({ page, problems } = await openWindow(space.url));
    await signIn(page, space.email('admin'));
    ({ page: watching, problems: watchingProblems } = await openWindow(space.url));
    await signIn(watching, space.email('staff'));
    api = await space.signIn('admin');
    for (const window of [page, watching]) {
      await window.goto('/members');
      await window.getByRole('searchbox').waitFor();
    }
    // The first page was left while it loaded its parts.
    problems.splice(0);
    watchingProblems.splice(0);
  }, 180_000);
  afterEach(() => {
    expect([...problems.splice(0), ...watchingProblems.splice(0)]).toEqual([]);
  });

  const addMember = async (input: object): Promise<Member> =>
    (await api.post<Member>('/members', input)).body;

  it('one choice is removed and another renamed in one save, and open windows follow', async () => {
    const { body: field } = await api.post<CustomField>('/custom-fields', {
      name: '利用時間',
      kind: 'choice',
      choices: ['昼だけ', '夜だけ'],
    });
    const [noon, night] = field.choices;
    await addMember({ familyName: '昼野', customFields: { [field.id]: noon!.id } });
    const member = await addMember({ familyName: '夜野', customFields: { [field.id]: night!.id } });
    await watching.goto(`/members/${member.id}?tab=record`);
    await watching.getByText('夜だけ').waitFor();

    await page.goto('/admin/space_setting?part=fields');
    await page.getByRole('button', { name: '利用時間 を編集する' }).click();
    const form = page.locator('main li form');
    await form.getByRole('button', { name: '「昼だけ」を消す' }).click();
    await form.getByLabel('選択肢1').fill('深夜まで');
    await form.getByRole('button', { name: '選択肢を足す' }).click();
    await form.getByLabel('選択肢2').fill('朝だけ');
    await form.getByRole('button', { name: '保存する' }).click();
    await page.getByText('深夜まで、朝だけ').waitFor();

    await watching.getByText('深夜まで').waitFor();
    const { body: now } = await api.get<Member>(`/members/${member.id}`);
    expect(now.customFields).toEqual({ [field.id]: night!.id });
  });

  it('the picture of relations prints without the page around it', async () => {
    await page.goto('/dashboard/health');
    await page.getByRole('button', { name: /印刷/ }).waitFor();
    await page.emulateMedia({ media: 'print' });
    try {
      await page.getByRole('heading', { name: '月の縁側だより', includeHidden: true }).waitFor();
      for (const around of ['main header', 'nav', 'main button']) {
        for (const shown of await page.locator(around).all()) {
          expect(await shown.isVisible()).toBe(false);
        }
      }
    } finally {
      await page.emulateMedia({ media: null });
    }
  });

  it("a member's page begins with the brief, and its tabs are addresses and walk by keys", async () => {
    const one = await addMember({ familyName: '頁野', firstName: '一', phone: '022-000-0000' });
    const other = await addMember({ familyName: '頁山', firstName: '二' });
    const { body: post } = await api.post<Post>('/posts', {
      memo: '席を広げたいとのこと。',
      memberIds: [one.id, other.id],
      labelIds: ['businessIssue'],
    });
    await api.post<Comment>(`/posts/${post.id}/comments`, {
      memo: '図面を送ります。',
      task: { assignUserId: api.staffId },
    });
    await eventually(async () => {
      const { body } = await api.get<MemberBrief>(`/insights/members/${one.id}`);
      expect([body.openIssues, body.openTasks, body.posts]).toEqual([1, 1, 1]);
    });
    await page.goto(`/members/${one.id}`);
    await page.getByRole('heading', { name: '未解決の課題' }).waitFor();
    const feed = page.getByRole('region', { name: '投稿の一覧' });
    const card = feed.locator(`[data-post="${post.id}"]`);
    await card.getByText('席を広げたい').waitFor();
    // The page is about this member; her name does not repeat on each post.
    await card.getByText('頁山').first().waitFor();
    expect(await card.getByText('頁野').count()).toBe(0);
    await page
      .getByRole('note', { name: '登録の履歴（要約）' })
      .getByText(/に登録$/)
      .waitFor();

    // Open tasks are those of comments, too; one opens beside the list, which stays.
    const tabs = page.getByRole('tab');
    await tabs.filter({ hasText: '投稿' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.waitForURL(/\?tab=tasks$/);
    const row = page
      .getByRole('tabpanel')
      .locator('[data-row]')
      .filter({ hasText: '図面を送ります。' });
    await row.waitFor();
    expect(
      await tabs.filter({ hasText: 'タスク' }).evaluate((tab) => tab === document.activeElement),
    ).toBe(true);
    await row.getByRole('button', { name: /図面を送ります。/ }).click();
    await page.waitForURL(/\/comments\/[\w-]+\?tab=tasks$/);
    await page.getByRole('button', { name: 'コメントを閉じる' }).click();
    await page.waitForURL(/\/members\/[\w-]+\?tab=tasks$/);
    await row.focus();
    await page.keyboard.press('e');
    await row.waitFor({ state: 'detached' });
    await page.getByText('未完了のタスクはありません。').waitFor();

    await tabs.filter({ hasText: 'つながり' }).click();
    await page
      .getByRole('tabpanel')
      .getByRole('link', { name: /頁山 二/ })
      .waitFor();
    await tabs.filter({ hasText: '登録情報' }).click();
    await page.getByRole('tabpanel').getByRole('definition').getByText('022-000-0000').waitFor();
    // What administrators read in the audit log about this member.
    await page.getByRole('heading', { name: '変更の記録' }).waitFor();
    await page.goBack();
    await page.getByRole('tab', { name: 'つながり', selected: true }).waitFor();

    await watching.goto(`/members/${one.id}?tab=record`);
    await watching.getByText('022-000-0000').waitFor();
    expect(await watching.getByRole('heading', { name: '変更の記録' }).count()).toBe(0);
  });

  it('the table sorts, filters by kana row and keeps its columns, and the address says it', async () => {
    const { body: seats } = await api.post<CustomField>('/custom-fields', {
      name: '席数',
      kind: 'number',
    });
    const ito = await addMember({
      ...{ familyName: '伊藤', familyNameKana: 'イトウ', memberSince: '2020-04-01' },
      customFields: { [seats.id]: 10 },
    });
    await addMember({
      ...{ familyName: '安部', familyNameKana: 'アベ', memberSince: '2024-04-01' },
      customFields: { [seats.id]: 2 },
    });
    await addMember({ familyName: '佐々木', familyNameKana: 'ササキ' });
    await api.post('/posts', { memo: '表の話', memberIds: [ito.id] });
    await eventually(async () => {
      const { body } = await api.get<Member>(`/members/${ito.id}`);
      expect(body.posts).toBe(1);
    });
    await page.goto('/members');
    const names = async () =>
      (await page.locator('[role=row] strong').allTextContents()).filter((name) =>
        ['伊藤', '安部', '佐々木'].includes(name.trim()),
      );
    const heads = page.getByRole('columnheader');
    await heads.getByRole('button', { name: '投稿' }).click();
    await page.waitForURL(/sort=posts\.desc/);
    await eventually(async () => expect(await names()).toEqual(['伊藤', '安部', '佐々木']));
    await page.getByRole('button', { name: '表示する列' }).click();
    await page.getByRole('checkbox', { name: '席数' }).check();
    await page.getByRole('checkbox', { name: '会社' }).first().uncheck();
    await page.keyboard.press('Escape');
    await heads.getByRole('button', { name: '席数' }).click();
    await eventually(async () => expect(await names()).toEqual(['安部', '伊藤', '佐々木']));
    await heads.getByRole('button', { name: '席数' }).click();
    await eventually(async () => expect(await names()).toEqual(['伊藤', '安部', '佐々木']));
    await page.reload();
    await eventually(async () => expect(await names()).toEqual(['伊藤', '安部', '佐々木']));
    await page.getByRole('button', { name: 'さ', exact: true }).click();
    await page.waitForURL(/row=sa/);
    await eventually(async () => expect(await names()).toEqual(['佐々木']));
  });

  it('types that are added or moved are there to choose in open windows', async () => {
    await watching.goto('/members');
    await watching.getByRole('button', { name: '会員種別で絞り込む' }).click();
    const choices = watching.getByRole('menuitem');
    await choices.filter({ hasText: '個室' }).waitFor();
    await api.post('/member-types', { name: '窓の種別' });
    await choices.filter({ hasText: '窓の種別' }).waitFor();
    const { items } = (await api.get<{ items: { id: string; name: string }[] }>('/member-types'))
      .body;
    const reversed = items.toReversed();
    await api.ask('PUT', '/member-types/order', { ids: reversed.map(({ id }) => id) });
    await eventually(async () =>
      expect(await choices.allTextContents()).toEqual([
        'すべての種別',
        ...reversed.map(({ name }) => name),
        '種別なし',
      ]),
    );
  });

  it('several members change their type, get a task each and are exported', async () => {
    const { body: type } = await api.post<{ id: string }>('/member-types', { name: '選ぶ種別' });
    const talked = await addMember({ familyName: '選野', familyNameKana: 'エラノ' });
    const silent = await addMember({ familyName: '選山', familyNameKana: 'エラヤマ' });
    const { body: post } = await api.post<Post>('/posts', {
      memo: '選野さんの話',
      memberIds: [talked.id],
    });
    await page.goto('/members?row=a');
    await page.getByRole('checkbox', { name: '選野さんを選ぶ' }).check();
    await page.getByRole('checkbox', { name: '選山さんを選ぶ' }).check();
    const bar = page.getByRole('toolbar', { name: '2件を選択中' });
    await bar.getByRole('button', { name: /会員種別を変える/ }).click();
    const types = page.getByRole('listbox', { name: '会員種別を変える' });
    await types.getByRole('option', { name: '選ぶ種別' }).click();
    await page.getByText('2件を変更しました').waitFor();
    for (const { id } of [talked, silent]) {
      expect((await api.get<Member>(`/members/${id}`)).body.typeId).toBe(type.id);
    }
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      bar.getByRole('button', { name: /CSVに書き出す/ }).click(),
    ]);
    const csv = readFileSync(await download.path(), 'utf8');
    expect(csv.trim().split('\r\n')).toHaveLength(3);

    await bar.getByRole('button', { name: /一人ずつタスクを作る/ }).click();
    const dialog = page.getByRole('dialog', { name: '2人にタスクを作る' });
    await dialog.getByRole('textbox', { name: 'すること' }).fill('契約の更新を聞く');
    await dialog.locator('button[type=submit]').click();
    // Each row answers for itself: nobody wrote about the second member yet.
    await page.getByText(/選山.*まだ投稿がないので/).waitFor();
    const { body } = await api.get<{ items: Comment[] }>(`/posts/${post.id}/comments`);
    expect(body.items.map(({ memo }) => memo)).toEqual(['選野: 契約の更新を聞く']);
    expect(body.items[0]!.task).toMatchObject({ status: 'waiting', assignUserId: api.staffId });
  });

  it('staff get one message about several members, which leads to them and is no talk', async () => {
    const one = await addMember({ familyName: '知野', familyNameKana: 'チノ' });
    const other = await addMember({ familyName: '知山', familyNameKana: 'チヤマ' });
    await page.goto('/members?row=ta');
    await page.getByRole('checkbox', { name: '知野さんを選ぶ' }).check();
    await page.getByRole('checkbox', { name: '知山さんを選ぶ' }).check();
    const bar = page.getByRole('toolbar', { name: '2件を選択中' });
    await bar.getByRole('button', { name: /スタッフに知らせる/ }).click();
    const dialog = page.getByRole('dialog', { name: '2人の会員についてスタッフに知らせる' });
    await dialog.getByRole('textbox', { name: '伝えること' }).fill('見学の前に確認してください。');
    await dialog.locator('button[type=submit]').click();
    await dialog.getByText('スタッフを選んでください。').waitFor();
    const { body: staffs } = await api.get<{ items: Staff[] }>('/staffs');
    const colleague = staffs.items.find(({ email }) => email === space.email('staff'))!;
    await dialog.getByRole('checkbox', { name: colleague.displayName }).check();
    await dialog.locator('button[type=submit]').click();
    await page.getByText('1人のスタッフに知らせました。').waitFor();

    // The notification names both, and the post leads to each.
    await watching.goto('/notifications');
    const row = watching
      .locator('[data-group]')
      .filter({ hasText: '見学の前に確認してください。' });
    await row.getByText('・知野 ・知山').waitFor();
    await row.getByRole('link').first().click();
    await watching.getByRole('link', { name: '知山', exact: true }).first().click();
    await watching.waitForURL(`**/members/${other.id}`);
    for (const { id } of [one, other]) {
      const { body } = await api.get<Member>(`/members/${id}`);
      expect([body.posts, body.lastTalkedAt]).toEqual([0, null]);
    }
  });

  it('a table pasted from a spreadsheet is checked and imported, merged cells for each row', async () => {
    await page.goto('/members');
    await page.getByRole('link', { name: 'まとめて登録する' }).click();
    const field = page.getByRole('textbox', { name: '表から貼り付ける' });
    await field.waitFor();
    const html = `<table><tr><td>姓</td><td>名</td><td>会社名</td></tr>
      <tr><td>貼田</td><td>一</td><td rowspan="2">糊工房</td></tr>
      <tr><td>貼山</td><td>二</td></tr></table>`;
    await field.evaluate((box, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', text);
      box.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    }, html);
    await page.getByText('2行・3列を読み取りました。').waitFor();
    await page.getByRole('button', { name: '内容を確かめる' }).click();
    await page.getByRole('button', { name: '2行を登録する' }).click();
    await page.getByText('完了', { exact: true }).waitFor();
    await eventually(async () => {
      const { body } = await api.get<{ items: Member[] }>('/members?q=%E7%B3%8A%E5%B7%A5%E6%88%BF');
      expect(body.items.map(({ familyName }) => familyName).sort()).toEqual(['貼山', '貼田']);
    });
  });

  it('kana fill themselves while a name is composed, and never replace what was typed', async () => {
    await page.goto('/members');
    await page.getByRole('button', { name: '会員を登録する' }).first().click();
    const dialog = page.getByRole('dialog');
    const input = (name: string) => dialog.getByRole('textbox', { name, exact: true });
    const session = await page.context().newCDPSession(page);
    const compose = async (texts: string[]) => {
      for (const text of texts.slice(0, -1)) {
        await session.send('Input.imeSetComposition', {
          text,
          selectionStart: text.length,
          selectionEnd: text.length,
        });
      }
      await session.send('Input.insertText', { text: texts.at(-1)! });
    };
    await input('姓').click();
    await compose(['さ', 'さt', 'さとう', '佐藤', '佐藤']);
    await eventually(async () => expect(await input('姓（カナ）').inputValue()).toBe('サトウ'));
    await input('名（カナ）').fill('ミサキ');
    await input('名').click();
    await compose(['みく', '美空', '美空']);
    await eventually(async () => expect(await input('名').inputValue()).toBe('美空'));
    expect(await input('名（カナ）').inputValue()).toBe('ミサキ');
    await page.keyboard.press('Escape');
  });
});
