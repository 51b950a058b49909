import type { Page } from 'playwright-core';
import { password } from './api';
import { describeInBrowser, openWindow, signIn } from './browser';
import { Space } from './space';

// The primary administration is transferred while both windows are open (IDN-2).
describeInBrowser('handing over the primary administration in a browser', () => {
  let space: Space;

  beforeAll(async () => {
    space = await Space.enter({ large: true });
  }, 180_000);

  async function enter(name: string): Promise<Page> {
    const { page } = await openWindow(space.publicUrl);
    await signIn(page, space.email(name));
    // A marker that a reload or a sign-out would remove.
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    return page;
  }
  const isSameDocument = (page: Page) => page.evaluate(() => 'sameDocument' in window);

  it('keeps both signed in, with their new rights, without a reload', async () => {
    const admin = await enter('admin');
    const staff = await enter('staff');
    const secondWindow = await admin.context().newPage();
    await secondWindow.goto('/');
    await secondWindow.getByRole('navigation').first().waitFor();

    const heir = await space.signIn('staff');
    const name = heir.session!.staff.displayName;
    await admin.getByRole('button', { name: /縁側/ }).first().click();
    await admin.getByRole('menuitem', { name: '設定' }).click();
    await admin.getByRole('link', { name: 'スタッフ管理' }).click();
    await admin
      .getByRole('button', { name: `${name}` })
      .first()
      .click();
    await admin.getByRole('menuitem', { name: /主管理者/ }).click();
    const dialog = admin.getByRole('dialog');
    await dialog.locator('input[type=password]').fill(password);
    await dialog.locator('button[type=submit]').click();
    await dialog.waitFor({ state: 'detached' });
    const windows = [admin, staff, secondWindow];
    // Each window makes a new request, and the new primary administrator sees the new permission.
    await staff.getByRole('button', { name: /縁側/ }).first().click();
    await staff.getByRole('menuitem', { name: '設定' }).click();
    await staff.getByRole('link', { name: 'スタッフ管理' }).click();
    await staff.getByRole('button', { name: 'さんの操作' }).last().click();
    await staff.getByRole('menuitem', { name: '主管理者を引き継ぐ' }).waitFor();
    await admin.getByRole('button', { name: `${name}さんの操作` }).click();
    await admin.getByRole('menuitem', { name: '編集する' }).waitFor();
    expect(await admin.getByRole('menuitem', { name: '主管理者を引き継ぐ' }).count()).toBe(0);
    const answered = secondWindow.waitForResponse(
      (response) => response.url().includes('/api/v1/') && response.status() === 200,
    );
    await secondWindow.getByRole('link', { name: 'タスク' }).first().click();
    await answered;
    for (const page of windows) expect(new URL(page.url()).pathname).not.toBe('/login');
    expect(await Promise.all([admin, staff].map(isSameDocument))).toEqual([true, true]);
    const roles = await Promise.all(windows.map(roleSeenIn));
    expect(roles).toEqual(['generalAdmin', 'primaryAdmin', 'generalAdmin']);
  });

  /** The role of the window's session, renewed like the window does. */
  async function roleSeenIn(page: Page): Promise<string> {
    const response = await page.context().request.post('/api/v1/auth/refresh');
    const { session } = (await response.json()) as { session: { staff: { role: string } } };
    return session.staff.role;
  }
});
