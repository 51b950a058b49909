import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { generateTokenKeys } from '@engawa/auth';
import { eventually, startTestInfrastructure, type TestInfrastructure } from '@engawa/testing';

const workspace = path.resolve(__dirname, '../../..');
let infrastructure: TestInfrastructure;
let dir: string;

beforeAll(async () => {
  dir = mkdtempSync(path.join(tmpdir(), 'engawa-one-'));
  infrastructure = await startTestInfrastructure();
});
afterAll(async () => {
  await infrastructure.stop();
  rmSync(dir, { recursive: true, force: true });
});

/** Identity and the gateway in one process, and what it writes. */
function startBoth(env: Record<string, string>): { child: ChildProcess; written: () => string } {
  const child = spawn(process.execPath, [path.join(workspace, 'dist/deploy/all-in-one/main.cjs')], {
    cwd: workspace,
    env: {
      ...process.env,
      ...generateTokenKeys(),
      ...infrastructure.env,
      NODE_ENV: 'test',
      LOG_LEVEL: 'info',
      ENGAWA_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
      ENGAWA_PUBLIC_URL: 'http://localhost:4000',
      FILES_DIR: path.join(dir, 'files'),
      TARGET: 'identity,gateway',
      GATEWAY_PORT: '0',
      METRICS_PORT: '0',
      ...env,
    },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  }
  return { child, written: () => text };
}

it('tells operators about both threads at one address, and stops both', async () => {
  const { child, written } = startBoth({});
  try {
    const ended = once(child, 'exit');
    const facts = /gateway (?<gateway>http:\S+)[^]*"port":(?<port>\d+),"msg":"serves metrics"/;
    await eventually(() => expect(written()).toMatch(facts));
    const { gateway, port } = facts.exec(written())!.groups!;
    const management = `http://127.0.0.1:${port}`;

    expect((await fetch(`${gateway}/api/v1/session`)).status).toBe(401);
    const ready = (await (await fetch(`${management}/health/ready`)).json()) as {
      services: Record<string, { status: string }>;
    };
    expect(ready.services).toMatchObject({
      identity: { status: 'ok' },
      gateway: { status: 'ok', checks: { identity: 'ok' } },
    });

    const metrics = await (await fetch(`${management}/metrics`)).text();
    const declared = metrics.split('\n').filter((line) => line.startsWith('# TYPE'));
    expect(new Set(declared).size).toBe(declared.length);
    for (const service of ['identity', 'gateway']) {
      expect(metrics).toMatch(
        new RegExp(`^engawa_http_request_seconds_count\\{.*service="${service}"`, 'm'),
      );
    }
    expect(metrics).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m);
    expect(metrics).toMatch(/^nodejs_eventloop_lag_p99_seconds\{thread="gateway"\} \d/m);
    // Of the process, which has one memory and one beginning.
    expect(metrics.match(/^process_start_time_seconds .*$/gm)).toHaveLength(1);
    expect(metrics).not.toMatch(/^process_\w+\{.*thread=/m);

    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    for (const service of ['gateway', 'identity'])
      expect(written()).toContain(`"service":"${service}","msg":"stopped"`);
  } finally {
    child.kill('SIGKILL');
  }
});

it('says which variable keeps the gateway from starting, and ends', async () => {
  const { child, written } = startBoth({ RATE_LIMIT: 'none' });
  try {
    expect(await once(child, 'close')).toEqual([1, null]);
    expect(written()).toMatch(/^gateway did not start: wrong configuration: RATE_LIMIT: .*$/m);
    expect(written()).not.toContain('    at ');
  } finally {
    child.kill('SIGKILL');
  }
});

it('ends without a complaint when it is stopped while it starts', async () => {
  const { child, written } = startBoth({});
  try {
    const ended = once(child, 'close');
    await eventually(() => expect(written()).toContain('Starting Nest application'));
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(written()).not.toContain('did not start');
  } finally {
    child.kill('SIGKILL');
  }
});
