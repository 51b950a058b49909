import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ServiceThread } from './service-thread';

let dir: string;
let ended: Promise<Error>;
let thread: ServiceThread;

beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'engawa-thread-'));
});
afterEach(async () => {
  await thread.stop();
  rmSync(dir, { recursive: true, force: true });
});

/** A thread whose answers are those of the expression, in which `what` is the question. */
function threadThat(answer: string): void {
  const file = path.join(dir, 'worker.cjs');
  writeFileSync(
    file,
    `const { parentPort } = require('node:worker_threads');
    parentPort.on('message', ({ id, what, options }) => parentPort.postMessage({ id, ...(${answer}) }));`,
  );
  ended = new Promise((resolve) => {
    thread = new ServiceThread('stand-in', file, resolve);
  });
}

it('starts its service with the given environment, and asks it', async () => {
  threadThat('{ value: what === "start" ? options.env.URL : { status: "ok", checks: {} } }');
  expect(await thread.start({ env: { URL: 'http://127.0.0.1:1' } })).toBe('http://127.0.0.1:1');
  expect(await thread.readiness()).toEqual({ status: 'ok', checks: {} });
});

it('says why its service did not start, and lives on', async () => {
  threadThat('what === "start" ? { failure: "wrong configuration: PORT" } : { value: [] }');
  await expect(thread.start({ env: {} })).rejects.toMatchObject({
    message: 'wrong configuration: PORT',
    stack: 'wrong configuration: PORT',
  });
  expect(await thread.metrics()).toEqual([]);
});

it('reports a thread that ends, and fails what waits for it', async () => {
  threadThat('what === "start" ? process.exit(3) : {}');
  await expect(thread.start({ env: {} })).rejects.toThrow('the thread of stand-in ended');
  expect((await ended).message).toBe('the thread of stand-in ended');
  await expect(thread.readiness()).rejects.toThrow('the thread of stand-in ended');
});

it('reports what a thread did not catch', async () => {
  threadThat('lost.value');
  await expect(thread.start({ env: {} })).rejects.toThrow('lost is not defined');
  expect((await ended).message).toBe('lost is not defined');
});

it('does not report a thread that is stopped', async () => {
  threadThat('{ value: undefined }');
  const told = jest.fn();
  void ended.then(told);
  await thread.stop();
  await new Promise((resolve) => setImmediate(resolve));
  expect(told).not.toHaveBeenCalled();
});
