import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { freePort, type TestService } from '@engawa/testing';
import { Browser, PASSWORD, startIdentity } from '../testing/identity-test.service';
import { OidcSettingsService } from './oidc-settings.service';

const SPACE = 'engawa-sendai';
const script = path.join(__dirname, '../testing/real-issuer.mjs');

/** oidc-provider, the certified issuer of npm. */
class RealIssuer {
  private readonly process: ChildProcess;
  /** The prompts of its pages at the last visit. */
  asked: string[] = [];

  constructor(readonly port: number) {
    this.process = fork(script, [String(port)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Gives it a new key of that name; its clock is `skew` seconds ahead. */
  async start(kid: string, skew = 0): Promise<void> {
    const ready = once(this.process, 'message');
    const ended = once(this.process, 'exit').then(([code]) => {
      throw new Error(`the issuer ended with ${code}`);
    });
    this.process.send({ kid, skew });
    await Promise.race([ready, ended]);
  }

  async stop(): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const ended = once(this.process, 'exit');
    this.process.kill();
    await ended;
  }

  /** Signs in and consents on the issuer's pages; returns the redirect address. */
  async visit(address: string, login: string, cookies = new Map<string, string>()): Promise<URL> {
    this.asked = [];
    let next = new URL(address);
    let form: Record<string, string> | null = null;
    for (let steps = 0; steps < 12; steps += 1) {
      const answer: Response = await fetch(next, {
        redirect: 'manual',
        headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
        ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
      });
      for (const cookie of answer.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!;
        cookies.set(name!, value!);
      }
      const location = answer.headers.get('location');
      if (location) {
        next = new URL(location, next);
        form = null;
        if (next.port !== String(this.port)) return next;
        continue;
      }
      const page = await answer.text();
      const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
      if (!prompt) throw new Error(`the issuer answered ${answer.status}: ${page}`);
      this.asked.push(prompt);
      form = { prompt, login, password: 'anything' };
    }
    throw new Error('the issuer goes round in circles');
  }

  /** Confirms at the issuer's page that the sign-in ends; returns its last answer. */
  async leave(address: string, cookies: Map<string, string>): Promise<string> {
    const header = { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') };
    const page = await (await fetch(address, { headers: header })).text();
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1];
    const target = /action="([^"]+)"/.exec(page)?.[1];
    if (!xsrf || !target) throw new Error(`the issuer answered ${page}`);
    const answer = await fetch(new URL(target, address), {
      method: 'POST',
      headers: header,
      body: new URLSearchParams({ xsrf, logout: 'yes' }),
      redirect: 'manual',
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!;
      cookies.set(name!, value!);
    }
    return String(answer.status);
  }
}

let service: TestService;
let issuer: RealIssuer;

beforeAll(async () => {
  issuer = new RealIssuer(await freePort());
  await issuer.start('one');
  service = await startIdentity({ OIDC_ALLOWED_NETWORKS: '127.0.0.1' });
  const admin = await new Browser(service.url).signIn('admin@engawa.example');
  const { body: settings } = await admin.ask('get', '/space/oidc').expect(200);
  // Asks the issuer for its discovery document.
  await admin
    .ask('put', '/space/oidc')
    .set('if-match', `"${settings.version}"`)
    .send({
      issuer: issuer.url,
      clientId: 'engawa-client',
      clientSecret: 'kept between the two',
      passwordAllowed: true,
      password: PASSWORD,
    })
    .expect(200);
});
afterAll(async () => {
  await service?.stop();
  await issuer?.stop();
});

async function signIn(
  browser: Browser,
  login = 'staff@engawa.example',
  atIssuer = new Map<string, string>(),
): Promise<string> {
  const begun = await browser.ask('post', `/auth/oidc/${SPACE}/begin`).send({ from: '/tasks' });
  browser.keep(begun.headers['set-cookie'] as unknown as string[]);
  const back = await issuer.visit(begun.body.authorizationUrl, login, atIssuer);
  const { headers } = await browser
    .ask('get', `/auth/oidc/${SPACE}/callback${back.search}`)
    .expect(303);
  browser.keep(headers['set-cookie'] as unknown as string[]);
  return headers['location']!;
}

const failed = `/login?space=${SPACE}&problem=identity.oidc.failed`;

it('signs in with a real issuer, and signs out of Engawa', async () => {
  const browser = new Browser(service.url);
  expect(await signIn(browser)).toBe('/tasks');
  expect(await browser.refresh()).toBe(200);
  expect(browser.answer!.session.staff.email).toBe('staff@engawa.example');
  await browser.ask('post', '/auth/sign-out').expect(204);
  expect(await browser.refresh()).toBe(401);
  expect(await signIn(new Browser(service.url), 'nobody@engawa.example')).toContain(
    'unknown-staff',
  );
});

it('offers to sign out at the issuer too', async () => {
  const browser = new Browser(service.url);
  const atIssuer = new Map<string, string>();
  await signIn(browser, 'staff@engawa.example', atIssuer);
  expect(issuer.asked[0]).toBe('login');
  const { headers } = await browser.ask('post', '/auth/sign-out').expect(204);
  const [, address] = /^<([^>]+)>; rel="urn:engawa:issuer-sign-out"$/.exec(headers['link']!)!;
  const { pathname, searchParams } = new URL(address!);
  expect(pathname).toBe('/session/end');
  expect(searchParams.get('client_id')).toBe('engawa-client');
  const [, claims] = searchParams.get('id_token_hint')!.split('.');
  expect(JSON.parse(Buffer.from(claims!, 'base64url').toString()).sub).toBe('staff@engawa.example');

  // Its own sign-in goes on until the person ends it there.
  await signIn(browser, 'staff@engawa.example', atIssuer);
  expect(issuer.asked).toEqual([]);
  await issuer.leave(address!, atIssuer);
  await signIn(browser, 'staff@engawa.example', atIssuer);
  expect(issuer.asked[0]).toBe('login');
});

it('signs out when what is stored about the issuer cannot be read', async () => {
  const browser = new Browser(service.url);
  await signIn(browser);
  const settings = service.running.app.get(OidcSettingsService);
  const spy = jest.spyOn(settings, 'clientFor').mockImplementation(() => {
    throw new Error('a stored secret cannot be decrypted');
  });
  try {
    const { headers } = await browser.ask('post', '/auth/sign-out').expect(204);
    expect(headers['link']).toBeUndefined();
  } finally {
    spy.mockRestore();
  }
  expect(await browser.refresh()).toBe(401);
});

it('offers it to nobody who signed in with a password', async () => {
  const browser = await new Browser(service.url).signIn('staff@engawa.example');
  const { headers } = await browser.ask('post', '/auth/sign-out').expect(204);
  expect(headers['link']).toBeUndefined();
});

it('goes on after the issuer has changed its keys', async () => {
  const browser = new Browser(service.url);
  expect(await signIn(browser)).toBe('/tasks');
  await issuer.start('two');
  // Cached keys are used for a short time; then they are read again.
  const places = [await signIn(browser), await signIn(browser)];
  expect(places.at(-1)).toBe('/tasks');
});

it('takes tokens of a clock that is half a minute late, but not of one that is far off', async () => {
  // Its tokens live for ten seconds: by this clock they ended before they came.
  await issuer.start('two-late', -30);
  await signIn(new Browser(service.url));
  expect(await signIn(new Browser(service.url))).toBe('/tasks');
  await issuer.start('far-off', -600);
  await signIn(new Browser(service.url));
  expect(await signIn(new Browser(service.url))).toBe(failed);
});
