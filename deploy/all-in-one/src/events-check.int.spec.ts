import { execFile } from 'node:child_process';
import path from 'node:path';
import { events, type Post } from '@engawa/contracts';
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
import { MongoClient } from 'mongodb';

describe('npm run events:check', () => {
  let system: TestSystem;
  let client: MongoClient;
  const posts: Post[] = [];

  beforeAll(async () => {
    system = await startTestSystem({ services: [timeline, tasks, search] });
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
    await eventually(async () => expect(await count('search', 'entries')).toBe(posts.length));
    await eventually(async () => expect(await count('tasks', 'tasks')).toBe(posts.length));
  });

  afterAll(async () => {
    await client?.close();
    await system?.stop();
  });

  const collection = (service: string, name: string) =>
    client.db(`${system.namespace}_${service}`).collection(name);
  const count = (service: string, name: string) => collection(service, name).countDocuments();

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

  it('reports a search index and tasks that are lost as a whole', async () => {
    await collection('search', 'entries').deleteMany({});
    await collection('tasks', 'tasks').deleteMany({});

    const found = await check();
    expect(found.status).toBe(1);
    for (const { id } of posts) {
      expect(found.output).toContain(`search.entries  space-a/${id}  missing\n`);
    }
    expect(found.output).toContain('tasks.tasks  space-a/3 tasks  missing\n');
  });
});
