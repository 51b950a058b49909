import { TestIssuer, eventually, type TestService } from '@engawa/testing';
import { generate } from 'otplib/functional';
import request from 'supertest';
import { Browser, PASSWORD, startIdentity } from '../testing/identity-test.service';

const SPACE = 'engawa-sendai';
let service: TestService;
let issuer: TestIssuer;
let admin: Browser;

beforeAll(async () => {
  issuer = await TestIssuer.start();
  service = await startIdentity({ OIDC_ALLOWED_NETWORKS: '127.0.0.1' });
  admin = await new Browser(service.url).signIn('admin@engawa.example');
  await configure();
});
afterAll(async () => {
  await service?.stop();
  await issuer?.stop();
});
beforeEach(() => {
  issuer.fault = {};
  issuer.userInfo = null;
  issuer.person = { email: 'staff@engawa.example', email_verified: true };
});

async function configure(more: Record<string, unknown> = {}) {
  const { body: settings } = await admin.ask('get', '/space/oidc').expect(200);
  return admin
    .ask('put', '/space/oidc')
    .set('if-match', `"${settings.version}"`)
    .send({
      issuer: issuer.url,
      clientId: issuer.clientId,
      clientSecret: issuer.clientSecret,
      passwordAllowed: true,
      password: PASSWORD,
      ...more,
    })
    .expect(200);
}

/** Runs a sign-in up to the issuer's answer; returns the redirect address. */
async function toIssuer(browser: Browser, from = '/tasks', space = SPACE): Promise<URL> {
  const begun = await browser.ask('post', `/auth/oidc/${space}/begin`).send({ from }).expect(200);
  browser.keep(begun.headers['set-cookie'] as unknown as string[]);
  const answer = await fetch(begun.body.authorizationUrl, { redirect: 'manual' });
  return new URL(answer.headers.get('location')!);
}

/** Continues with the redirect; returns where the browser is sent. */
async function returnFromProvider(browser: Browser, back: URL, space = SPACE): Promise<string> {
  const path = `/auth/oidc/${space}/callback${back.search}`;
  const { headers } = await browser.ask('get', path).expect(303);
  browser.keep(headers['set-cookie'] as unknown as string[]);
  return headers['location']!;
}

async function signIn(browser: Browser, from?: string): Promise<string> {
  return returnFromProvider(browser, await toIssuer(browser, from));
}

const told = (code: string) => `/login?space=${SPACE}&problem=${code}`;

it('signs the staff with the verified address in, and brings them where they wanted to go', async () => {
  const browser = new Browser(service.url);
  const back = await toIssuer(browser, '/members?type=x');
  expect(back.pathname).toBe(`/api/v1/auth/oidc/${SPACE}/callback`);
  expect(await returnFromProvider(browser, back)).toBe('/members?type=x');
  expect(await browser.refresh()).toBe(200);
  expect(browser.answer!.session.staff.email).toBe('staff@engawa.example');
  await eventually(async () => {
    const { body } = await admin
      .ask('get', '/audit-entries?action=identity.session.openedByOrganisation')
      .expect(200);
    expect(body.items[0].actor.id).toBe(browser.staffId);
  });
});

it('compares addresses without case, and takes them from the user info where the token has none', async () => {
  issuer.person = {};
  issuer.userInfo = { email: 'STAFF@Engawa.example', email_verified: 'true' };
  const browser = new Browser(service.url);
  expect(await signIn(browser, '/')).toBe('/');
  expect(await browser.refresh()).toBe(200);
});

it.each([
  [
    'an address that no staff member has',
    { email: 'new@engawa.example' },
    'identity.oidc.unknown-staff',
  ],
  [
    'a staff member of another space',
    { email: 'admin@other.example' },
    'identity.oidc.unknown-staff',
  ],
  ['an unverified address', { email_verified: false }, 'identity.oidc.email-unverified'],
  [
    'an address without a word on it',
    { email_verified: undefined },
    'identity.oidc.email-unverified',
  ],
  ['god', { email: 'god@engawa.example' }, 'identity.oidc.operator'],
])('refuses %s and makes no account', async (_what, person, code) => {
  issuer.person = { ...issuer.person, ...person };
  const before = (await admin.ask('get', '/staffs').expect(200)).body.items.length;
  const browser = new Browser(service.url);
  expect(await signIn(browser)).toBe(told(code));
  expect(await browser.refresh()).toBe(401);
  expect((await admin.ask('get', '/staffs').expect(200)).body.items.length).toBe(before);
});

it('reports to a deactivated staff member that the account is closed', async () => {
  const added = await admin
    .ask('post', '/staffs')
    .send({ email: 'gone@engawa.example', displayName: '去る 人', role: 'staff' })
    .expect(201);
  await admin.ask('post', `/staffs/${added.body.id}/deactivate`).expect(200);
  issuer.person = { email: 'gone@engawa.example', email_verified: true };
  const browser = new Browser(service.url);
  expect(await signIn(browser)).toBe(told('identity.sign-in.deactivated'));
  expect(await browser.refresh()).toBe(401);
});

