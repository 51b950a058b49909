import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { generateTokenKeys } from '@engawa/auth';
import { newId } from '@engawa/events';
import { eventually, freePort } from '@engawa/testing';
import { type Collection, MongoClient } from 'mongodb';
import { connect, JSONCodec, type NatsConnection } from 'nats';

interface Server {
  kill(): Promise<void>;
}

const workspace = path.resolve(__dirname, '../../..');
const loadServer = (name: string) => import(path.join(workspace, 'deploy/servers', name));
/** `npm run test:long -- backlog` takes a million. */
const backlog = Number(process.env['ENGAWA_BACKLOG'] ?? 10_000);
/** Events of one message, as a service publishes them under load. */
const TOGETHER = 50;
/** What the backlog may add to the memory of the service, in MB, however long it is. */
const MORE_MEMORY = 150;
/** Without progress for this long, the rest is lost. */
const STUCK_MS = 120_000;
const json = JSONCodec<unknown>();

it(
  `applies ${backlog} events of a month at once, in bounded memory`,
  async () => {
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
      PORT: String(await freePort()),
    };
    const start = (): ChildProcess =>
      spawn(process.execPath, [path.join(workspace, 'dist/apps/members/main.cjs')], {
        cwd: workspace,
        stdio: ['ignore', log, log],
        env,
      });
    let members = start();
    let connection: NatsConnection | undefined;
    let client: MongoClient | undefined;
    try {
      connection = await connect({ servers: nats.url });
      client = await MongoClient.connect(mongo.uri);
      const manager = await connection.jetstreamManager();
      const consumers = () =>
        Promise.all(
          [0, 1, 2, 3].map((each) => manager.consumers.info('engawa-timeline', `members-p${each}`)),
        );
      await eventually(consumers);
      await stop(members);

      await publishPosts(connection);

      members = start();
      await eventually(async () => expect(memoryOf(members)).toBeGreaterThan(50));
      const began = Date.now();
      const { most, first } = await applied(client.db('members').collection('talks'), members);
      const seconds = (Date.now() - began) / 1_000;
      await eventually(async () => {
        for (const { num_pending, num_ack_pending } of await consumers()) {
          expect([num_pending, num_ack_pending]).toEqual([0, 0]);
        }
      });
      await expect(manager.streams.info('engawa-dead')).rejects.toThrow('stream not found');
      process.stderr.write(
        `backlog: ${backlog} events applied by members in ${seconds} s; its memory: ${first} MB at a tenth of them, ${most} MB at most, ${memoryOf(members)} MB at the end\n`,
      );
      expect(most - first).toBeLessThan(MORE_MEMORY);
    } finally {
      await connection?.close();
      await client?.close();
      members.kill('SIGKILL');
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

/** Waits until each post has its talk; returns the service's memory after a tenth, and the most. */
async function applied(
  talks: Collection,
  service: ChildProcess,
): Promise<{ first: number; most: number }> {
  let [first, most, count, progressAt] = [0, 0, 0, Date.now()];
  while (count < backlog) {
    const found = await talks.estimatedDocumentCount();
    if (found > count) progressAt = Date.now();
    if (Date.now() - progressAt > STUCK_MS) throw new Error(`${backlog - found} are lost`);
    count = found;
    if (count >= backlog / 10) {
      first ||= memoryOf(service);
      most = Math.max(most, memoryOf(service));
    }
    await sleep(250);
  }
  expect(await talks.countDocuments({ space: 'space-a' })).toBe(backlog);
  return { first, most };
}

/** Resident memory of a process in MB. */
function memoryOf({ pid }: ChildProcess): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!;
  return Math.round(Number(kilobytes) / 1_024);
}
