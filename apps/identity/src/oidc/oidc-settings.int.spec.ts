import { TestIssuer, eventually, type TestService } from '@engawa/testing';
import { SpacesRepository } from '../space/space.repository';
import { Browser, PASSWORD, startIdentity } from '../testing/identity-test.service';

const SPACE = 'engawa-sendai';
let service: TestService;
let closed: TestService;
let issuer: TestIssuer;
let admin: Browser;

beforeAll(async () => {
  issuer = await TestIssuer.start();
  service = await startIdentity({ OIDC_ALLOWED_NETWORKS: '127.0.0.1' });
  admin = await new Browser(service.url).signIn('admin@engawa.example');
});
afterAll(async () => {
  await service?.stop();
  await closed?.stop();
  await issuer?.stop();
});

const valid = () => ({
  issuer: issuer.url,
  clientId: issuer.clientId,
  clientSecret: issuer.clientSecret,
  passwordAllowed: true,
  password: PASSWORD,
});
const version = async (browser = admin) =>
  (await browser.ask('get', '/space/oidc').expect(200)).body.version as number;
const put = async (body: object, browser = admin) =>
  browser
    .ask('put', '/space/oidc')
    .set('if-match', `"${await version(browser)}"`)
    .send(body);

it('begins with nothing but the addresses that the organisation needs', async () => {
  const { body } = await admin.ask('get', '/space/oidc').expect(200);
  expect(body).toEqual({
    version: expect.any(Number),
    configured: false,
    issuer: '',
    clientId: '',
    passwordAllowed: true,
    redirectUri: `http://localhost:4000/api/v1/auth/oidc/${SPACE}/callback`,
    signInUrl: `http://localhost:4000/login?space=${SPACE}`,
  });
});

it('keeps the secret encrypted, and never gives it back', async () => {
  const answer = await put(valid());
  expect([answer.status, answer.body.configured]).toEqual([200, true]);
  const record = await service.running.app.get(SpacesRepository).getSpace(SPACE);
  expect(record.oidc!.issuer).toBe(issuer.url);
  for (const shown of [answer.body, (await admin.ask('get', '/space/oidc')).body, record]) {
    expect(JSON.stringify(shown)).not.toContain(issuer.clientSecret);
  }
  expect(JSON.stringify((await admin.ask('get', '/space')).body)).not.toContain('oidc');
  await eventually(async () => {
    const { body } = await admin.ask('get', '/audit-entries?action=identity.oidc.updated');
    const fields = body.items[0].changes.map(({ field }: { field: string }) => field);
    expect(fields).toEqual(['issuer', 'clientId', 'clientSecret']);
    expect(JSON.stringify(body)).not.toContain(issuer.clientSecret);
  });
});

it('keeps the secret where it is left out, but gives it to nobody else', async () => {
  await put(valid());
  const { clientSecret: _left, ...without } = valid();
  const kept = await put({ ...without, passwordAllowed: false });
  expect([kept.status, kept.body.passwordAllowed]).toEqual([200, false]);
  const elsewhere = await TestIssuer.start();
  try {
    const refused = await put({ ...without, issuer: elsewhere.url });
    expect([refused.status, refused.body.code]).toEqual([422, 'identity.oidc.secret-required']);
    expect(refused.body.errors[0].pointer).toBe('/body/clientSecret');
    expect(elsewhere.asked).toEqual([]);
  } finally {
    await elsewhere.stop();
  }
});

it('wants the own password', async () => {
  const refused = await put({ ...valid(), password: 'wrong-password' });
  expect([refused.status, refused.body.code]).toEqual([422, 'identity.password.wrong']);
});

it('refuses what is no issuer, and changes nothing with that', async () => {
  const before = await version();
  for (const [wrong, code] of [
    [`${issuer.url}/nothing-here`, 'identity.oidc.issuer-unusable'],
    [issuer.url.replace('127.0.0.1', '127.0.0.2'), 'identity.oidc.issuer-refused'],
    ['https://localhost/', 'identity.oidc.issuer-refused'],
    ['https://169.254.169.254/', 'identity.oidc.issuer-refused'],
    ['https://[::a9fe:a9fe]/', 'identity.oidc.issuer-refused'],
    ['https://identity.engawa.svc/', 'identity.oidc.issuer-refused'],
    ['http://login.example.com', 'identity.oidc.issuer-refused'],
    ['not an address', 'identity.oidc.issuer-refused'],
  ]) {
    const refused = await put({ ...valid(), issuer: wrong });
    expect([wrong, refused.status, refused.body.code]).toEqual([wrong, 422, code]);
    expect(refused.body.errors[0].pointer).toBe('/body/issuer');
  }
  expect(await version()).toBe(before);
});

it('asks no private address that the operator did not allow', async () => {
  closed = await startIdentity();
  const there = await new Browser(closed.url).signIn('admin@engawa.example');
  const before = issuer.asked.length;
  const refused = await put(valid(), there);
  expect(refused.body.code).toBe('identity.oidc.issuer-refused');
  expect(issuer.asked.length).toBe(before);
});

it('refuses a stale version with the current space', async () => {
  const stale = await admin.ask('put', '/space/oidc').set('if-match', '"1"').send(valid());
  expect([stale.status, stale.body.code]).toEqual([412, 'identity.space.stale']);
  expect(JSON.stringify(stale.body)).not.toContain('secret');
});

it('can be taken away', async () => {
  await put(valid());
  await admin
    .ask('delete', '/space/oidc')
    .set('if-match', `"${await version()}"`)
    .expect(204);
  expect((await admin.ask('get', '/space/oidc')).body).toMatchObject({
    configured: false,
    issuer: '',
  });
  await admin.ask('post', `/auth/oidc/${SPACE}/begin`).send({}).expect(404);
});
