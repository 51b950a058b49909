import path from 'node:path';
import type {
  Comment,
  IntegrationSettings,
  Label,
  Member,
  Post,
  Space as SpaceBody,
  Webhook,
} from '@engawa/contracts';
import type { Locator, Page } from 'playwright-core';
import { Api } from './api';
import { describeInBrowser, openWindow, signIn, type WindowOptions } from './browser';
import { thread as threadOf } from './two-people';
import { Space } from './space';

/** Folder of pictures for a review by eye; none by default. */
const pictures = process.env['ENGAWA_PICTURES'];

// What two people edit at the same time: one in the window, the other before the window saves.
describeInBrowser('two people who edit the same', () => {
  let space: Space;
  let page: Page;
  let api: Api;
  const problems: string[][] = [];

  async function enter(options: WindowOptions = {}): Promise<Page> {
    const window = await openWindow(space.url, options);
    problems.push(window.problems);
    await signIn(window.page, space.email('admin'));
    return window.page;
  }

  beforeAll(async () => {
    space = await Space.enter({ large: true });
    page = await enter();
    api = await space.signIn('manager');
  }, 180_000);
  afterEach(() => expect(problems.flatMap((list) => list.splice(0))).toEqual([]));

  const patch = async (place: string, version: number, change: object) => {
    const { status } = await api.patch(place, change, { 'if-match': `"${version}"` });
    expect(status).toBe(200);
  };
  const picture = async (of: Page, name: string) => {
    if (pictures) await of.screenshot({ path: path.join(pictures, `${name}.png`) });
  };
  const side = (alert: Locator, words: string) =>
    alert.locator('div', { has: alert.page().getByRole('heading', { name: words }) }).last();

  it('comment: taking theirs keeps mine on the screen until it is saved', async () => {
    const { body: post } = await api.post<Post>('/posts', { memo: '二人で書くコメント。' });
    const admin = await space.signIn('admin');
    const thread = `/posts/${post.id}/comments`;
    const { body: comment } = await admin.post<Comment>(thread, { memo: '朝に電話する。' });
    await page.goto(`/posts/${post.id}/comments`);
    const row = threadOf(page).locator('[data-comment]').filter({ hasText: '朝に電話する。' });
    await row.hover();
    await row.getByRole('button', { name: 'コメントの操作' }).click();
    await page.getByRole('menuitem', { name: '編集する' }).click();
    const form = threadOf(page).locator('form').filter({ hasText: '保存する' });
    const field = form.getByRole('combobox');
    await field.fill('昼に電話する。');
    await patch(`${thread}/${comment.id}`, comment.version, { memo: '夕方に電話する。' });
    await form.getByRole('button', { name: '保存する' }).click();
    const alert = form.getByRole('alert');
    await side(alert, '自分の内容').getByText('昼に電話する。').waitFor();
    await side(alert, 'ほかの人の内容').getByText('夕方に電話する。').waitFor();
    await picture(page, 'comment-ja');
    await alert.getByRole('button', { name: 'ほかの人の内容にする' }).click();
    expect(await field.inputValue()).toBe('夕方に電話する。');
    await side(alert, '自分の内容').getByText('昼に電話する。').waitFor();
    await alert.getByRole('button', { name: '自分の内容を残す' }).click();
    await form.getByRole('button', { name: '保存する' }).click();
    await form.waitFor({ state: 'detached' });
    const { body } = await api.get<Comment>(`${thread}/${comment.id}`);
    expect(body).toMatchObject({ memo: '昼に電話する。', version: comment.version + 2 });
  });

  it('post: a task and a reaction of somebody else do not disturb an edit of the text', async () => {
    const admin = await space.signIn('admin');
    const { body: post } = await admin.post<Post>('/posts', { memo: '棚の高さを測った。' });
    await page.goto(`/posts/${post.id}`);
    const card = page.locator(`article[data-post="${post.id}"]`).first();
    await card.getByRole('button', { name: '投稿の操作' }).click();
    await page.getByRole('menuitem', { name: '編集する' }).click();
    const form = page.locator('article[data-post] form').filter({ has: page.locator('textarea') });
    await form.locator('textarea').fill('棚の高さを測った。180センチ。');
    await api.post(`/posts/${post.id}/reactions`, { reactionId: 'like' });
    await patch(`/posts/${post.id}`, post.version, { task: { status: 'waiting' } });
    await form.getByRole('button', { name: '保存する' }).click();
    await form.waitFor({ state: 'detached' });
    const { body } = await api.get<Post>(`/posts/${post.id}`);
    expect(body).toMatchObject({
      memo: '棚の高さを測った。180センチ。',
      task: { status: 'waiting' },
    });
    expect(body.reactions).toHaveLength(1);
  });

  it.each(['ja', 'en'] as const)('label in %s: both names beside each other', async (locale) => {
    const en = locale === 'en';
    const narrow = await enter({ locale, width: en ? 390 : 1440, dark: en });
    const { body: label } = await api.post<Label>('/labels', {
      ...{ name: `見学 ${locale}`, color: 'teal', isIssue: false },
    });
    await narrow.goto('/admin/space_setting?part=labels');
    const edit = en ? `Edit ${label.name}` : `${label.name} を編集する`;
    await narrow.getByRole('button', { name: edit }).click();
    const form = narrow.locator('main li form');
    await form.locator('input[maxlength="50"]').fill(`内覧 ${locale}`);
    await patch(`/labels/${label.id}`, label.version, { name: `下見 ${locale}` });
    const save = form.getByRole('button', { name: en ? 'Save' : '保存する' });
    await save.click();
    const alert = form.getByRole('alert');
    await side(alert, en ? 'Yours' : '自分の内容')
      .getByText(`内覧 ${locale}`)
      .waitFor();
    await side(alert, en ? 'Theirs' : 'ほかの人の内容')
      .getByText(`下見 ${locale}`)
      .waitFor();
    await alert.scrollIntoViewIfNeeded();
    await picture(narrow, `label-${locale}`);
    await alert.getByRole('button', { name: en ? 'Take theirs' : 'ほかの人の内容にする' }).click();
    await save.click();
    await form.waitFor({ state: 'detached' });
    const { body } = await api.get<{ items: Label[] }>('/labels');
    expect(body.items.find(({ id }) => id === label.id)?.name).toBe(`下見 ${locale}`);
  });

  it('member type: keeping mine overwrites what was seen', async () => {
    const { body: type } = await api.post<{ id: string; version: number }>('/member-types', {
      name: '平日会員',
    });
    await page.goto('/admin/space_setting?part=types');
    await page.getByRole('button', { name: '平日会員 を編集する' }).click();
    const form = page.locator('main li form');
    await form.locator('input').fill('平日の会員');
    await patch(`/member-types/${type.id}`, type.version, { name: '週日会員' });
    await form.getByRole('button', { name: '保存する' }).click();
    await form.getByRole('button', { name: '自分の内容を残す' }).click();
    await form.getByRole('button', { name: '保存する' }).click();
    await form.waitFor({ state: 'detached' });
    await page.getByText('平日の会員', { exact: true }).waitFor();
  });

  it('member: fields of both are kept, and the same field is asked about', async () => {
    const { body: member } = await api.post<Member>('/members', { familyName: '三枝' });
    await page.goto(`/members/${member.id}`);
    await page.getByRole('button', { name: '編集する' }).first().click();
    const form = page.getByRole('dialog');
    await form.getByLabel('会社・屋号').fill('三枝工房');
    await form.getByRole('textbox', { name: 'メモ' }).fill('木工。');
    await patch(`/members/${member.id}`, member.version, { title: '代表', memo: '家具。' });
    await form.getByRole('button', { name: '保存する' }).click();
    const alert = form.getByRole('alert');
    await side(alert, 'ほかの人の内容').getByText('家具。').waitFor();
    await alert.scrollIntoViewIfNeeded();
    await picture(page, 'member-ja');
    await form.getByRole('textbox', { name: 'メモ' }).fill('木工と家具。');
    await form.getByRole('button', { name: '保存する' }).click();
    await form.waitFor({ state: 'detached' });
    const { body } = await api.get<Member>(`/members/${member.id}`);
    expect(body).toMatchObject({ company: '三枝工房', title: '代表', memo: '木工と家具。' });
  });

  it('space: the name', async () => {
    const { body: space } = await api.get<SpaceBody>('/space');
    await page.goto('/admin/space_setting');
    const field = page.getByLabel('スペースの名前');
    await field.fill('みんなの縁側');
    await patch('/space', space.version!, { displayName: 'まちの縁側' });
    await page.getByRole('button', { name: '保存する' }).first().click();
    await page.getByRole('button', { name: '自分の内容を残す' }).click();
    await page.getByRole('button', { name: '保存する' }).first().click();
    await page.getByText('保存しました').first().waitFor();
    expect((await api.get<SpaceBody>('/space')).body.displayName).toBe('みんなの縁側');
  });

  it('chat: another chat does not disturb, the same setting is asked about', async () => {
    const { body: before } = await api.get<IntegrationSettings>('/integrations');
    await page.goto('/admin/space_setting?part=integrations');
    const form = page.locator('form[data-chat="slack"]');
    await form.getByLabel('コメント').click();
    await patch('/integrations', before.version, { teams: { enabled: false, kinds: ['task'] } });
    await form.getByRole('button', { name: '保存する' }).click();
    await page.getByText('保存しました').first().waitFor();
    const { body: merged } = await api.get<IntegrationSettings>('/integrations');
    expect(merged.teams.kinds).toEqual(['task']);
    expect(merged.slack.kinds.includes('comment')).toBe(!before.slack.kinds.includes('comment'));
    await form.getByLabel('タスク').click();
    await patch('/integrations', merged.version, { slack: { enabled: false, kinds: ['comment'] } });
    await form.getByRole('button', { name: '保存する' }).click();
    const alert = form.getByRole('alert');
    await side(alert, 'ほかの人の内容').getByText('コメント').waitFor();
    await alert.scrollIntoViewIfNeeded();
    await picture(page, 'chat-ja');
    await alert.getByRole('button', { name: 'ほかの人の内容にする' }).click();
    await form.getByRole('button', { name: '保存する' }).click();
    await alert.waitFor({ state: 'detached' });
    const { body: after } = await api.get<IntegrationSettings>('/integrations');
    expect(after.slack.kinds).toEqual(['comment']);
  });

  it('webhook: the description', async () => {
    const input = { url: 'https://hooks.example.com/a', events: ['timeline.post.created'] };
    const { body: made } = await api.post<Webhook>('/webhooks', {
      ...input,
      description: '受付',
    });
    await page.goto('/admin/space_setting?part=webhooks');
    await page.getByRole('button', { name: /^その他の操作: / }).click();
    await page.getByRole('menuitem', { name: '編集する' }).click();
    const form = page.locator('main form');
    await form.getByLabel('説明').fill('受付の機械');
    await patch(`/webhooks/${made.id}`, made.version, { description: '入口' });
    await form.getByRole('button', { name: '保存する' }).click();
    await form.getByRole('button', { name: '自分の内容を残す' }).click();
    await form.getByRole('button', { name: '保存する' }).click();
    await form.waitFor({ state: 'detached' });
    await page.getByText('受付の機械').waitFor();
  });
});
