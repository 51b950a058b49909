import type { TestService } from '@engawa/testing';
import { Browser, PASSWORD, startIdentity } from '../testing/identity-test.service';

const signIn = (browser: Browser) =>
  browser
    .ask('post', '/auth/sign-in')
    .send({ email: 'staff@engawa.example', password: PASSWORD })
    .expect(200);
const cookiesOf = (headers: Record<string, unknown>) => headers['set-cookie'] as string[];

describe('cookies over https (IDN-5)', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startIdentity({ ENGAWA_PUBLIC_URL: 'https://engawa.example' });
  });
  afterAll(() => service?.stop());

  it('have the prefix that only https pages can set', async () => {
    const [refresh, files, device] = cookiesOf((await signIn(new Browser(service.url))).headers);
    expect(refresh).toMatch(
      /^__Secure-engawa_refresh=[^;]+; .*Path=\/api\/v1\/auth; HttpOnly; SameSite=Strict; Secure$/,
    );
    expect(files).toMatch(
      /^__Secure-engawa_files=[^;]+; .*Path=\/api\/v1; HttpOnly; SameSite=Strict; Secure$/,
    );
    expect(device).toMatch(/^__Secure-engawa_device=[^;]+; .*; Secure$/);
  });

  it('take the place of those without the prefix, which are read once more', async () => {
    const browser = await new Browser(service.url).signIn('staff@engawa.example');
    const earlier = new Browser(service.url);
    earlier.setCookie('engawa_refresh', browser.cookie('__Secure-engawa_refresh')!);
    const { headers } = await earlier.ask('post', '/auth/refresh').expect(200);
    const cookies = cookiesOf(headers);
    expect(cookies[0]).toMatch(/^__Secure-engawa_refresh=[^;]+;/);
    expect(cookies[1]).toMatch(/^engawa_refresh=; Max-Age=0; Path=\/api\/v1\/auth;/);
    earlier.keep(cookies);
    expect(await earlier.refresh()).toBe(200);
    const out = await earlier.ask('post', '/auth/sign-out').expect(204);
    expect(cookiesOf(out.headers)[0]).toMatch(/^__Secure-engawa_refresh=; Max-Age=0;/);
  });
});

describe('requests of other sites (IDN-5)', () => {
  let service: TestService;
  let browser: Browser;
  beforeAll(async () => {
    service = await startIdentity({ ENGAWA_PUBLIC_URL: 'http://engawa.example' });
    browser = await new Browser(service.url).signIn('staff@engawa.example');
  });
  afterAll(() => service?.stop());

  const refused = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site', origin: 'http://engawa.example' },
    { 'sec-fetch-site': 'none' },
    { origin: 'https://attacker.example' },
    { origin: 'http://sub.engawa.example' },
    { origin: 'http://engawa.example.attacker.example' },
    { origin: 'null' },
  ];
  it.each(refused)('are refused: %j', async (headers) => {
    for (const path of ['/auth/refresh', '/auth/sign-out']) {
      const { body } = await browser.ask('post', path).set(headers).expect(403);
      expect(body.code).toBe('identity.session.cross-origin');
    }
    const input = { email: 'manager@engawa.example', password: PASSWORD };
    await browser.ask('post', '/auth/sign-in').set(headers).send(input).expect(403);
    await browser
      .ask('post', '/auth/password-links')
      .set(headers)
      .send({ email: input.email })
      .expect(403);
    expect(await browser.refresh()).toBe(200);
  });

  const taken = [
    { 'sec-fetch-site': 'same-origin', origin: 'http://engawa.example' },
    { origin: 'http://engawa.example' },
    { origin: 'http://192.168.1.7:4000', 'x-forwarded-host': '192.168.1.7:4000' },
    {},
  ];
  it.each(taken)('are not these: %j', async (headers) => {
    const { headers: answer } = await browser.ask('post', '/auth/refresh').set(headers).expect(200);
    browser.keep(cookiesOf(answer));
  });
});
