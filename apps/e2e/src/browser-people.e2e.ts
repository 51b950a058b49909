import { TestIssuer } from '@engawa/testing';
import iconv from 'iconv-lite';
import mongoose from 'mongoose';
import { readFileSync } from 'node:fs';
import { generate } from 'otplib/functional';
import type { BrowserContext, Page } from 'playwright-core';
import { Api, eventually, password } from './api';
import { describeInBrowser, openWindow, signIn } from './browser';
import { newLink } from './mailbox';
import { Space } from './space';

interface Person {
  context: BrowserContext;
  page: Page;
  problems: string[];
}

const chosen = 'my own long password';

// Adding and removing people and spaces, in two windows where noted.
describeInBrowser('people and spaces in a browser', () => {
  let space: Space;
  let issuer: TestIssuer;
  let url: string;
  let admin: Person;
  const open: Person[] = [];

  async function window(): Promise<Person> {
    const person = await openWindow(url);
    open.push(person);
    return person;
  }
  async function enter(email: string): Promise<Person> {
    const person = await window();
    await signIn(person.page, email);
    return person;
  }
  const mailTo = (address: string, before: readonly string[] = []) =>
    newLink(space.mails, address, before);

  beforeAll(async () => {
    issuer = await TestIssuer.start();
    space = await Space.enter({ large: true });
    // The same host as in mailed links, so that cookies are shared.
    url = space.publicUrl;
    admin = await enter(space.email('admin'));
  }, 180_000);
  afterAll(async () => {
    await issuer?.stop();
  });
  afterEach(async () => {
    const problems = open.flatMap((person) => person.problems.splice(0));
    // Closes the windows of a journey; the administrator's stays.
    for (const { context } of open.splice(admin ? 1 : 0)) await context.close();
    expect(problems).toEqual([]);
  });

  async function choosePassword(page: Page, secret: string): Promise<void> {
    await page.getByRole('textbox', { name: '新しいパスワード', exact: true }).fill(secret);
    await page.getByRole('textbox', { name: '新しいパスワード（確認）' }).fill(secret);
    await page.getByRole('button', { name: 'パスワードを設定する' }).click();
  }

  async function signInWith(page: Page, email: string, secret: string): Promise<void> {
    await page.getByLabel('メールアドレス').fill(email);
    await page.locator('input[type=password]').fill(secret);
    await page.getByRole('button', { name: 'ログインする' }).click();
  }

  it('an invited staff member signs in through the link of the mail', async () => {
    const { page } = admin;
    await page.goto('/admin/staff_setting');
    await page.getByRole('button', { name: 'スタッフを追加する' }).click();
    const form = page.getByRole('dialog', { name: 'スタッフの追加' });
    await form.getByLabel('名前').fill('新井 渚');
    await form.getByLabel('メールアドレス').fill(space.email('nagisa'));
    await form.getByRole('button', { name: '招待メールを送る' }).click();
    const row = page.locator(`[data-staff="${space.email('nagisa')}"]`);
    await row.getByText('招待中').waitFor();

    const guest = await window();
    await guest.page.goto(await mailTo(space.email('nagisa')));
    await guest.page.getByRole('heading', { name: 'ようこそ、新井 渚さん' }).waitFor();
    await choosePassword(guest.page, chosen);
    // The first password signs in.
    await guest.page.getByRole('button', { name: '同意してはじめる' }).click();
    await guest.page.getByRole('navigation', { name: 'メインメニュー' }).waitFor();
    // The administrator's page updates by itself.
    await row.getByText('招待中').waitFor({ state: 'detached' });
  });

  it('a password is reset by mail; links that are cut off, replaced, over or used say so', async () => {
    const email = space.email('staff');
    const { page } = await window();
    const ask = async (before: readonly string[]) => {
      await page.goto('/actions/passwords/send');
      await page.getByLabel('メールアドレス').fill(email);
      await page.getByRole('button', { name: 'メールを送る' }).click();
      await page.getByRole('heading', { name: 'メールを確認してください' }).waitFor();
      return mailTo(email, before);
    };
    // A page left for another `#` is not reloaded.
    const follow = async (link: string) => {
      await page.goto('about:blank');
      await page.goto(link);
    };
    const first = await ask([]);
    await follow(first.slice(0, -5));
    await page.getByRole('heading', { name: 'このリンクは使えません' }).waitFor();

    const second = await ask([first]);
    const expired = page.getByRole('heading', { name: 'リンクの有効期限が切れています' });
    await follow(first);
    await expired.waitFor();

    await letLinksExpire(email);
    await follow(second);
    await expired.waitFor();
    await page.getByRole('link', { name: '再設定のメールを送る' }).click();
    await page.waitForURL(/\/actions\/passwords\/send$/);

    const third = await ask([first, second]);
    await follow(third);
    await choosePassword(page, chosen);
    await page.getByRole('heading', { name: 'パスワードを設定しました' }).waitFor();
    await follow(third);
    await page.getByRole('heading', { name: 'このリンクはすでに使われています' }).waitFor();
    await page.getByRole('link', { name: 'ログイン画面に戻る' }).click();
    await signInWith(page, email, password);
    await page.getByText('メールアドレスまたはパスワードが正しくありません').waitFor();
    await signInWith(page, email, chosen);
    await page.getByRole('navigation', { name: 'メインメニュー' }).waitFor();
  });

  async function letLinksExpire(email: string): Promise<void> {
    const connection = mongoose.createConnection(space.mongoUri, { dbName: 'identity' });
    try {
      await connection.asPromise();
      const staffs = connection.collection('staffs');
      const staff = await staffs.findOne({ emailKey: email });
      const links = (staff!['passwordLinks'] as object[]).map((link) => ({
        ...link,
        expiresAt: new Date(0),
      }));
      await staffs.updateOne({ emailKey: email }, { $set: { passwordLinks: links } });
    } finally {
      await connection.close();
    }
  }

  it('signs out the open window of a deactivated staff member, and shows why they cannot sign in', async () => {
    const leaving = await enter(space.email('tsubasa'));
    await leaving.page.goto('/members');
    await leaving.page.getByRole('searchbox').waitFor();
    const { page } = admin;
    await page.goto('/admin/staff_setting');
    const row = page.locator(`[data-staff="${space.email('tsubasa')}"]`);
    await row.getByRole('button', { name: /の操作$/ }).click();
    await page.getByRole('menuitem', { name: '停止する' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '停止する' }).click();
    await leaving.page.waitForURL(/\/login/);
    await signInWith(leaving.page, space.email('tsubasa'), password);
    await leaving.page.getByText('このアカウントは管理者によって無効にされています').waitFor();

    await row.getByText('停止中').waitFor();
    await row.getByRole('button', { name: /の操作$/ }).click();
    await page.getByRole('menuitem', { name: '再開する' }).click();
    await row.getByText('停止中').waitFor({ state: 'detached' });
    await signInWith(leaving.page, space.email('tsubasa'), password);
    await leaving.page.getByRole('navigation', { name: 'メインメニュー' }).waitFor();
  });

  it('a Shift_JIS file with three bad rows: check, report, import, and back', async () => {
    const watching = await enter(space.email('leo'));
    await watching.page.goto('/members');
    const { page } = admin;
    const lines = [
      '姓,名,姓（カナ）,名（カナ）,会社名,会員種別',
      '髙橋,航平,タカハシ,コウヘイ,①番館,',
      ',名無し,,,会社,',
      '森,葵,モリ,アオイ,森工務店,月面会員',
      '林,,ハヤシ,,林商店,,余り',
      '川﨑,凛,カワサキ,リン,,',
    ];
    await page.goto('/admin/member_setting/csv');
    await page.locator('input[type=file][accept*=csv]').setInputFiles({
      name: '会員.csv',
      mimeType: 'text/csv',
      buffer: iconv.encode(`${lines.join('\r\n')}\r\n`, 'cp932'),
    });
    const counts = page.getByRole('group', { name: '判定で絞り込む' });
    await counts.getByRole('button', { name: /^エラー\s*3$/ }).waitFor();
    await counts.getByRole('button', { name: /^追加\s*2$/ }).waitFor();
    await page.getByText('この会員種別は存在しません').waitFor();

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: '登録できない行をダウンロードする' }).click(),
    ]);
    const report = iconv.decode(readFileSync(await download.path()), 'cp932');
    for (const bad of ['名無し', '月面会員', '林商店']) expect(report).toContain(bad);
    expect(report).not.toContain('髙橋');

    await page.getByRole('button', { name: '2行を登録する' }).click();
    await page.getByText('完了', { exact: true }).waitFor();
    await watching.page.getByRole('link', { name: /髙橋 航平/ }).waitFor();
    await watching.page.getByRole('link', { name: /川﨑 凛/ }).waitFor();

    await page.getByRole('button', { name: 'この登録を元に戻す' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '元に戻す' }).click();
    await page.getByText('2人を元に戻しました。').waitFor();
    await watching.page.getByRole('link', { name: /髙橋 航平/ }).waitFor({ state: 'detached' });
  });

  it('cancels a running import and reverts what it wrote', async () => {
    const { page } = admin;
    const lines = Array.from({ length: 20_000 }, (_, n) => `途中${n},太郎`);
    await page.goto('/admin/member_setting/csv');
    await page.locator('input[type=file][accept*=csv]').setInputFiles({
      name: '多数.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`姓,名\n${lines.join('\n')}\n`),
    });
    await page.getByRole('button', { name: /^20,?000行を登録する/ }).click();
    await page.getByRole('button', { name: '中止する' }).waitFor();
    await page.getByRole('button', { name: '中止する' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '中止する' }).click();
    await page.getByText(/途中で中止しました。/).waitFor();
    await page.getByRole('button', { name: 'この登録を元に戻す' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '元に戻す' }).click();
    await page.getByText(/人を元に戻しました。/).waitFor();
  });

  it("a renamed member type shows in the other window's list", async () => {
    const api = await space.signIn('admin');
    const { body: type } = await api.post<{ id: string }>('/member-types', { name: '朝だけ会員' });
    await api.post('/members', {
      familyName: '宮本',
      firstName: '楓',
      familyNameKana: 'ミヤモト',
      firstNameKana: 'カエデ',
      typeId: type.id,
    });
    const watching = await enter(space.email('leo'));
    await watching.page.goto('/members');
    const row = watching.page.getByRole('row').filter({ hasText: '宮本 楓' });
    await row.filter({ hasText: '朝だけ会員' }).waitFor();

    const { page } = admin;
    await page.goto('/admin/space_setting?part=types');
    await page.getByRole('button', { name: '朝だけ会員 を編集する' }).click();
    const field = page.locator('main li form input');
    await field.fill('モーニング会員');
    await page.locator('main li form').getByRole('button', { name: '保存する' }).click();
    await row.filter({ hasText: 'モーニング会員' }).waitFor();
  });

  it('god adds a space, and its primary administrator signs in to it', async () => {
    const god = await enter('god@engawa.example');
    const { page } = god;
    await page.goto('/god/spaces');
    // No space surrounds the pages of the operator.
    await page.getByRole('navigation', { name: '運用メニュー' }).waitFor();
    expect(await page.getByRole('navigation', { name: 'メインメニュー' }).count()).toBe(0);
    await page.getByRole('button', { name: 'スペースを追加する' }).click();
    const form = page.getByRole('dialog', { name: 'スペースの追加' });
    await form.getByLabel('スペースの名前').fill('みなとの縁側');
    await form.getByLabel('スペースID').fill('minato');
    const fields = form.getByRole('group', { name: '主管理者' });
    await fields.getByLabel('メールアドレス').fill('minato@engawa.example');
    await fields.getByLabel('名前').fill('港 みなと');
    await form.getByRole('button', { name: '追加して招待する' }).click();
    await form.waitFor({ state: 'detached' });

    const primary = await window();
    await primary.page.goto(await mailTo('minato@engawa.example'));
    await choosePassword(primary.page, chosen);
    await primary.page.getByRole('button', { name: '同意してはじめる' }).click();
    await primary.page.getByRole('button', { name: /みなとの縁側/ }).waitFor();

    // A new space tells its first administrator where to begin.
    const steps = primary.page.getByRole('region', { name: 'はじめの準備' });
    await steps.getByText('0 / 4').waitFor();

    // Its pages offer the first step, and nothing that needs members.
    const content = primary.page.locator('#content');
    const menu = primary.page.getByRole('navigation', { name: 'メインメニュー' });
    await menu.getByRole('link', { name: '関係' }).click();
    await content.getByText('会員はまだいません').waitFor();
    expect(await content.getByRole('link', { name: '課題の多い会員' }).count()).toBe(0);
    await menu.getByRole('link', { name: '会員', exact: true }).click();
    // The page before says the same.
    await content.getByRole('heading', { name: '会員', exact: true }).waitFor();
    await content.getByText('会員はまだいません').waitFor();
    expect(await content.getByRole('group', { name: '五十音で絞り込む' }).count()).toBe(0);
    await content.getByRole('link', { name: 'まとめて登録する' }).last().waitFor();
    await menu.getByRole('link', { name: '今日' }).click();
    await steps.getByText('0 / 4').waitFor();

    const api = await Api.signIn(space.url, 'minato@engawa.example', chosen);
    await api.post('/members', { familyName: '最初の会員' });
    await steps.getByText('1 / 4').waitFor();
    await steps.getByRole('button', { name: '閉じる' }).click();
    await steps.waitFor({ state: 'detached' });
    // Closed for the account, on every device.
    await eventually(async () =>
      expect((await api.get('/session')).body).toMatchObject({ firstStepsClosed: true }),
    );

    await page.goto('/god/spaces/minato');
    await page.getByText('minato@engawa.example').first().waitFor();
  });

  it('two-factor sign-in asks for the code after the password', async () => {
    const email = space.email('nozomi');
    const api = await Api.signIn(space.url, email);
    const { body } = await api.post<{ secret: string }>('/profile/two-factor/begin', { password });
    const confirmed = await api.post<{ recoveryCodes: string[] }>('/profile/two-factor/confirm', {
      oneTimeCode: await generate({ secret: body.secret }),
    });
    const { page } = await window();
    await page.goto('/login');
    await signInWith(page, email, password);
    await page.getByLabel('確認コード').fill('000000');
    await page.getByRole('button', { name: 'ログインする' }).click();
    await page.getByText('コードが違うか、すでに使われています').waitFor();
    await page.getByLabel('確認コード').fill(confirmed.body.recoveryCodes[0]!);
    await page.getByRole('button', { name: 'ログインする' }).click();
    await page.getByRole('navigation', { name: 'メインメニュー' }).waitFor();
  });

  it("a space signs in with its organisation's accounts", async () => {
    const { page } = admin;
    await page.goto('/admin/space_setting?part=signIn');
    await page.getByLabel('発行者（issuer）のアドレス').fill(issuer.url);
    await page.getByLabel('クライアントID').fill(issuer.clientId);
    await page.getByRole('textbox', { name: 'クライアントシークレット' }).fill(issuer.clientSecret);
    await page.getByRole('textbox', { name: 'あなたのパスワード' }).fill(password);
    await page.getByRole('button', { name: '保存する' }).click();
    const link = page.getByRole('textbox', { name: 'ログインページ' });
    await link.waitFor();

    const staff = await window();
    issuer.person = { email: space.email('nobody'), email_verified: true };
    await staff.page.goto(await link.inputValue());
    await staff.page.getByRole('button', { name: '組織のアカウントでログイン' }).click();
    await staff.page.getByText('このスペースのスタッフに登録されていません').waitFor();
    issuer.person = { email: space.email('leo'), email_verified: true };
    await staff.page.goto('/tasks');
    await staff.page.waitForURL(/\/login/);
    // The device remembers the space.
    await staff.page.getByText(`スペース: ${space.id}`).waitFor();
    await staff.page.getByRole('button', { name: '組織のアカウントでログイン' }).click();
    await staff.page.waitForURL(/\/tasks/);
    await staff.page.getByRole('navigation', { name: 'メインメニュー' }).waitFor();
  });
});
