import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { events, type Post } from '@engawa/contracts';
import { newId } from '@engawa/events';
import { notifications } from '@engawa/notifications';
import { search } from '@engawa/search';
import { tasks } from '@engawa/tasks';
import {
  eventually,
  spaceFacts,
  staffFacts,
  startTestSystem,
  type TestCaller,
  type TestSystem,
} from '@engawa/testing';
import { timeline } from '@engawa/timeline';
import { connect } from 'nats';

interface Nats {
  url: string;
  port: number;
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** An event, or what is none. */
interface Told {
  aggregate?: { id: string };
}

interface NatsInfra {
  ensureNatsServer(): Promise<string>;
  startNats(options: { binary: string; dir: string; port?: number }): Promise<Nats>;
}

describe('an event server that loses its data', () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'engawa-lost-stream-'));
  let infra: NatsInfra;
  let nats: Nats;
  let system: TestSystem;

  beforeAll(async () => {
    infra = (await import(path.resolve(__dirname, '../../servers/nats.mjs'))) as NatsInfra;
    nats = await start();
    system = await startTestSystem({
      services: [timeline, tasks, search, notifications],
      env: { NATS_URL: nats.url },
    });
    await system.publish(events.spaceCreated, { data: spaceFacts({ spaceId: 'space-a' }) });
    for (const staffId of ['ann', 'bob']) {
      await system.publish(events.staffAdded, { data: staffFacts({ staffId }) });
    }
    await eventually(async () => {
      const { body } = await on('timeline').get('/labels').expect(200);
      expect(body.items.length).toBeGreaterThan(3);
    });
  });

  afterAll(async () => {
    await system?.stop();
    await nats?.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  async function start(port?: number): Promise<Nats> {
    return infra.startNats({ binary: await infra.ensureNatsServer(), dir, port });
  }

  function on(service: string, staffId = 'ann'): TestCaller {
    return system.asStaff({ staffId }, service);
  }

  async function write(): Promise<Post> {
    const memo = newId();
    const task = { assignUserId: 'bob' };
    return (await on('timeline').post('/posts').send({ memo, task }).expect(201)).body;
  }

  /** Task, search entry and notification of each post. */
  async function expectApplied(posts: readonly Post[]): Promise<void> {
    await eventually(
      async () => {
        for (const { id } of posts) await on('tasks').get(`/tasks/${id}`).expect(200);
        const told = await on('notifications', 'bob').get('/notifications?limit=100').expect(200);
        const about = told.body.items.map(({ postId }: { postId: string }) => postId);
        expect(about).toEqual(expect.arrayContaining(posts.map(({ id }) => id)));
        for (const { id, memo } of posts) {
          const { body } = await on('search').get('/search/posts').query({ q: memo }).expect(200);
          expect(body.posts.map((hit: { id: string }) => hit.id)).toContain(id);
        }
      },
      { everyMs: 200 },
    );
  }

  /** Malformed events first: sequence numbers mean other events in the new stream. */
  async function publishMalformed(): Promise<void> {
    const connection = await connect({ servers: nats.url });
    for (let count = 0; count < 10; count += 1) {
      const subject = `${system.namespace}.timeline.post.created.${count % 4}`;
      await connection.jetstream().publish(subject, '{"name":"timeline.post.created"}');
    }
    await connection.close();
  }

  /** Ids of the posts whose events are in the stream. */
  const idsInStream = async (): Promise<string[]> => {
    const connection = await connect({ servers: nats.url });
    const { streams } = await connection.jetstreamManager();
    const stream = `${system.namespace}-timeline`;
    const { state } = await streams.info(stream);
    const ids: string[] = [];
    for (let seq = state.first_seq; seq <= state.last_seq; seq += 1) {
      // A message holds one event or several.
      const data = (await streams.getMessage(stream, { seq })).json<Told | Told[]>();
      ids.push(...[data].flat().flatMap(({ aggregate }) => aggregate?.id ?? []));
    }
    await connection.close();
    return ids;
  };

  it('applies everything that was answered with 201, and reports the loss', async () => {
    await publishMalformed();
    const posts: Post[] = [];
    for (let count = 0; count < 5; count += 1) posts.push(await write());
    await expectApplied(posts);

    // Written to the stream, but not yet handled by one service when it is lost.
    await system.services['tasks']!.stop();
    for (let count = 5; count < 10; count += 1) posts.push(await write());
    const written = posts.map(({ id }) => id);
    await eventually(async () =>
      expect(await idsInStream()).toEqual(expect.arrayContaining(written)),
    );
    await nats.kill();
    rmSync(path.join(dir, 'store'), { recursive: true, force: true });
    nats = await start(nats.port);
    await system.restart('tasks');

    for (let count = 10; count < 15; count += 1) posts.push(await write());
    await expectApplied(posts);

    const ready = await system.services['timeline']!.readiness();
    expect(ready).toMatchObject({
      status: 'ok',
      checks: { events: expect.stringMatching(/^events were lost/) },
    });
  }, 120_000);
});
