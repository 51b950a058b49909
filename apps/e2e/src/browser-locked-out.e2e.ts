import { createHash } from 'node:crypto';
import { password } from './api';
import { describeInBrowser, openWindow } from './browser';
import { newLink } from './mailbox';
import { databaseOf } from './database';
import { Space } from './space';

// Strangers guess at an account; its owner signs in from a new device (IDN-4).
describeInBrowser('signing in while others guess', () => {
  let space: Space;

  beforeAll(async () => {
    space = await Space.enter();
  }, 180_000);

  /** The state after guesses of ten strangers. */
  async function useUpBudget(email: string): Promise<void> {
    const id = createHash('sha256')
      .update(JSON.stringify(['budget', email]))
      .digest('base64url');
    const now = new Date();
    const guesses = Array.from({ length: 10 }, () => ({ at: now, network: 'of a stranger' }));
    const attempts = databaseOf(space, 'identity').collection<{ _id: string }>('attempts');
    const count = { id, space: '_', version: 1, failures: 10, lastAt: now, guesses, usedUpAt: now };
    // A second attempt of the journey finds it there.
    await attempts.replaceOne({ _id: `_/${id}` }, count, { upsert: true });
  }

  it('works with the current password after opening a link from a mail', async () => {
    const email = space.email('staff');
    await useUpBudget(email);
    const { page } = await openWindow(space.publicUrl);
    await page.goto('/login');
    const signIn = async () => {
      await page.locator('input[type=email]').fill(email);
      await page.locator('input[type=password]').fill(password);
      await page.getByRole('button', { name: 'ログインする' }).click();
    };
    await signIn();
    await page.getByText('ログインの失敗が続いています').waitFor();
    await page.getByLabel('確認コード').waitFor();
    await page.getByRole('link', { name: 'メールを受け取る' }).click();
    // The page before has a field of this name, too.
    const send = page.getByRole('button', { name: 'メールを送る' });
    await send.waitFor();
    await page.getByLabel('メールアドレス').fill(email);
    await send.click();
    await page.getByRole('heading', { name: 'メールを確認してください' }).waitFor();
    await page.goto(await newLink(space.mails, email, []));
    await page.getByRole('link', { name: 'パスワードを変えずにログインする' }).click();
    await signIn();
    await page.getByRole('navigation', { name: 'メインメニュー' }).waitFor();
  });
});
