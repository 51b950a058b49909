import type { TestService } from '@engawa/testing';
import { generate } from 'otplib/functional';
import { StaffRepository } from '../staff/staff.repository';
import { Browser, PASSWORD, startIdentity } from '../testing/identity-test.service';

let service: TestService;
beforeAll(async () => {
  service = await startIdentity({ ENGAWA_GOD_TWO_FACTOR: 'required' });
});
afterAll(() => service?.stop());

const browser = () => new Browser(service.url);
const codeAt = (secret: string, steps: number) =>
  generate({ secret, epoch: Math.floor(Date.now() / 1_000) + steps * 30 });

const realNow = Date.now;
let aheadMs = 0;
beforeAll(() => {
  jest.spyOn(Date, 'now').mockImplementation(() => realNow() + aheadMs);
});
afterAll(() => jest.restoreAllMocks());

/** Moves the clock to the start of the next time step, so that no code expires on its way. */
function startNextStep(): void {
  aheadMs += 30_000 - (Date.now() % 30_000);
}

/** Turns it on with the code of the previous step, so that the current one is unspent. */
async function setUp(client: Browser): Promise<{ secret: string; recoveryCodes: string[] }> {
  startNextStep();
  const begun = await client
    .ask('post', '/profile/two-factor/begin')
    .send({ password: PASSWORD })
    .expect(200);
  const { secret, uri } = begun.body;
  expect(uri).toContain(`secret=${secret}`);
  const confirmed = await client
    .ask('post', '/profile/two-factor/confirm')
    .send({ oneTimeCode: await codeAt(secret, -1) })
    .expect(200);
  return { secret, recoveryCodes: confirmed.body.recoveryCodes };
}

