import type { Post } from '@engawa/contracts';
import type { Locator } from 'playwright-core';
import { Api, eventually } from './api';
import { describeInBrowser, openWindow, signIn } from './browser';
import { card, picture } from './two-people';
import { Space } from './space';

// Pictures open with the session of their window only.
describeInBrowser('files in a browser', () => {
  let space: Space;
  let api: Api;

  beforeAll(async () => {
    space = await Space.enter({ large: true });
    api = await space.signIn('staff');
  }, 180_000);

  async function upload(path: string, method: string): Promise<{ id: string }> {
    const form = new FormData();
    form.set('file', new Blob([Uint8Array.from(picture.content)]), 'photo.png');
    const response = await fetch(`${space.url}/api/v1${path}`, {
      ...{ method, body: form },
      headers: { authorization: `Bearer ${api.token}` },
    });
    expect(response.status).toBeLessThan(300);
    return (await response.json()) as { id: string };
  }
  const isShown = (image: Locator) =>
    eventually(async () => {
      const width = await image.evaluate((one) => (one as HTMLImageElement).naturalWidth);
      expect(width).toBeGreaterThan(0);
    });

  it('show in their space, also without a connection, and open nothing elsewhere', async () => {
    await upload('/profile/photo', 'PUT');
    const { id } = await upload('/attachments', 'POST');
    const made = await api.post<Post>('/posts', { memo: '写真つき。', attachmentIds: [id] });
    const url = new URL(made.body.attachments[0]!.thumbUrl!, space.url).href;

    const { context, page } = await openWindow(space.url);
    await signIn(page, space.email('tsubasa'));
    const post = card(page, '写真つき。');
    await isShown(post.getByRole('img', { name: '画像 photo.png' }));
    await isShown(post.locator('img[src*="staff-photos"]').first());
    const statuses: number[] = [];
    page.on('response', (response) => {
      if (response.url() === url) statuses.push(response.status());
    });
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    await page.reload();
    await isShown(post.getByRole('img', { name: '画像 photo.png' }));
    expect(statuses.length).toBeGreaterThan(0);

    await context.setOffline(true);
    await page.reload();
    await isShown(post.getByRole('img', { name: '画像 photo.png' }));
    await isShown(post.locator('img[src*="staff-photos"]').first());
    await context.setOffline(false);

    // The address alone, as in a mail or a chat, and a session of another space.
    expect((await fetch(url)).status).toBe(401);
    const stranger = await openWindow(space.url);
    await signIn(stranger.page, 'admin@other.example');
    expect((await stranger.page.goto(url))!.status()).toBe(404);
    await stranger.context.close();

    const opened = await context.newPage();
    expect((await opened.goto(url))!.status()).toBe(200);
    await page.evaluate(() => fetch('/api/v1/auth/sign-out', { method: 'POST' }));
    expect((await opened.goto(url))!.status()).toBe(401);
    await context.close();
  });
});
