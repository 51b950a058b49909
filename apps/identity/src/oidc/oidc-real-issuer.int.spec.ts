import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { freePort, type TestService } from '@engawa/testing';
import { Browser, PASSWORD, startIdentity } from '../testing/identity-test.service';

const SPACE = 'engawa-sendai';
const script = path.join(__dirname, '../testing/real-issuer.mjs');

/** oidc-provider, the certified issuer of npm. */
class RealIssuer {
  private process: ChildProcess | null = null;

  constructor(readonly port: number) {}

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Starts it with a new key of that name; its clock is `skew` seconds ahead. */
  async start(kid: string, skew = 0): Promise<void> {
    await this.stop();
    const child = spawn(process.execPath, [script, String(this.port), kid, String(skew)]);
    this.process = child;
    for await (const chunk of child.stdout) if (String(chunk).includes('ready')) break;
  }

  async stop(): Promise<void> {
    if (!this.process) return;
    const ended = once(this.process, 'exit');
    this.process.kill();
    await ended;
    this.process = null;
  }

  /** Signs in and consents at the issuer's own pages; returns where it sends the browser back to. */
  async visit(address: string, login: string): Promise<URL> {
    const cookies = new Map<string, string>();
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
      form = { prompt, login, password: 'anything' };
    }
    throw new Error('the issuer goes round in circles');
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

async function signIn(browser: Browser, login = 'staff@engawa.example'): Promise<string> {
  const begun = await browser.ask('post', `/auth/oidc/${SPACE}/begin`).send({ from: '/tasks' });
  browser.keep(begun.headers['set-cookie'] as unknown as string[]);
  const back = await issuer.visit(begun.body.authorizationUrl, login);
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

it('goes on after the issuer has changed its keys', async () => {
  const browser = new Browser(service.url);
  expect(await signIn(browser)).toBe('/tasks');
  await issuer.start('two');
  // The keys that were read a moment ago are believed once more; then they are read again.
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
