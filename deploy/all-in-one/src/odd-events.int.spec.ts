import { randomUUID } from 'node:crypto';
import { events } from '@engawa/contracts';
import { identity } from '@engawa/identity';
import { newMirror } from '@engawa/mirror';
import { notifications } from '@engawa/notifications';
import { search } from '@engawa/search';
import { tasks } from '@engawa/tasks';
import {
  eventually,
  findLost,
  spaceFacts,
  staffFacts,
  startTestSystem,
  type TestCaller,
  type TestSystem,
} from '@engawa/testing';
import { type Collection, MongoClient } from 'mongodb';
import { connect, JSONCodec, type NatsConnection } from 'nats';

const json = JSONCodec<unknown>();
/** `npm run test:long -- backlog-tasks` takes a million. */
const backlog = Number(process.env['ENGAWA_BACKLOG'] ?? 1_000);

/** The versions of a post here differ in their text alone. */
const mirror = newMirror(
  {
    present: true,
    status: { status: 'waiting', statusUpdatedAt: new Date().toISOString() },
    assignUserId: 'bob',
    labelIds: [],
    dueAt: null,
  },
  'timeline',
);

describe('events as other versions, faults and absences make them', () => {
  let system: TestSystem;
  let connection: NatsConnection;

  beforeAll(async () => {
    system = await startTestSystem({ services: [identity, tasks, search, notifications] });
    await system.publish(events.spaceCreated, { data: spaceFacts({ spaceId: 'space-a' }) });
    for (const staffId of ['ann', 'bob']) {
      await system.publish(events.staffAdded, { data: staffFacts({ staffId }) });
    }
    connection = await connect({ servers: system.env['NATS_URL'] });
  }, 90_000);

  afterAll(async () => {
    await connection?.close();
    await system?.stop();
  });

  const on = (service: string, staffId = 'ann'): TestCaller => system.asStaff({ staffId }, service);

  /** What a post's event must have; all other fields came with later versions. */
  function post(postId: string, version: number, data: object = {}, outer: object = {}) {
    const now = new Date().toISOString();
    return {
      id: randomUUID(),
      name: version === 1 ? 'timeline.post.created' : 'timeline.post.updated',
      space: 'space-a',
      at: now,
      actor: 'ann',
      aggregate: { type: 'post', id: postId },
      version,
      traceparent: null,
      data: {
        postId,
        commentId: null,
        ownerId: 'ann',
        memo: `memo ${postId} ${version}`,
        memberIds: [],
        mentions: [],
        labelIds: [],
        attachmentTitles: [],
        talkedAt: now,
        createdAt: now,
        mirror,
        ...data,
      },
      ...outer,
    };
  }

  /** With an id of the message of its own, so that the server does not drop repetitions. */
  const publish = (event: ReturnType<typeof post>) => {
    const partition = event.aggregate.id.charCodeAt(0) % 4;
    const subject = `${system.namespace}.${event.name}.${partition}`;
    return connection.jetstream().publish(subject, json.encode(event), { msgID: randomUUID() });
  };

  const memoOf = async (id: string): Promise<string> =>
    (await on('tasks').get(`/tasks/${id}`).expect(200)).body.memo;
  const notificationsAbout = async (id: string): Promise<number> => {
    const { body } = await on('notifications', 'bob').get('/notifications?limit=100').expect(200);
    return body.items.filter(({ postId }: { postId: string }) => postId === id).length;
  };
  const isFound = async (id: string, memo: string): Promise<void> => {
    const { body } = await on('search').get('/search/posts').query({ q: memo }).expect(200);
    expect(body.posts.map((hit: { id: string }) => hit.id)).toContain(id);
  };
  async function deadLetters(): Promise<number> {
    const manager = await connection.jetstreamManager();
    return manager.streams.info(`${system.namespace}-dead`).then(
      ({ state }) => state.messages,
      () => 0,
    );
  }

  afterEach(async () => {
    expect(await deadLetters()).toBe(0);
  });

  it('applies events of an older version and events with unknown fields', async () => {
    const [older, newer] = [randomUUID(), randomUUID()];
    await publish(post(older, 1));
    await publish(post(newer, 1, { mood: 'sunny' }, { schema: 9, hints: [{}] }));
    for (const id of [older, newer]) {
      await eventually(async () => expect(await memoOf(id)).toContain(id));
      await eventually(() => isFound(id, `memo ${id} 1`));
      await eventually(async () => expect(await notificationsAbout(id)).toBe(1));
    }
  });

  it('does not let an event of an unknown space delay others or reach another space', async () => {
    const [foreign, own] = [randomUUID(), randomUUID()];
    await publish(post(foreign, 1, {}, { space: 'space-unknown' }));
    await publish(post(own, 1));
    await eventually(async () => expect(await memoOf(own)).toContain(own));
    await eventually(async () => expect(await notificationsAbout(own)).toBe(1));
    await on('tasks').get(`/tasks/${foreign}`).expect(404);
    expect(await notificationsAbout(foreign)).toBe(0);
  });

  it('applies an event once whose id comes twice, with another content', async () => {
    const id = randomUUID();
    const first = post(id, 1);
    await publish(first);
    await eventually(async () => expect(await notificationsAbout(id)).toBe(1));
    await publish({ ...first, data: { ...first.data, memo: 'another content' } });
    await publish(post(id, 2));
    await eventually(async () => expect(await memoOf(id)).toBe(`memo ${id} 2`));
    await eventually(() => isFound(id, `memo ${id} 2`));
    const { body } = await on('search').get('/search/posts').query({ q: 'another content' });
    expect(body.posts).toEqual([]);
    expect(await notificationsAbout(id)).toBe(1);
  });

  it('ends with the newest version in whatever order the versions arrive', async () => {
    const ids = Array.from({ length: 6 }, () => randomUUID());
    const orders = [
      [1, 2, 3],
      [1, 3, 2],
      [2, 1, 3],
      [2, 3, 1],
      [3, 1, 2],
      [3, 2, 1],
    ];
    for (const [index, order] of orders.entries()) {
      for (const version of order) await publish(post(ids[index]!, version));
    }
    for (const id of ids) {
      await eventually(() => isFound(id, `memo ${id} 3`));
      await eventually(async () => expect(await memoOf(id)).toBe(`memo ${id} 3`));
    }
  });

  it(
    `applies ${backlog} events that came while a service was away`,
    async () => {
      await system.services['tasks']!.stop();
      // Not looked at here; it would take processor time from the others.
      await system.services['search']!.stop();
      const ids = Array.from({ length: backlog / 2 }, () => randomUUID());
      const monthAgo = { at: new Date(Date.now() - 31 * 86_400_000).toISOString() };
      for (let from = 0; from < ids.length; from += 500) {
        const some = ids.slice(from, from + 500);
        for (const version of [1, 2]) {
          await Promise.all(some.map((id) => publish(post(id, version, {}, monthAgo))));
        }
      }
      const client = await MongoClient.connect(system.env['MONGODB_URI']!);
      const stored = (service: string, collection: string) =>
        client.db(`${system.namespace}_${service}`).collection(collection);
      const without = async (copies: Collection, key: string, filter: object) => {
        const found = await copies.find(filter, { projection: { [key]: 1 } }).toArray();
        const made = new Set(found.map((copy) => String(copy[key])));
        return ids.filter((id) => !made.has(id));
      };
      const newest = { 'source.version': 2 };
      const began = Date.now();
      await system.restart('tasks');
      expect(await findLost(() => without(stored('tasks', 'tasks'), 'id', newest))).toEqual([]);
      const seconds = (Date.now() - began) / 1_000;
      const told = stored('notifications', 'notifications');
      expect(await findLost(() => without(told, 'postId', {}))).toEqual([]);
      const about = { postId: { $in: ids } };
      expect(await told.countDocuments(about)).toBe(ids.length);
      await client.close();
      process.stderr.write(`${backlog} events applied to tasks in ${seconds} s\n`);
    },
    600_000 + backlog * 60,
  );
});
