import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { eventually } from './api';
import { describeInBrowser, openWindow } from './browser';

const workspace = path.resolve(__dirname, '../../..');

// The gateway with the built web app; the receiver of reports is external (WEB-5).
describeInBrowser('errors of the web app', () => {
  const received: { url: string; body: string; headers: NodeJS.Dict<string | string[]> }[] = [];
  let receiver: Server;
  let gateway: ChildProcess;
  let url: string;

  beforeAll(async () => {
    receiver = createServer(async (request, answer) => {
      received.push({ url: request.url!, body: await text(request), headers: request.headers });
      answer.writeHead(200, { 'access-control-allow-origin': '*' }).end('{}');
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const { port } = receiver.address() as AddressInfo;
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const key = { ...publicKey.export({ format: 'jwk' }), kid: 'k', alg: 'ES256', use: 'sig' };
    gateway = spawn(process.execPath, ['dist/apps/gateway/main.cjs'], {
      cwd: workspace,
      env: {
        PATH: process.env['PATH'],
        PORT: '0',
        // Nothing listens there: this journey needs no events.
        NATS_URL: 'nats://127.0.0.1:9',
        WEB_DIR: process.env['WEB_DIR'] ?? path.join(workspace, 'dist/apps/web'),
        ENGAWA_TOKEN_PUBLIC_KEYS: JSON.stringify({ keys: [key] }),
        SENTRY_WEB_DSN: `http://abc@127.0.0.1:${port}/7`,
        ENGAWA_ENVIRONMENT: 'journey',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let log = '';
    gateway.stdout!.on('data', (chunk: Buffer) => (log += chunk.toString()));
    const listening = await eventually(() => {
      const line = log.split('\n').find((each) => each.includes('"listens"'));
      if (!line) throw new Error(`the gateway does not listen: ${log}`);
      return JSON.parse(line) as { port: number };
    });
    url = `http://127.0.0.1:${listening.port}`;
  }, 60_000);
  afterAll(async () => {
    const ended = new Promise((resolve) => gateway.once('exit', resolve));
    gateway.kill('SIGTERM');
    await ended;
    receiver.closeAllConnections();
    await new Promise((resolve) => receiver.close(resolve));
  });

  it('arrive where they are wanted, without what people wrote, and only then', async () => {
    const { context, page } = await openWindow(url);
    const parts: string[] = [];
    page.on('request', (request) => parts.push(request.url()));
    await page.goto('/login?from=hanako@engawa.example');
    await page.locator('button').first().waitFor();
    expect(parts.filter((part) => part.includes('error-report'))).toEqual([]);
    await page.evaluate(() => {
      setTimeout(() => {
        throw new RangeError('no place for "山田 花子"');
      }, 0);
    });
    await eventually(() => expect(received).toHaveLength(1));
    const [first] = received;
    expect(first!.url).toBe('/api/7/envelope/?sentry_key=abc&sentry_version=7');
    expect(JSON.parse(first!.body.split('\n')[2]!)).toMatchObject({
      platform: 'javascript',
      environment: 'journey',
      tags: { service: 'web', language: 'ja' },
      exception: { values: [{ type: 'RangeError', value: 'no place for …' }] },
    });
    expect(JSON.stringify(received)).not.toMatch(/山田|hanako/);
    expect(first!.headers.referer).toBeUndefined();
    expect(first!.headers.cookie).toBeUndefined();
    await context.close();
  });
});