it.each([
  ['another nonce', { claims: { nonce: 'another' } }],
  ['another audience', { claims: { aud: 'another-client' } }],
  ['another issuer', { claims: { iss: 'https://elsewhere.example' } }],
  ['a token that is over', { claims: { exp: Math.floor(Date.now() / 1_000) - 600 } }],
  ['a signature with a foreign key', { foreignKey: true }],
  ['a refusal', { error: 'access_denied' }],
])('takes no answer with %s', async (_what, fault) => {
  issuer.fault = fault;
  const browser = new Browser(service.url);
  expect(await signIn(browser)).toBe(told('identity.oidc.failed'));
  expect(await browser.refresh()).toBe(401);
});

it('goes on only in the browser that began, once, and for the space that it began for', async () => {
  const browser = new Browser(service.url);
  const back = await toIssuer(browser);
  const other = new Browser(service.url);
  expect(await returnFromProvider(other, back)).toBe(told('identity.oidc.interrupted'));
  await toIssuer(other);
  expect(await returnFromProvider(other, back)).toBe(told('identity.oidc.failed'));
  expect(await returnFromProvider(browser, back, 'engawa-other')).toContain(
    'identity.oidc.interrupted',
  );
  // The step is now used up.
  expect(await returnFromProvider(browser, back)).toBe(told('identity.oidc.interrupted'));
});

it('a code of the issuer works once', async () => {
  const browser = new Browser(service.url);
  const back = await toIssuer(browser);
  const cookie = browser.cookie('engawa_oidc')!;
  expect(await returnFromProvider(browser, back)).toBe('/tasks');
  browser.setCookie('engawa_oidc', cookie);
  expect(await returnFromProvider(browser, back)).toBe(told('identity.oidc.failed'));
});

it('asks an account with two-factor sign-in for its code', async () => {
  const own = await new Browser(service.url).signIn('manager@engawa.example');
  const begun = await own
    .ask('post', '/profile/two-factor/begin')
    .send({ password: PASSWORD })
    .expect(200);
  const confirmed = await own
    .ask('post', '/profile/two-factor/confirm')
    .send({ oneTimeCode: await generate({ secret: begun.body.secret }) })
    .expect(200);
  // Recovery codes do not expire meanwhile.
  const [recoveryCode] = confirmed.body.recoveryCodes as string[];
  issuer.person = { email: 'manager@engawa.example', email_verified: true };
  const browser = new Browser(service.url);
  expect(await signIn(browser, '/tasks')).toBe(`/login?space=${SPACE}&step=code&from=%2Ftasks`);
  expect(await browser.refresh()).toBe(401);
  const wrong = await browser.ask('post', '/auth/oidc/code').send({ oneTimeCode: '000000' });
  expect([wrong.status, wrong.body.code]).toEqual([401, 'identity.sign-in.code-wrong']);
  const right = await browser
    .ask('post', '/auth/oidc/code')
    .send({ oneTimeCode: recoveryCode })
    .expect(200);
  expect(right.body.session.staff.email).toBe('manager@engawa.example');
  browser.keep(right.headers['set-cookie'] as unknown as string[]);
  expect(await browser.refresh()).toBe(200);
  const stranger = await new Browser(service.url)
    .ask('post', '/auth/oidc/code')
    .send({ oneTimeCode: '123456' });
  expect([stranger.status, stranger.body.code]).toEqual([422, 'identity.oidc.interrupted']);
});

it('a space without it, and one that does not exist, answer the same', async () => {
  const ask = (space: string) =>
    request(service.url).post(`/api/v1/auth/oidc/${space}/begin`).send({});
  const [without, unknown] = [await ask('engawa-other'), await ask('no-such-space')];
  expect([without.status, without.body.code]).toEqual([404, 'identity.oidc.not-found']);
  const strip = (body: object) => ({ ...body, requestId: '', instance: '' });
  expect(strip(unknown.body)).toEqual(strip(without.body));
});

it.each(['//evil.example', 'https://evil.example', '/\\evil.example', 'tasks'])(
  'never leads out of the app: %s',
  async (from) => {
    await request(service.url).post(`/api/v1/auth/oidc/${SPACE}/begin`).send({ from }).expect(400);
  },
);

it('where passwords are switched off, they let in the primary administrator and god alone', async () => {
  await configure({ passwordAllowed: false });
  try {
    const ask = (email: string, password = PASSWORD) =>
      request(service.url).post('/api/v1/auth/sign-in').send({ email, password });
    const staff = await ask('staff@engawa.example');
    expect([staff.status, staff.body.code]).toEqual([
      403,
      'identity.sign-in.organisation-required',
    ]);
    // Nothing is revealed without the password.
    expect((await ask('staff@engawa.example', 'wrong-password')).body.code).toBe(
      'identity.sign-in.refused',
    );
    await ask('admin@engawa.example').expect(200);
    await ask('god@engawa.example').expect(200);
    await ask('admin@other.example').expect(200);
    // A newcomer signs in without a first password, which would be useless.
    const email = 'newcomer@engawa.example';
    await admin.ask('post', '/staffs').send({ email, displayName: '新人', role: 'staff' });
    issuer.person = { email, email_verified: true };
    const browser = new Browser(service.url);
    expect(await signIn(browser, '/')).toBe('/');
    expect(await browser.refresh()).toBe(200);
    expect(browser.answer!.session).toMatchObject({
      initialPasswordChanged: true,
      staff: { email, isAgreedToTOU: false },
    });
    await browser.ask('get', '/staffs').expect(200);
  } finally {
    await configure();
  }
});
