import type { Post, Task } from '@engawa/contracts';
import { Api, eventually } from './api';
import { runScript } from './commands';
import { databaseOf } from './database';
import { Installation } from './world';

const space = 'engawa-sendai';

// The operators' command on a running installation with artificial drift.
describe('npm run tasks:repair', () => {
  let installation: Installation;

  beforeAll(async () => {
    installation = await Installation.start({});
  }, 120_000);
  afterAll(() => installation?.stop());

  const repair = (...options: string[]) =>
    runScript('tasks:repair', { NATS_URL: installation.natsUrl }, ...options);

  it('reports drift, repairs it, and finds none after that', async () => {
    const api = await Api.signIn(installation.url, 'admin@engawa.example');
    const posts: Post[] = [];
    for (const memo of ['鍵を数える。', '棚を直す。', '掃除の当番。', '健やかなもの。']) {
      const { body } = await api.post<Post>('/posts', {
        memo,
        task: { status: 'waiting', assignUserId: null },
      });
      posts.push(body);
    }
    const [lost, stale, orphan] = posts;
    const task = (id: string) => api.get<Task>(`/tasks/${id}`);
    await eventually(async () => {
      for (const { id } of posts) expect((await task(id)).status).toBe(200);
    });
    const healthy = await repair();
    expect(healthy.out).toContain(`${space}: 4 checked, 0 missing, 0 different, 0 orphaned`);
    expect([healthy.code, healthy.out]).toEqual([0, expect.stringContaining('no drift')]);

    const tasks = databaseOf(installation, 'tasks').collection('tasks');
    const sources = databaseOf(installation, 'timeline').collection('posts');
    await tasks.deleteOne({ space, id: lost!.id });
    await tasks.updateOne({ space, id: stale!.id }, { $set: { 'copy.memo': 'とても古い' } });
    await sources.deleteOne({ space, id: orphan!.id });

    const found = await repair('--dry-run', '--space', space);
    expect(found.out).toContain('1 missing, 1 different, 1 orphaned');
    expect([found.code, found.out]).toEqual([1, expect.stringContaining('3 found')]);
    expect((await task(lost!.id)).status).toBe(404);

    const mended = await repair('--space', space);
    expect([mended.code, mended.out]).toEqual([1, expect.stringContaining('3 mended')]);
    expect((await task(lost!.id)).body).toMatchObject({ memo: '鍵を数える。' });
    expect((await task(stale!.id)).body).toMatchObject({ memo: '棚を直す。' });
    expect((await task(orphan!.id)).status).toBe(404);

    const after = await repair();
    expect([after.code, after.out]).toEqual([0, expect.stringContaining('no drift')]);
  });

  it('prints its usage for arguments that it does not know', async () => {
    const { code, out } = await repair('--mend');
    expect([code, out]).toEqual([2, expect.stringContaining('usage: npm run tasks:repair')]);
  });

  it('refuses a space that does not exist', async () => {
    const { code, out } = await repair('--space', 'engawa-senda');
    expect([code, out]).toEqual([2, expect.stringContaining(`the spaces are ${space}`)]);
  });
});