describe('two-factor sign-in (IDN-9)', () => {
  it('gives god its powers only once it is set up', async () => {
    const god = await browser().signIn('god@engawa.example');
    expect(god.answer!.session).toMatchObject({ god: false, twoFactorSetupRequired: true });
    await god.ask('get', '/spaces').expect(403);
    const { secret } = await setUp(god);
    expect(await god.refresh()).toBe(200);
    expect(god.answer!.session).toMatchObject({ god: true, twoFactorSetupRequired: false });
    await god.ask('get', '/spaces').expect(200);
    const { body } = await god
      .ask('post', '/profile/two-factor/disable')
      .send({ password: PASSWORD, oneTimeCode: await codeAt(secret, 0) })
      .expect(409);
    expect(body.code).toBe('identity.two-factor.required');
  });

  it('gives recovery codes again to a request that is sent again while its code is valid', async () => {
    const staff = await browser().signIn('manager@engawa.example');
    const confirm = (oneTimeCode: string, key: string) =>
      staff
        .ask('post', '/profile/two-factor/confirm')
        .set('idempotency-key', key)
        .send({ oneTimeCode });
    startNextStep();
    const begun = await staff
      .ask('post', '/profile/two-factor/begin')
      .send({ password: PASSWORD })
      .expect(200);
    const code = await codeAt(begun.body.secret, 0);
    const lost = (await confirm(code, 'first-request').expect(200)).body.recoveryCodes;
    const { recoveryCodes } = (await confirm(code, 'first-request').expect(200)).body;
    expect(recoveryCodes).toHaveLength(10);
    expect(lost).not.toContain(recoveryCodes[0]);

    // Nobody else gets any, and neither does the same request later.
    const other = await confirm(code, 'other-request').expect(409);
    expect(other.body.code).toBe('identity.two-factor.enabled');
    startNextStep();
    startNextStep();
    startNextStep();
    const late = await confirm(code, 'first-request').expect(409);
    expect(late.body.code).toBe('identity.two-factor.enabled');

    await expect(browser().signIn('manager@engawa.example', PASSWORD, lost[0])).rejects.toThrow();
    await browser().signIn('manager@engawa.example', PASSWORD, recoveryCodes[0]);
    const admin = await browser().signIn('admin@engawa.example');
    await admin.ask('post', `/staffs/${staff.staffId}/reset-two-factor`).expect(204);
  });

  it('asks for a code after the right password, and takes each code once', async () => {
    const staff = await browser().signIn('staff@engawa.example');
    const { secret, recoveryCodes } = await setUp(staff);
    const ask = (oneTimeCode?: string, password = PASSWORD) =>
      browser()
        .ask('post', '/auth/sign-in')
        .send({ email: 'staff@engawa.example', password, oneTimeCode });
    expect((await ask().expect(401)).body.code).toBe('identity.sign-in.code-required');
    const wrong = await ask(undefined, 'wrong password').expect(401);
    expect(wrong.body.code).toBe('identity.sign-in.refused');
    const code = await codeAt(secret, 0);
    await ask(code).expect(200);
    expect((await ask(code).expect(401)).body.code).toBe('identity.sign-in.code-wrong');
    await ask(recoveryCodes[0]).expect(200);
    expect((await ask(recoveryCodes[0]).expect(401)).body.code).toBe('identity.sign-in.code-wrong');
    const { body } = await staff.ask('get', '/profile/two-factor').expect(200);
    expect(body).toEqual({ enabled: true, required: false, recoveryCodesLeft: 9 });
    const renewed = await staff
      .ask('post', '/profile/two-factor/recovery-codes')
      .send({ password: PASSWORD, oneTimeCode: recoveryCodes[1] })
      .expect(200);
    expect(renewed.body.recoveryCodes).toHaveLength(10);
    await ask(recoveryCodes[2]).expect(401);
    await ask(renewed.body.recoveryCodes[0]).expect(200);
  });

  it('stores neither the secret nor the codes as they are', async () => {
    const manager = await browser().signIn('manager@engawa.example');
    const { secret, recoveryCodes } = await setUp(manager);
    const staffs = service.running.app.get(StaffRepository);
    const stored = JSON.stringify(await staffs.findById('engawa-sendai', manager.staffId));
    expect(stored).not.toContain(secret);
    for (const code of recoveryCodes) expect(stored).not.toContain(code.replace('-', ''));
  });

  it('is taken away by an administrator for who lost everything, never for god', async () => {
    const admin = await browser().signIn('admin@engawa.example');
    // The list shows no god.
    const staffs = service.running.app.get(StaffRepository);
    const reset = async (email: string) => {
      const found = await staffs.findByEmailKey(email);
      return admin.ask('post', `/staffs/${found!.id}/reset-two-factor`);
    };
    expect((await reset('staff@engawa.example')).status).toBe(204);
    await browser().signIn('staff@engawa.example');
    const god = await reset('god@engawa.example');
    expect([god.status, god.body.code]).toEqual([403, 'identity.staff.god-protected']);
    const again = await reset('staff@engawa.example');
    expect([again.status, again.body.code]).toEqual([409, 'identity.two-factor.not-enabled']);
  });

  it('slows guessing of codes down', async () => {
    const admin = await browser().signIn('admin@engawa.example');
    await admin.ask('post', '/profile/two-factor/begin').send({ password: PASSWORD }).expect(200);
    const guess = () =>
      admin.ask('post', '/profile/two-factor/confirm').send({ oneTimeCode: '000000' });
    let answer = await guess();
    for (let n = 0; n < 8 && answer.status === 422; n += 1) answer = await guess();
    expect(answer.status).toBe(429);
  });

  it('takes codes after the secret key was changed, and recovery codes after it was lost', async () => {
    const elsewhere = () => new Browser(service.url, '203.0.113.9');
    const staff = await elsewhere().signIn('staff@engawa.example');
    const { secret, recoveryCodes } = await setUp(staff);
    await service.restart('identity', {
      ENGAWA_SECRET_KEY: Buffer.alloc(32, 9).toString('base64'),
      ENGAWA_SECRET_KEY_FORMER: service.env['ENGAWA_SECRET_KEY']!,
    });
    expect(await staff.refresh()).toBe(401);
    startNextStep();
    await elsewhere().signIn('staff@engawa.example', PASSWORD, await codeAt(secret, 0));

    // The key is lost: what the app shows is worth nothing any more, a recovery code is.
    await service.restart('identity', {
      ENGAWA_SECRET_KEY: Buffer.alloc(32, 8).toString('base64'),
      ENGAWA_SECRET_KEY_REPLACED: 'true',
    });
    startNextStep();
    const { body } = await elsewhere()
      .ask('post', '/auth/sign-in')
      .send({
        email: 'staff@engawa.example',
        password: PASSWORD,
        oneTimeCode: await codeAt(secret, 0),
      })
      .expect(401);
    expect(body.code).toBe('identity.sign-in.code-wrong');
    await elsewhere().signIn('staff@engawa.example', PASSWORD, recoveryCodes[0]);
  });
});
