import { eventually, type TestService } from '@engawa/testing';
import { AttemptClock } from '../attempt/attempt.service';
import { SecretService } from '../secret/secret.service';
import { StaffRepository } from '../staff/staff.repository';
import { Browser, PASSWORD, startIdentity } from '../testing/identity-test.service';
import { MailFolder } from '../testing/mail-folder';
import { hashOfRecoveryCode } from '../two-factor/one-time-code.rules';

const HOUR = 60 * 60_000;
/** `npm run test:long -- sign-in` sends 10,000; a multiple of the steps. */
const attempts = Number(process.env['ENGAWA_SIGN_IN_ATTEMPTS'] ?? 400);
/** Moments of three hours at which a part of the attempts is sent. */
const STEPS = 200;
const email = 'staff@engawa.example';

const folder = new MailFolder();
let service: TestService;
// Not earlier than now: the database deletes old attempts by its own clock.
let now = Date.now();
beforeAll(async () => {
  service = await startIdentity({ MAIL_DIR: folder.path });
  jest.spyOn(service.running.app.get(AttemptClock), 'now').mockImplementation(() => now);
});
afterAll(async () => {
  await service?.stop();
  folder.remove();
});

const at = (address: string) => new Browser(service.url, address);
/** One of 1,000 addresses. */
const addressOf = (index: number) => `198.18.${Math.floor(index / 250) % 4}.${1 + (index % 250)}`;

