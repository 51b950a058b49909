import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Logger } from '@nestjs/common';
import { newId } from '@engawa/events';
import { Database } from './connection/database';
import { mongoForTest, type MongoForTest } from './testing/mongo-for-test';
import { type Thing, ThingRepository, thingSchema } from './testing/thing';

Logger.overrideLogger(false);

const workspace = path.resolve(__dirname, '../../..');
/** Long form: `npm run test:long -- outbox-kills`. */
const kills = Number(process.env['ENGAWA_KILLS'] ?? 3);
/** Without progress for this long, the rest is lost. */
const STUCK_MS = 120_000;

interface NatsInfra {
  ensureNatsServer(): Promise<string>;
  startNats(options: {
    binary: string;
    dir: string;
  }): Promise<{ url: string; stop(): Promise<void> }>;
}

class Things extends ThingRepository {
  all() {
    return this.find('engawa', {});
  }
}

describe('processes that are killed while they write, publish and apply events', () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'engawa-crash-test-'));
  const namespace = `c${newId().slice(-10)}`;
  const running = new Set<ChildProcess>();
  const acknowledged = new Map<string, number>();
  const opened: Database[] = [];
  let applications = 0;
  let mongo: MongoForTest;
  let nats: { url: string; stop(): Promise<void> };

  beforeAll(async () => {
    const built = spawnSync(
      process.execPath,
      ['deploy/build/bundle.mjs', 'libs/persistence', 'testing/crash-worker'],
      { cwd: workspace, encoding: 'utf8' },
    );
    if (built.status !== 0) throw new Error(built.stderr);
    const infra = path.join(workspace, 'deploy/servers/nats.mjs');
    const { ensureNatsServer, startNats } = (await import(infra)) as NatsInfra;
    mongo = await mongoForTest();
    nats = await startNats({ binary: await ensureNatsServer(), dir: path.join(dir, 'nats') });
  });
  afterAll(async () => {
    for (const child of running) child.kill('SIGKILL');
    for (const database of opened) {
      await database.drop();
      await database.close();
    }
    await nats.stop();
    await mongo.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  function start(role: 'writer' | 'listener' | 'drain'): ChildProcess {
    const child = spawn(
      process.execPath,
      [path.join(workspace, 'dist/libs/persistence/testing/crash-worker.cjs'), role],
      {
        cwd: workspace,
        stdio: ['ignore', 'pipe', 'inherit'],
        env: {
          ...process.env,
          ENGAWA_NAMESPACE: namespace,
          MONGODB_URI: mongo.uri,
          NATS_URL: nats.url,
          EVENTS_TAKE_OVER: '1000',
        },
      },
    );
    running.add(child);
    let rest = '';
    child.stdout!.on('data', (data: Buffer) => {
      const lines = (rest + data.toString()).split('\n');
      rest = lines.pop()!;
      for (const line of lines) {
        if (line === 'applied') {
          applications += 1;
          continue;
        }
        const [id, version] = line.split(' ');
        acknowledged.set(id!, Number(version));
      }
    });
    child.once('exit', () => running.delete(child));
    return child;
  }

  const ended = (child: ChildProcess) =>
    new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  const pause = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis));

  it(
    'lose nothing, apply nothing twice and keep the order',
    async () => {
      for (let count = 0; count < kills; count += 1) {
        const before = { written: acknowledged.size, applied: applications };
        const writer = start('writer');
        const listener = start('listener');
        const atWork = () => acknowledged.size > before.written && applications > before.applied;
        while (!atWork()) await pause(5);
        await pause(Math.random() * 250);
        const [first, second] = Math.random() < 0.5 ? [writer, listener] : [listener, writer];
        const ends = [ended(first), ended(second)];
        first.kill('SIGKILL');
        await pause(Math.random() * 60);
        second.kill('SIGKILL');
        await Promise.all(ends);
      }
      expect(await ended(start('drain'))).toBe(0);
      start('listener');

      const open = async (service: string) => {
        const database = new Database(mongo.uri, `${namespace}_${service}`);
        const things = new Things(database.store(thingSchema, null));
        await database.open();
        opened.push(database);
        return things;
      };
      const written = await open('things');
      const applied = await open('counter');
      const sources = await written.all();
      const versions = new Map(sources.map((thing) => [thing.id, thing.version]));
      const total = sources.reduce((sum, thing) => sum + thing.version, 0);
      let copies: Thing[] = [];
      let most = 0;
      for (let progressAt = Date.now(); ;) {
        copies = await applied.all();
        const count = copies.reduce((sum, { tags }) => sum + tags.length, 0);
        if (count > most) progressAt = Date.now();
        most = Math.max(most, count);
        if (count >= total || Date.now() - progressAt > STUCK_MS) break;
        await pause(100);
      }

      expect(acknowledged.size).toBeGreaterThan(kills);
      for (const [id, version] of acknowledged) {
        expect(versions.get(id) ?? 0).toBeGreaterThanOrEqual(version);
      }
      const expected = sources.map(({ id, version }) => [
        id,
        Array.from({ length: version }, (_, index) => String(index + 1)),
      ]);
      expect(new Map(copies.map(({ id, tags }) => [id, tags]))).toEqual(
        new Map(expected as [string, string[]][]),
      );
    },
    60_000 + STUCK_MS + kills * 12_000,
  );
});
