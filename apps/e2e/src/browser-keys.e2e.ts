import { Api } from './api';
import { describeInBrowser } from './browser';
import { card, thread, TwoPeople } from './two-people';

describeInBrowser('the keys of rows in a browser', () => {
  let two: TwoPeople;
  let api: Api;

  beforeAll(async () => {
    two = await TwoPeople.start(0);
    api = await Api.signIn(two.url, 'staff@engawa.example');
  }, 180_000);
  afterAll(() => two?.stop());
  afterEach(() => expect(two.takeProblems()).toEqual([]));

  const post = async (memo: string) => (await api.post<{ id: string }>('/posts', { memo })).body.id;
  const statusOf = async (id: string) =>
    (await api.get<{ task: { status: string } | null }>(`/posts/${id}`)).body.task?.status;

  it('change several posts at once, and one undo takes it back', async () => {
    const ids = [await post('鍵の話 一'), await post('鍵の話 二'), await post('鍵の話 三')];
    const { page } = two.staff;
    await page.goto('/');
    await card(page, '鍵の話 三').waitFor();
    await page.mouse.move(400, 300);
    for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key);
    await page.getByRole('toolbar', { name: '2件を選択中' }).waitFor();
    await page.keyboard.press('s');
    const chooser = page.getByRole('combobox', { name: '状態を変える' });
    await chooser.fill('対応中');
    await chooser.press('Enter');
    const told = page.getByRole('status').filter({ hasText: '2件を変更しました' });
    await told.waitFor();
    expect(await Promise.all(ids.map(statusOf))).toEqual([undefined, 'inProgress', 'inProgress']);
    await told.getByRole('button', { name: '元に戻す' }).click();
    await card(page, '鍵の話 二')
      .getByRole('group', { name: 'タスク' })
      .waitFor({ state: 'detached' });
    await card(page, '鍵の話 三')
      .getByRole('group', { name: 'タスク' })
      .waitFor({ state: 'detached' });
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
    await page.goto('/');
    await first.waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('k');
    await page.waitForURL('**/tasks');
    await page.keyboard.press('n');
    await page.getByRole('textbox', { name: 'メモ' }).waitFor();
  });
});