/** The status of an attempt; a plain fetch, because supertest is slow for thousands. */
async function guess(account: string, address: string, more: object = {}): Promise<number> {
  const response = await fetch(`${service.url}/api/v1/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ email: account, password: 'not this one', ...more }),
  });
  await response.arrayBuffer();
  return response.status;
}

/** Guesses until the strangers' budget is exhausted. */
async function attackFromManyAddresses(account: string): Promise<void> {
  for (let index = 0; index < 20; index += 1) {
    if ((await guess(account, addressOf(index))) === 429) return;
  }
  throw new Error('twenty guesses and no end');
}

describe('an attack on one account (IDN-4)', () => {
  it(`has ten guesses an hour from up to 1,000 addresses in ${attempts} attempts; the owner can sign in`, async () => {
    const home = await at('203.0.113.50').signIn(email);
    const evaluated: number[] = [];
    const statuses = new Set<number>();
    for (let sent = 0; sent < attempts; sent += attempts / STEPS) {
      now += (3 * HOUR) / STEPS;
      const batch = Array.from({ length: attempts / STEPS }, (_, n) => addressOf(sent + n));
      for (const status of await Promise.all(batch.map((from) => guess(email, from)))) {
        statuses.add(status);
        if (status === 401) evaluated.push(now);
      }
    }
    // A slow machine may still be busy with the ten.
    expect([...statuses].filter((status) => ![401, 429, 503].includes(status))).toEqual([]);
    const inHour = evaluated.map((end) => evaluated.filter((t) => t > end - HOUR && t <= end));
    expect(Math.max(...inHour.map(({ length }) => length))).toBeLessThanOrEqual(10);
    expect(evaluated.length).toBeGreaterThanOrEqual(20);

    // From a known device anywhere, and from a network where the owner is signed in.
    await home.signIn(email);
    await at('203.0.113.50').signIn(email);
    // A new device in a new network counts as a stranger until it opens a mailed link.
    const travelling = at('203.0.113.77');
    const attempt = () =>
      travelling.ask('post', '/auth/sign-in').send({ email, password: PASSWORD });
    await attempt().expect(429);
    await travelling.ask('post', '/auth/password-links').send({ email }).expect(202);
    const token = await folder.token(email);
    const opened = await travelling
      .ask('post', '/auth/password-links/check')
      .send({ token })
      .expect(200);
    travelling.keep(opened.headers['set-cookie'] as unknown as string[]);
    await attempt().expect(200);
  }, 300_000);

  it('ends by itself when nobody guesses any more', async () => {
    await attackFromManyAddresses('manager@engawa.example');
    // Attempts during a lock do not prolong it.
    now += HOUR - 1;
    expect(await guess('manager@engawa.example', addressOf(900))).toBe(429);
    now += 1;
    await at('203.0.113.60').signIn('manager@engawa.example');
  });

  it('gives guesses back to a network whose owner signs in', async () => {
    const account = 'god@engawa.example';
    now += HOUR;
    for (let n = 0; n < 4; n += 1) expect(await guess(account, '203.0.113.61')).toBe(401);
    await at('203.0.113.61').signIn(account);
    await eventually(async () => {
      const budgetLeft = await guess(account, addressOf(1));
      expect(budgetLeft).toBe(401);
    });
    for (let n = 2; n <= 10; n += 1) expect(await guess(account, addressOf(n))).toBe(401);
    expect(await guess(account, addressOf(11))).toBe(429);
  });

  it('lets in a right password with a second factor, and answers wrong codes like strangers', async () => {
    const account = 'admin@engawa.example';
    const { app } = service.running;
    const staffs = app.get(StaffRepository);
    const { space, id } = (await staffs.findByEmailKey(account))!;
    const codes = ['aaaaa-bbbbb', 'ccccc-ddddd'];
    await staffs.change(space, id, () => ({
      set: {
        twoFactor: {
          secret: app.get(SecretService).seal(id, 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'),
          lastStep: null,
          recoveryHashes: codes.map((code) => hashOfRecoveryCode(id, code)),
        },
      },
    }));
    await attackFromManyAddresses(account);
    const stranger = addressOf(30);
    expect(await guess(account, stranger, { oneTimeCode: 'xxxxx-xxxxx' })).toBe(429);
    expect(await guess(account, stranger, { password: PASSWORD })).toBe(429);
    expect(await guess(account, stranger, { password: PASSWORD, oneTimeCode: 'xxxxx-xxxxx' })).toBe(
      429,
    );
    // A code is spent by its attempt: its holder has one guess at the password.
    expect(await guess(account, stranger, { oneTimeCode: codes[0] })).toBe(401);
    expect(await guess(account, stranger, { password: PASSWORD, oneTimeCode: codes[0] })).toBe(429);
    await at(stranger).signIn(account, PASSWORD, codes[1]);
  });

  it('treats an unknown address like a known one', async () => {
    now += HOUR;
    const statuses = async (account: string) => {
      const list: number[] = [];
      for (let n = 0; n < 12; n += 1) list.push(await guess(account, addressOf(500 + n)));
      return list;
    };
    expect(await statuses('nobody@engawa.example')).toEqual(await statuses('admin@other.example'));
  });
});

describe('links asked for by strangers (IDN-7)', () => {
  const account = 'admin@other.example';
  const ask = (address: string) =>
    at(address).ask('post', '/auth/password-links').send({ email: account });

  it('neither refuse the owner nor close the link in their mailbox', async () => {
    const owner = '203.0.113.80';
    await ask(owner).expect(202);
    const token = await folder.token(account, 1);
    for (let n = 0; n < 30; n += 1) await ask(addressOf(100 + n)).expect(202);
    await ask(owner).expect(202);
    await eventually(() => expect(folder.to(account).length).toBeGreaterThanOrEqual(5));
    // The mailbox is not flooded.
    expect(folder.to(account)).toHaveLength(5);
    await at(owner).ask('post', '/auth/password-links/check').send({ token }).expect(200);
  });

  it('are mailed at once for a known device, whatever strangers asked', async () => {
    now += HOUR;
    const device = await at('203.0.113.81').signIn(account);
    const before = folder.to(account).length;
    await device.ask('post', '/auth/password-links').send({ email: account }).expect(202);
    await folder.token(account, before + 1);
  });
});

describe('a flood of sign-ins', () => {
  it('is refused with 503 and Retry-After at once, and harms no reads', async () => {
    const reader = await at('203.0.113.90').signIn('manager@engawa.example');
    const post = async (index: number) => {
      const response = await fetch(`${service.url}/api/v1/auth/sign-in`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': addressOf(index) },
        body: JSON.stringify({ email: `nobody${index}@flood.example`, password: 'not this one' }),
      });
      const { code } = (await response.json()) as { code: string };
      return { status: response.status, code, wait: Number(response.headers.get('retry-after')) };
    };
    const flood = Promise.all(Array.from({ length: 400 }, (_, index) => post(index)));
    const reads = await Promise.all(
      Array.from({ length: 10 }, () => reader.ask('get', '/staffs').expect(200)),
    );
    expect(reads).toHaveLength(10);
    const answers = await flood;
    const refused = answers.filter(({ status }) => status === 503);
    expect(answers.filter(({ status }) => status === 401).length + refused.length).toBe(400);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.every(({ code, wait }) => code === 'identity.sign-in.busy' && wait >= 1)).toBe(
      true,
    );
  });
});
