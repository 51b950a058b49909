import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { startTestService, type TestService } from '@engawa/testing';
import { gateway } from '../index';

describe('the web app', () => {
  let dir: string;
  let service: TestService;
  const inPage = 'early();';
  const page = `<!doctype html><script>${inPage}</script><title>Engawa</title>`;
  const script = 'export const big = 1;\n'.repeat(200);

  beforeAll(async () => {
    dir = mkdtempSync(path.join(tmpdir(), 'engawa-web-'));
    mkdirSync(path.join(dir, 'assets'));
    writeFileSync(path.join(dir, 'index.html'), page);
    writeFileSync(path.join(dir, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    writeFileSync(path.join(dir, 'assets/main-abc123.js'), script);
    writeFileSync(path.join(dir, 'assets/main-abc123.js.br'), brotliCompressSync(script));
    writeFileSync(path.join(dir, 'assets/main-abc123.js.map'), '{}');
    service = await startTestService(gateway, { env: { WEB_DIR: dir } });
  });
  afterAll(async () => {
    await service.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  const get = (address: string, headers: Record<string, string> = {}) =>
    fetch(`${service.url}${address}`, { headers });

  it.each(['/', '/posts/p1/comments', '/members/m1?q=1', '/no/such/page', '/god/spaces'])(
    'answers the page for %s, never cached',
    async (address) => {
      const answer = await get(address);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
      expect(answer.headers.get('cache-control')).toBe('no-cache');
      const hash = createHash('sha256').update(inPage).digest('base64');
      expect(answer.headers.get('content-security-policy')).toContain(
        `script-src 'self' 'sha256-${hash}';`,
      );
      expect(await answer.text()).toBe(page);
    },
  );

  it('serves hashed files as immutable, compressed where the browser accepts it', async () => {
    const answer = await get('/assets/main-abc123.js', { 'accept-encoding': 'br' });
    expect(answer.headers.get('cache-control')).toContain('immutable');
    expect(answer.headers.get('content-encoding')).toBe('br');
    expect(answer.headers.get('content-type')).toMatch(/javascript/);
    expect(await answer.text()).toBe(script);
    const plain = await get('/assets/main-abc123.js', { 'accept-encoding': 'identity' });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect((await get('/favicon.svg')).headers.get('content-type')).toMatch(/svg/);
  });

  it.each([
    '/assets/old-000000.js',
    '/assets/main-abc123.js.map',
    '/assets/..%2f..%2fpackage.json',
    '/api/nothing',
    '/.well-known/openid-configuration',
    '/%ff',
  ])('does not answer the page for %s', async (address) => {
    const answer = await get(address);
    expect([400, 404]).toContain(answer.status);
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  });

  it('never leaves its folder', async () => {
    for (const address of ['/..%2f..%2fetc%2fpasswd', '/%2e%2e/%2e%2e/etc/passwd']) {
      const answer = await get(address);
      expect(await answer.text()).not.toContain('root:');
    }
  });
});

describe('where the web app sends its errors (WEB-5)', () => {
  let dir: string;
  let service: TestService | null = null;
  beforeAll(() => {
    dir = mkdtempSync(path.join(tmpdir(), 'engawa-web-'));
    writeFileSync(path.join(dir, 'index.html'), '<!doctype html><title>Engawa</title>');
  });
  afterEach(() => service?.stop());
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  async function start(env: Record<string, string>) {
    service = await startTestService(gateway, { env: { WEB_DIR: dir, ...env } });
    const page = await fetch(`${service.url}/`);
    const told = await fetch(`${service.url}/api/error-reporting`);
    return { policy: page.headers.get('content-security-policy')!, told };
  }

  it('is unset by default, and the policy of the page allows no other address', async () => {
    const { policy, told } = await start({});
    expect(told.status).toBe(204);
    expect(policy).toContain("connect-src 'self';");
  });

  it('is the address for browsers, which the page may then speak to', async () => {
    const { policy, told } = await start({
      SENTRY_DSN: 'http://inner@errors.internal/1',
      SENTRY_WEB_DSN: 'https://outer@errors.example/2',
      ENGAWA_ENVIRONMENT: 'production',
    });
    expect(await told.json()).toEqual({
      url: 'https://errors.example/api/2/envelope/?sentry_key=outer&sentry_version=7',
      environment: 'production',
    });
    expect(policy).toContain("connect-src 'self' https://errors.example;");
  });
});
