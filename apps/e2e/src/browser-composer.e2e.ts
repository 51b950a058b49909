import type { Page } from 'playwright-core';
import { Api } from './api';
import { describeInBrowser, openWindow, signIn } from './browser';
import { Space } from './space';

// Typing right after the composer was opened, on a slow machine and connection.
describeInBrowser('the composer on a slow machine', () => {
  let space: Space;
  let api: Api;

  beforeAll(async () => {
    space = await Space.enter({ posts: 5 });
    api = await space.signIn('staff');
  }, 180_000);

  /** A signed-in window whose requests reach `page.route`, on a sixth of the processor. */
  async function slowPage(): Promise<Page> {
    const { context, page } = await openWindow(space.url, { serviceWorkers: 'block' });
    await signIn(page, space.email('staff'));
    await page.locator('[data-post]').first().waitFor();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
    return page;
  }

  /** Holds matching requests until the returned function is called. */
  async function hold(page: Page, url: string): Promise<() => void> {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(url, async (route) => {
      await released;
      await route.continue();
    });
    return release;
  }

  it.each(['click', 'key'])('keeps every letter that is typed at once (%s)', async (how) => {
    const page = await slowPage();
    const text = `同時編集 ${Date.now()} jknrte`;
    await page.reload({ waitUntil: 'commit' });
    await page.locator('[data-compose]').waitFor();
    const release = await hold(page, '**/*.js');
    if (how === 'click') await page.locator('[data-compose]').click();
    else await page.keyboard.press('n');
    await page.keyboard.type(text);
    release();
    const field = page.getByRole('combobox', { name: '本文' });
    await page.getByRole('textbox', { name: '会員' }).waitFor();
    expect(await field.inputValue()).toBe(text);
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.context().close();
  });

  it('shows no field before the text of the draft is there', async () => {
    const id = crypto.randomUUID();
    const saved = await api.ask('PUT', `/drafts/${id}`, {
      ...{ revision: 1, memo: '昨日の続き。', memberIds: [], labelIds: [], mentions: [] },
      ...{ attachmentIds: [], task: null, talkedAt: null, mustRead: false, introduction: null },
      ...{ whereList: 'timeline', postIdForComment: null },
    });
    expect(saved.status).toBeLessThan(300);
    const page = await slowPage();
    const release = await hold(page, `**/api/v1/drafts/${id}`);
    await page.goto(`/?draft=${id}`);
    await page.getByRole('heading', { name: '投稿を書く' }).waitFor();
    const field = page.getByRole('combobox', { name: '本文' });
    expect(await field.count()).toBe(0);
    release();
    await field.waitFor();
    await page.keyboard.type('今日も。');
    expect(await field.inputValue()).toBe('昨日の続き。今日も。');
    await page.context().close();
  });
});
