import path from 'node:path';
import type { ApiToken, Post, StaffRef } from '@engawa/contracts';
import type { Page } from 'playwright-core';
import { Api, eventually } from './api';
import { describeInBrowser, openWindow, signIn } from './browser';
import { Space } from './space';

/** Folder of pictures for a review by eye; none by default. */
const pictures = process.env['ENGAWA_PICTURES'];

// An API token is an author with a name and a picture, for whom an administrator answers.
describeInBrowser('integrations', () => {
  let space: Space;
  let page: Page;
  let admin: Api;
  let manager: Api;
  let problems: string[];

  beforeAll(async () => {
    space = await Space.enter({ large: true });
    const window = await openWindow(space.url);
    ({ page, problems } = window);
    await signIn(page, space.email('admin'));
    admin = await space.signIn('admin');
    manager = await space.signIn('manager');
  }, 180_000);
  afterEach(() => expect(problems.splice(0)).toEqual([]));

  const picture = async (name: string) => {
    if (pictures) await page.screenshot({ path: path.join(pictures, `${name}.png`) });
  };
  const create = async (name: string) => {
    const scopes = ['post.write', 'post.read'];
    const { body } = await manager.post<{ token: string; apiToken: ApiToken }>('/api-tokens', {
      name,
      scopes,
    });
    return { ...body.apiToken, api: admin.withToken(body.token) };
  };

  it('write under their own name, and their settings show the use by day', async () => {
    const till = await create('受付の機械');
    const { body: post } = await till.api.post<Post>('/posts', { memo: '来館者が3人ありました。' });
    expect(post.owner).toMatchObject({ id: till.id, displayName: '受付の機械', integration: true });
    await page.goto('/');
    const card = page.getByRole('article').filter({ hasText: '来館者が3人ありました。' });
    await card.getByText('連携', { exact: true }).waitFor();
    expect(await card.getByRole('link', { name: '受付の機械' }).count()).toBe(0);
    await picture('integration-feed-ja');
    await page.goto('/admin/space_setting?part=tokens');
    await page.getByRole('button', { name: '「受付の機械」の設定' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('利用回数').first().waitFor();
    await picture('integration-settings-ja');
    await dialog.getByLabel('名前').fill('受付');
    await dialog.getByRole('button', { name: '保存する' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.goto('/');
    await page.getByRole('article').filter({ hasText: '受付' }).first().waitFor();
    const { body: authors } = await manager.get<{ items: StaffRef[] }>('/staffs/integrations');
    expect(authors.items.map(({ displayName }) => displayName)).toContain('受付');
  });

  it('are taken over or ended when the administrator who answers for them is deactivated', async () => {
    const kept = await create('会計システム');
    const ended = await create('古い取り込み');
    await ended.api.get('/posts');
    await page.goto('/admin/staff_setting');
    const { displayName } = manager.session!.staff;
    await page.getByRole('button', { name: new RegExp(`${displayName}.*操作`) }).click();
    await page.getByRole('menuitem', { name: '停止する' }).click();
    const dialog = page.getByRole('dialog');
    const choose = (name: string, choice: string) =>
      dialog.getByRole('radiogroup', { name }).getByLabel(choice).check();
    const stop = dialog.getByRole('button', { name: '停止する' });
    await choose('会計システム', '引き継ぐ');
    expect(await stop.isDisabled()).toBe(true);
    await choose('古い取り込み', '終わらせる');
    for (const { name } of (await admin.get<{ items: ApiToken[] }>('/api-tokens')).body.items) {
      const other = dialog.getByRole('radiogroup', { name, exact: true });
      if (!['会計システム', '古い取り込み'].includes(name)) {
        if ((await other.count()) > 0) await other.getByLabel('終わらせる').check();
      }
    }
    await picture('integration-deactivate-ja');
    await stop.click();
    await dialog.waitFor({ state: 'detached' });
    const { body: left } = await admin.get<{ items: ApiToken[] }>('/api-tokens');
    const now = left.items.find(({ id }) => id === kept.id);
    expect(now!.createdBy).toBe(admin.staffId);
    expect(left.items.some(({ id }) => id === ended.id)).toBe(false);
    expect((await kept.api.get('/posts?limit=1')).status).toBe(200);
    await eventually(async () => {
      expect((await ended.api.get('/posts?limit=1')).status).toBe(401);
    });
  });
});
