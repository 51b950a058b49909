import { verifyAccessToken } from '@engawa/auth';
import { type AuditEntry, events } from '@engawa/contracts';
import { eventually, type TestService } from '@engawa/testing';
import { hash } from '@node-rs/argon2';
import { AttemptClock } from '../attempt/attempt.service';
import { StaffRepository } from '../staff/staff.repository';
import { Browser, PASSWORD, startIdentity } from '../testing/identity-test.service';

let service: TestService;
beforeAll(async () => {
  service = await startIdentity();
});
afterAll(() => service?.stop());

const browser = (address?: string) => new Browser(service.url, address);

describe('signIn (IDN-4)', () => {
  it('answers a token, its expiry and all that the shell needs', async () => {
    const { answer } = await browser().signIn('Admin@Engawa.example');
    expect(answer).toMatchObject({
      session: {
        staff: { displayName: '縁側 花子', role: 'primaryAdmin', email: 'admin@engawa.example' },
        space: { id: 'engawa-sendai', displayName: '縁側 仙台', timeZone: 'Asia/Tokyo' },
        god: false,
        admin: true,
        initialPasswordChanged: true,
      },
    });
    expect(answer!.session.permissions).toContain('staff.manage');
    const claims = verifyAccessToken(answer!.accessToken, service.env['ENGAWA_TOKEN_PUBLIC_KEYS']!);
    expect(claims).toMatchObject({
      sub: answer!.session.staff.id,
      space: 'engawa-sendai',
      role: 'primaryAdmin',
      admin: true,
      god: false,
    });
    expect(claims.exp - claims.iat).toBe(15 * 60);
    expect(Date.parse(answer!.expiresAt)).toBe(claims.exp * 1_000);
  });

  it('keeps the refresh token in a cookie for the auth routes alone', async () => {
    const response = await browser()
      .ask('post', '/auth/sign-in')
      .send({ email: 'staff@engawa.example', password: PASSWORD })
      .expect(200);
    const [refresh] = response.headers['set-cookie'] as unknown as string[];
    expect(refresh).toMatch(/^engawa_refresh=.+; HttpOnly; SameSite=Strict$/);
    expect(refresh).toContain('Path=/api/v1/auth');
    expect(JSON.stringify(response.body)).not.toContain(/=([^;]+)/.exec(refresh!)![1]);
  });

  it('answers an unknown address and a wrong password alike', async () => {
    const ask = (email: string, address: string) =>
      browser(address).ask('post', '/auth/sign-in').send({ email, password: 'not this one' });
    const unknown = await ask('nobody@engawa.example', '203.0.113.10').expect(401);
    const wrong = await ask('admin@engawa.example', '203.0.113.11').expect(401);
    const { requestId: _a, ...first } = unknown.body as Record<string, unknown>;
    const { requestId: _b, ...second } = wrong.body as Record<string, unknown>;
    expect(first).toEqual(second);
    expect(first['code']).toBe('identity.sign-in.refused');
  });

  it('rehashes a password whose hash has a lower cost', async () => {
    const email = 'admin@other.example';
    const staffs = service.running.app.get(StaffRepository);
    const stored = async () => (await staffs.findByEmailKey(email))!;
    const { id } = await stored();
    const weak = await hash(PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
    await staffs.change('engawa-other', id, () => ({ set: { passwordHash: weak } }));
    await browser().signIn(email);
    await eventually(async () => {
      expect((await stored()).passwordHash).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/);
    });
    await browser().signIn(email);
  });

  it('works as long for both', async () => {
    const times: Record<string, number[]> = { known: [], unknown: [] };
    const median = (list: number[]) => list.toSorted((a, b) => a - b)[list.length >> 1]!;
    // Single times mean little on a busy machine: many rounds, interleaved. Without the dummy work
    // for unknown addresses they would differ tenfold.
    let now = Date.now();
    // Each round in another hour, because guesses per account are limited.
    const clock = jest.spyOn(service.running.app.get(AttemptClock), 'now');
    clock.mockImplementation(() => now);
    let ratio = 0;
    for (let round = 0; round < 40; round += 1) {
      for (const [kind, email] of [
        ['known', 'god@engawa.example'],
        ['unknown', `nobody${round}@engawa.example`],
      ] as const) {
        const client = browser(`198.51.100.${round}`);
        const begin = performance.now();
        await client
          .ask('post', '/auth/sign-in')
          .send({ email, password: 'not this one' })
          .expect(401);
        times[kind]!.push(performance.now() - begin);
      }
      now += 60 * 60_000;
      ratio = median(times['known']!) / median(times['unknown']!);
      if (round >= 8 && ratio > 0.6 && ratio < 1.6) {
        clock.mockRestore();
        return;
      }
    }
    throw new Error(`known / unknown: ${ratio}`);
  });

  it('slows guessing down with 429 and Retry-After, but not for a remembered device', async () => {
    const owner = await browser('203.0.113.20').signIn('staff@engawa.example');
    const guess = (client: Browser) =>
      client.ask('post', '/auth/sign-in').send({ email: 'staff@engawa.example', password: 'no' });
    const stranger = browser('203.0.113.20');
    // The pause doubles: on a slow machine it takes more guesses until one falls into it.
    let refused = await guess(stranger);
    let guesses = 1;
    for (; refused.status === 401; guesses += 1) refused = await guess(stranger);
    expect(refused.status).toBe(429);
    expect(guesses).toBeGreaterThan(5);
    expect(guesses).toBeLessThanOrEqual(10);
    expect(refused.body.code).toBe('identity.sign-in.too-many-attempts');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    // Also with the right password, from the stranger's network.
    await stranger
      .ask('post', '/auth/sign-in')
      .send({ email: 'staff@engawa.example', password: PASSWORD })
      .expect(429);
    // Other accounts in the same network and the owner's device are not affected.
    await browser('203.0.113.20').signIn('manager@engawa.example');
    await owner.signIn('staff@engawa.example');
  });

  it('lets one of many guesses at the same time go on', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        browser('203.0.113.30')
          .ask('post', '/auth/sign-in')
          .send({ email: 'staff@engawa.example', password: 'no' }),
      ),
    );
    const tried = answers.filter(({ status }) => status === 401).length;
    expect(tried).toBeLessThanOrEqual(8);
    // 503 when the machine is too slow even for these.
    expect(answers.filter(({ status }) => ![401, 429, 503].includes(status))).toEqual([]);
  });

  it('writes the sign-in down for the audit log', async () => {
    const { staffId } = await browser('203.0.113.40').signIn('admin@other.example');
    const told = await service.events.receiveSuch(
      events.identityAudited,
      ({ data }) => data.network === '203.0.113.40',
    );
    expect(told).toMatchObject({
      space: 'engawa-other',
      actor: staffId,
      data: { action: 'identity.session.opened', network: '203.0.113.40' },
    });
  });

  it('writes a lock down for the audit log, once', async () => {
    // Five per network are free; the tenth in total exhausts the strangers' budget.
    const guess = (count: number) =>
      browser(`198.18.0.${1 + Math.floor(count / 5)}`)
        .ask('post', '/auth/sign-in')
        .send({ email: 'manager@engawa.example', password: 'no' });
    let answer = await guess(0);
    for (let count = 1; count <= 50 && answer.status === 401; count += 1) {
      answer = await guess(count);
    }
    expect(answer.status).toBe(429);
    const admin = await browser('203.0.113.41').signIn('admin@engawa.example');
    await eventually(async () => {
      const page = await admin.ask('get', '/audit-entries?action=identity.account.locked');
      const items = page.body.items as AuditEntry[];
      // The guesses of an earlier test may have locked another account.
      const written = items.filter(({ network }) => network?.startsWith('198.18.0.'));
      expect(written).toMatchObject([{ actor: null, target: { type: 'staff' } }]);
    });
  });

  it.each([
    ['an operator as password', { email: 'a@engawa.example', password: { $ne: null } }],
    ['an operator as address', { email: { $gt: '' }, password: 'x' }],
    ['a list', { email: ['a@engawa.example'], password: 'x' }],
    ['no address', { email: 'nobody', password: 'x' }],
    ['an unknown field', { email: 'a@engawa.example', password: 'x', admin: true }],
    ['nothing', {}],
  ])('refuses %s with 400', async (_case, body) => {
    const response = await browser().ask('post', '/auth/sign-in').send(body).expect(400);
    expect(response.body.code).toBe('request.invalid');
    expect(response.body.errors[0].pointer).toMatch(/^\/body/);
  });
});
