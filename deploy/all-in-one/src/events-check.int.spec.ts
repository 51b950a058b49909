import { execFile } from 'node:child_process';
import path from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { events, type Comment, type Post } from '@engawa/contracts';
import { members } from '@engawa/members';
import { notifications } from '@engawa/notifications';
import { search } from '@engawa/search';
import { tasks } from '@engawa/tasks';
import {
  eventually,
  spaceFacts,
  staffFacts,
  startTestSystem,
  type TestSystem,
} from '@engawa/testing';
import { timeline } from '@engawa/timeline';
import { type Binary, MongoClient } from 'mongodb';
import { connect } from 'nats';

describe('npm run events:check', () => {
  let system: TestSystem;
  let client: MongoClient;
  const posts: Post[] = [];
  let comment: Comment;

  beforeAll(async () => {
    system = await startTestSystem({ services: [members, timeline, tasks, search, notifications] });
    client = await MongoClient.connect(system.env['MONGODB_URI']!);
    await system.publish(events.spaceCreated, { data: spaceFacts({ spaceId: 'space-a' }) });
    for (const staffId of ['ann', 'bob']) {
      await system.publish(events.staffAdded, { data: staffFacts({ staffId }) });
    }
    const caller = system.asStaff({ staffId: 'ann' }, 'timeline');
    for (let count = 0; count < 3; count += 1) {
      const body = { memo: `memo ${count}`, task: { assignUserId: 'bob' } };
      await eventually(async () => {
        posts.push((await caller.post('/posts').send(body).expect(201)).body as Post);
      });
    }
    const commented = `/posts/${posts[0]!.id}/comments`;
    const asBob = system.asStaff({ staffId: 'bob' }, 'timeline');
    comment = (await asBob.post(commented).send({ memo: 'a comment' }).expect(201)).body as Comment;
    await eventually(async () => expect(await count('search', 'entries')).toBe(posts.length + 1));
    await eventually(async () => expect(await count('tasks', 'tasks')).toBe(posts.length));
    await eventually(async () =>
      expect(await count('notifications', 'notifications')).toBe(posts.length + 1),
    );
    await eventually(async () =>
      expect(await count('members', 'talks')).toBeGreaterThanOrEqual(posts.length),
    );
    // A late event would repair what the tests break.
    await eventually(async () => expect(await countWaiting()).toBe(0));
  });

  afterAll(async () => {
    await client?.close();
    await system?.stop();
  });

  const collection = (service: string, name: string) =>
    client.db(`${system.namespace}_${service}`).collection(name);
  const count = (service: string, name: string) => collection(service, name).countDocuments();

  /** Events that wait for a service or are in its hands. */
  async function countWaiting(): Promise<number> {
    const connection = await connect({ servers: system.env['NATS_URL'] });
    try {
      const manager = await connection.jetstreamManager();
      let waiting = 0;
      for await (const { config } of manager.streams.list()) {
        if (!config.name.startsWith(system.namespace)) continue;
        for await (const consumer of manager.consumers.list(config.name)) {
          waiting += consumer.num_pending + consumer.num_ack_pending;
        }
      }
      return waiting;
    } finally {
      await connection.close();
    }
  }

  /** The differences of these checks are no lag: no event is left that would remove them. */
  const persistent = ['--settle', '1'];

  function check(...args: string[]): Promise<{ status: number; output: string }> {
    const script = path.resolve(__dirname, '../../events-check.mjs');
    return new Promise((resolve) => {
      execFile(
        process.execPath,
        [script, ...args],
        { env: { ...process.env, ...system.env } },
        (error, stdout, stderr) =>
          resolve({ status: Number(error?.code ?? 0), output: stdout + stderr }),
      );
    });
  }

  it('finds no differences on a healthy system', async () => {
    expect(await check()).toEqual({ status: 0, output: 'no differences\n' });
  });

  it('reports single copies that are lost, and repairs them at once', async () => {
    const [first, second, third] = posts.map(({ id }) => id);
    await collection('tasks', 'tasks').deleteOne({ id: first });
    await collection('search', 'entries').deleteOne({ id: second });
    await collection('members', 'talks').deleteOne({ id: third });
    await collection('notifications', 'notifications').deleteMany({
      cause: { $in: [`task/${third}`, `comment/${comment.id}`] },
    });
    await collection('timeline', 'posts').updateOne({ id: first }, { $set: { commentCount: 7 } });

    const lost = [
      `search.entries  space-a/${second}  missing`,
      `members.talks  space-a/${third}  missing`,
      `timeline.posts  space-a/${first}  counts 7 of 1 comments`,
      `notifications.notifications  space-a/task/${third}  missing for bob`,
      `notifications.notifications  space-a/comment/${comment.id}  missing for ann`,
      'tasks.tasks  space-a/1 tasks  missing',
    ];
    const repaired = await check('--repair');
    expect(repaired.output.split('\n')).toEqual(
      expect.arrayContaining([...lost, 'no differences']),
    );
    expect(repaired.status).toBe(0);
    expect(await check()).toEqual({ status: 0, output: 'no differences\n' });
    expect(await count('notifications', 'notifications')).toBe(posts.length + 1);
  });

  it('reports a search index and tasks that are lost as a whole, and rebuilds them', async () => {
    await collection('search', 'entries').deleteMany({});
    await collection('tasks', 'tasks').deleteMany({});

    const found = await check(...persistent);
    expect(found.status).toBe(1);
    for (const { id } of posts) {
      expect(found.output).toContain(`search.entries  space-a/${id}  missing\n`);
    }
    expect(found.output).toContain('tasks.tasks  space-a/3 tasks  missing\n');

    // Events older than the journal's are not published again.
    await collection('timeline', 'eventJournal').deleteMany({});
    expect((await check('--repair')).status).toBe(0);
  });

  it('finds and repairs what left the stream and the journal while services were away', async () => {
    const listening = ['members', 'tasks', 'search', 'notifications'];
    for (const service of listening) await system.services[service]!.stop();
    const caller = system.asStaff({ staffId: 'ann' }, 'timeline');
    const missed: Post[] = [];
    for (let number = 0; number < 20; number += 1) {
      const body = { memo: `missed ${number}`, task: { assignUserId: 'bob' } };
      missed.push((await caller.post('/posts').send(body).expect(201)).body as Post);
    }
    const last = missed.at(-1)!.id;
    const asBob = system.asStaff({ staffId: 'bob' }, 'timeline');
    const memo = { memo: 'a missed comment' };
    const { body } = await asBob.post(`/posts/${last}/comments`).send(memo).expect(201);
    const journal = collection('timeline', 'eventJournal');
    await eventually(async () => {
      const entries = await journal.find<{ packed: Binary }>({}).toArray();
      const events = entries.map(({ packed }) => inflateRawSync(packed.value()).toString());
      expect(events.join()).toContain((body as Comment).id);
    });
    await journal.deleteMany({});
    const connection = await connect({ servers: system.env['NATS_URL'] });
    const manager = await connection.jetstreamManager();
    await manager.streams.purge(`${system.namespace}-timeline`);
    await connection.close();
    for (const service of listening) await system.restart(service);

    const found = await check(...persistent);
    expect(found.status).toBe(1);
    for (const { id } of missed) {
      expect(found.output).toContain(`search.entries  space-a/${id}  missing\n`);
      expect(found.output).toContain(`members.talks  space-a/${id}  missing\n`);
    }
    expect(found.output).toContain('tasks.tasks  space-a/20 tasks  missing\n');
    const repaired = await check('--repair');
    expect(repaired.output).toContain('21 posts and comments given to single services again\n');
    expect(repaired.output).toContain('\nno differences\n');
    const told = collection('notifications', 'notifications');
    const causes = [...missed.map(({ id }) => `task/${id}`), `comment/${(body as Comment).id}`];
    expect(await told.countDocuments({ cause: { $in: causes } })).toBe(causes.length);
  });

  it('expects no notification for who muted a post, and none for an integration', async () => {
    await system.publish(events.staffAdded, {
      data: staffFacts({ staffId: 'shop', email: '', integration: true }),
    });
    const asShop = system.asStaff({ staffId: 'shop' }, 'timeline');
    const { body } = await asShop.post('/posts').send({ memo: 'an order' }).expect(201);
    const muted = posts[1]!.id;
    await system
      .asStaff({ staffId: 'ann' }, 'notifications')
      .put(`/notifications/follows/posts/${muted}`)
      .send({ choice: 'mute' })
      .expect(200);
    const asBob = system.asStaff({ staffId: 'bob' }, 'timeline');
    for (const postId of [muted, (body as Post).id]) {
      await asBob.post(`/posts/${postId}/comments`).send({ memo: 'a quiet comment' }).expect(201);
    }
    const mention = { memo: 'a comment @ann', mentions: ['ann'] };
    const told = await asBob.post(`/posts/${muted}/comments`).send(mention).expect(201);
    const cause = `comment/${(told.body as Comment).id}`;
    await eventually(async () => expect(await countWaiting()).toBe(0));

    expect(await check(...persistent)).toEqual({ status: 0, output: 'no differences\n' });
    await collection('notifications', 'notifications').deleteOne({ cause });
    expect((await check(...persistent)).output).toBe(
      `notifications.notifications  space-a/${cause}  missing for ann\n1 difference(s)\n`,
    );
  });
});
