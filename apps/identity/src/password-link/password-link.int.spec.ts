import { eventually, type TestService } from '@engawa/testing';
import { events } from '@engawa/contracts';
import { StaffRepository } from '../staff/staff.repository';
import { Browser, PASSWORD, startIdentity, revokes } from '../testing/identity-test.service';
import { MailFolder } from '../testing/mail-folder';

const folder = new MailFolder();
let service: TestService;
beforeAll(async () => {
  service = await startIdentity({ MAIL_DIR: folder.path });
});
afterAll(async () => {
  await service?.stop();
  folder.remove();
});

const browser = () => new Browser(service.url);
const send = (email: string, locale = 'ja') =>
  browser().ask('post', '/auth/password-links').send({ email, locale });
const check = (token: string) =>
  browser().ask('post', '/auth/password-links/check').send({ token });
const submit = (token: string, newPassword: string) =>
  browser().ask('post', '/auth/password-links/submit').send({ token, newPassword });

describe('reset by mail (IDN-7)', () => {
  it('leads from the mail to a new password, ends all sessions and mails the owner', async () => {
    const open = await browser().signIn('staff@engawa.example');
    await send('Staff@Engawa.example').expect(202);
    const token = await folder.token('staff@engawa.example');
    const { body } = await check(token).expect(200);
    expect(body).toMatchObject({ kind: 'reset', email: 'staff@engawa.example' });
    expect(Date.parse(body.expiresAt) - Date.now()).toBeLessThanOrEqual(60 * 60_000);
    await submit(token, 'quite another one').expect(204);
    expect(await open.refresh()).toBe(401);
    await browser().signIn('staff@engawa.example', 'quite another one');
    await eventually(() => expect(folder.to('staff@engawa.example')).toHaveLength(2));
    const used = await submit(token, 'and one more again').expect(410);
    expect(used.body.code).toBe('identity.password-link.used');
  });

  it('never reveals whether an address exists', async () => {
    const known = await send('manager@engawa.example').expect(202);
    const unknown = await send('nobody@engawa.example').expect(202);
    expect(known.text).toBe(unknown.text);
    await folder.token('manager@engawa.example');
    expect(folder.to('nobody@engawa.example')).toEqual([]);
  });

  it('writes in the language of the caller', async () => {
    await send('admin@other.example', 'en').expect(202);
    await folder.token('admin@other.example');
    expect(folder.to('admin@other.example')[0]).toContain('Subject: Reset your password');
  });

  it('distinguishes expired, used and invalid links', async () => {
    const address = 'god@engawa.example';
    await send(address).expect(202);
    const first = await folder.token(address, 1);
    await send(address).expect(202);
    const second = await folder.token(address, 2);
    // A later link replaces the earlier one.
    expect((await check(first).expect(410)).body.code).toBe('identity.password-link.expired');
    const [space = '', staffId = ''] = second.split('.');
    const staffs = service.running.app.get(StaffRepository);
    await staffs.change(space, staffId, (current) => ({
      set: {
        passwordLinks: current.passwordLinks.map((link) => ({
          ...link,
          expiresAt: new Date(Date.now() - 1_000),
        })),
      },
    }));
    expect((await check(second).expect(410)).body.code).toBe('identity.password-link.expired');
    const invented = second.replace(/.{43}$/, 'A'.repeat(43));
    expect((await check(invented).expect(404)).body.code).toBe('identity.password-link.invalid');
    expect((await check('nonsense').expect(404)).body.code).toBe('identity.password-link.invalid');
    await browser()
      .ask('post', '/auth/password-links/check')
      .send({ token: { $ne: 1 } })
      .expect(400);
  });

  it('is used up by one of two who submit at the same time', async () => {
    const address = 'manager@engawa.example';
    await send(address).expect(202);
    const token = await folder.token(address, 2);
    const answers = await Promise.all([
      submit(token, 'the first password'),
      submit(token, 'the second password'),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 410]);
  });

  it('stores no secret, and no mail text after it is out', async () => {
    const staffs = service.running.app.get(StaffRepository);
    const token = await folder.token('admin@other.example');
    const [space = '', staffId = '', , secret = ''] = token.split('.');
    expect(JSON.stringify(await staffs.findById(space, staffId))).not.toContain(secret);
  });

  it('limits a caller who asks often', async () => {
    let answer = await send('flood@engawa.example');
    for (let n = 0; n < 10 && answer.status === 202; n += 1)
      answer = await send('flood@engawa.example');
    expect(answer.status).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(60);
  });
});

describe('invitation (IDN-6)', () => {
  it('leads from the mail to the first sign-in', async () => {
    const admin = await browser().signIn('admin@engawa.example');
    const input = { email: 'invited@engawa.example', displayName: '新人 四郎' };
    const { body: staff } = await admin.ask('post', '/staffs').send(input).expect(201);
    const first = await folder.token('invited@engawa.example', 1);
    expect(folder.to('invited@engawa.example')[0]).toContain('/actions/passwords/confirm#token=');
    await admin.ask('post', `/staffs/${staff.id}/invitation`).send({ locale: 'en' }).expect(202);
    const second = await folder.token('invited@engawa.example', 2);
    await submit(first, PASSWORD).expect(410);
    expect((await check(second).expect(200)).body.kind).toBe('invitation');
    await submit(second, PASSWORD).expect(204);
    const invited = await browser().signIn('invited@engawa.example');
    expect(invited.answer!.session).toMatchObject({
      initialPasswordChanged: true,
      staff: { isAgreedToTOU: false },
    });
    const again = await admin.ask('post', `/staffs/${staff.id}/invitation`).send({}).expect(409);
    expect(again.body.code).toBe('identity.staff.password-set');
  });
});

describe('changePassword (IDN-5)', () => {
  it('ends the other sessions and keeps this browser signed in', async () => {
    const here = await browser().signIn('admin@other.example');
    const there = await browser().signIn('admin@other.example');
    const change = (currentPassword: string, newPassword: string) =>
      here.ask('post', '/profile/password').send({ currentPassword, newPassword });
    const wrong = await change('wrong', 'quite another one').expect(422);
    expect(wrong.body.errors[0].pointer).toBe('/body/currentPassword');
    const same = await change(PASSWORD, PASSWORD).expect(422);
    expect(same.body.code).toBe('identity.password.unchanged');
    await change(PASSWORD, '７文字パス').expect(400);
    service.events.clear();
    const answer = await change(PASSWORD, 'quite another one').expect(200);
    here.keep(answer.headers['set-cookie'] as unknown as string[]);
    expect(await here.refresh()).toBe(200);
    expect(await there.refresh()).toBe(401);
    const ended = there.answer!.session.id;
    const { data } = await service.events.receiveSuch(events.sessionRevoked, revokes(ended));
    expect(data.reason).toBe('password-changed');
  });
});
