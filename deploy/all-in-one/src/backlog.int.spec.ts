import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { generateTokenKeys } from '@engawa/auth';
import { newId } from '@engawa/events';
import { eventually } from '@engawa/testing';
import { MongoClient } from 'mongodb';
import { connect, JSONCodec, type NatsConnection } from 'nats';

interface Server {
  kill(): Promise<void>;
}

const workspace = path.resolve(__dirname, '../../..');
const loadServer = (name: string) => import(path.join(workspace, 'deploy/servers', name));
/** `npm run test:long -- backlog` takes a million. */
const backlog = Number(process.env['ENGAWA_BACKLOG'] ?? 2_000);
/** Events of one message, as a service publishes them under load. */
const TOGETHER = 50;
/** One service, and all that listen to posts, with what the backlog may add to their memory, in MB. */
const forms = [
  { by: 'one service', listeners: ['members'], moreMemory: 150 },
  {
    by: 'all services that listen to posts',
    listeners: ['members', 'tasks', 'notifications', 'search', 'integrations'],
    moreMemory: 400,
  },
];
/** Without progress for this long, the rest is lost. */
const STUCK_MS = 120_000;
const json = JSONCodec<unknown>();

it.each(forms)(
  `applies ${backlog} events of a month at once by $by, in bounded memory`,
  async ({ listeners, moreMemory }) => {
    const dir = mkdtempSync(path.join(tmpdir(), 'engawa-backlog-'));
    const log = openSync(path.join(dir, 'parts.log'), 'a');
    const { startMongo } = await loadServer('mongo.mjs');
    const { ensureNatsServer, startNats } = await loadServer('nats.mjs');
    const mongo = await startMongo({ dir: path.join(dir, 'mongo'), log, embedded: true });
    const nats = await startNats({ binary: await ensureNatsServer(), dir: path.join(dir, 'nats') });
    const env = {
      ...process.env,
      ...generateTokenKeys(),
      NODE_ENV: 'test',
      LOG_LEVEL: 'warn',
      ENGAWA_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
      ENGAWA_PUBLIC_URL: 'http://localhost:4000',
      MONGODB_URI: mongo.uri,
      NATS_URL: nats.url,
      FILES_DIR: path.join(dir, 'files'),
      METRICS_PORT: '0',
      TARGET: listeners.join(),
    };
    const start = (): ChildProcess =>
      spawn(process.execPath, [path.join(workspace, 'dist/deploy/all-in-one/main.cjs')], {
        cwd: workspace,
        stdio: ['ignore', log, log],
        env,
      });
    let services = start();
    let connection: NatsConnection | undefined;
    let client: MongoClient | undefined;
    try {
      connection = await connect({ servers: nats.url });
      client = await MongoClient.connect(mongo.uri);
      const manager = await connection.jetstreamManager();
      const consumers = () =>
        Promise.all(
          listeners.flatMap((name) =>
            [0, 1, 2, 3].map((each) =>
              manager.consumers.info('engawa-timeline', `${name}-p${each}`),
            ),
          ),
        );
      const waiting = async () => {
        const all = await consumers();
        return all.reduce((sum, each) => sum + each.num_pending + each.num_ack_pending, 0);
      };
      await eventually(consumers);
      await stop(services);

      await publishPosts(connection);

      services = start();
      await eventually(async () => expect(memoryOf(services)).toBeGreaterThan(50));
      const began = Date.now();
      const { most, first } = await applied(waiting, services);
      const seconds = (Date.now() - began) / 1_000;
      for (const [service, copies] of Object.entries({ members: 'talks', search: 'entries' })) {
        if (!listeners.includes(service)) continue;
        const copiesOf = client.db(service).collection(copies);
        expect(await copiesOf.countDocuments({ space: 'space-a' })).toBe(backlog);
      }
      await expect(manager.streams.info('engawa-dead')).rejects.toThrow('stream not found');
      process.stderr.write(
        `backlog: ${backlog} events applied by ${listeners.join(', ')} in ${seconds} s; their memory: ${first} MB after a tenth, ${most} MB at most, ${memoryOf(services)} MB at the end\n`,
      );
      expect(most - first).toBeLessThan(moreMemory);
    } finally {
      await connection?.close();
      await client?.close();
      services.kill('SIGKILL');
      await nats.kill();
      await (mongo.process as Server).kill();
      rmSync(dir, { recursive: true, force: true });
    }
  },
  600_000 + backlog * 10,
);

async function stop(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

/** Each post once, in messages of a month ago. */
async function publishPosts(connection: NatsConnection): Promise<void> {
  const client = connection.jetstream();
  const at = new Date(Date.now() - 30 * 86_400_000).toISOString();
  for (let from = 0; from < backlog; from += TOGETHER * 4) {
    await Promise.all(
      [0, 1, 2, 3].map((partition) => {
        const events = Array.from({ length: TOGETHER }, () => postCreated(at));
        const subject = `engawa.timeline.post.created.${partition}`;
        return client.publish(subject, json.encode(events), { msgID: events[0]!.id });
      }),
    );
  }
}

function postCreated(at: string) {
  const postId = newId();
  return {
    id: newId(),
    name: 'timeline.post.created',
    space: 'space-a',
    at,
    actor: 'ann',
    aggregate: { type: 'post', id: postId },
    version: 1,
    traceparent: null,
    requestId: null,
    data: {
      postId,
      commentId: null,
      ownerId: 'ann',
      memo: `来月から週3日に増やしたいとのこと。${postId}`,
      memberIds: [],
      mentions: [],
      labelIds: [],
      attachmentTitles: [],
      talkedAt: at,
      createdAt: at,
      mirror: null,
    },
  };
}

/** Waits until no event waits; returns the services' memory after a tenth of them, and the most. */
async function applied(
  waiting: () => Promise<number>,
  services: ChildProcess,
): Promise<{ first: number; most: number }> {
  const all = await waiting();
  let [first, most, least, progressAt] = [0, 0, all, Date.now()];
  while (least > 0) {
    const now = await waiting();
    if (now < least) progressAt = Date.now();
    if (Date.now() - progressAt > STUCK_MS) throw new Error(`${now} of ${all} messages wait`);
    least = Math.min(least, now);
    if (least <= all * 0.9) {
      first ||= memoryOf(services);
      most = Math.max(most, memoryOf(services));
    }
    await sleep(250);
  }
  return { first, most };
}

/** Resident memory of a process in MB. */
function memoryOf({ pid }: ChildProcess): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!;
  return Math.round(Number(kilobytes) / 1_024);
}
