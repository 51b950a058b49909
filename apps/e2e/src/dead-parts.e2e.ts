import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Post, Task } from '@engawa/contracts';
import { Api, eventually } from './api';
import { Installation } from './world';

const RECOVERY_MS = 60_000;

// `npm start` and everything that it starts (OPS-1).
describe('a running installation whose parts die', () => {
  let installation: Installation;
  let staff: Api;

  beforeAll(async () => {
    installation = await Installation.start();
    staff = await Api.signIn(installation.url, 'staff@engawa.example');
  }, 120_000);
  afterAll(() => installation?.stop());

  function pidOf(part: string): number {
    const note = JSON.parse(readFileSync(path.join(installation.dir, 'running.json'), 'utf8'));
    return note.parts[part];
  }

  /** Writes a post with a task; resolves when the task exists, which takes an event. */
  async function postBecomesTask(memo: string): Promise<string> {
    let postId = '';
    await eventually(async () => {
      const task = { status: 'waiting', assignUserId: null };
      const { status, body } = await staff.post<Post>('/posts', { memo, task });
      expect(status).toBe(201);
      postId = body.id;
    }, RECOVERY_MS);
    await eventually(async () => {
      expect((await staff.get<Task>(`/tasks/${postId}`)).status).toBe(200);
    }, RECOVERY_MS);
    return postId;
  }

  it.each(['nats-server', 'database', 'engawa'])(
    'starts %s again, and works on with all that was written',
    async (part) => {
      const before = await postBecomesTask(`${part} の前`);
      const pid = pidOf(part);
      process.kill(pid, 'SIGKILL');
      await eventually(() => expect(pidOf(part)).not.toBe(pid), RECOVERY_MS);
      const after = await postBecomesTask(`${part} の後`);
      for (const id of [before, after]) {
        await eventually(async () => {
          expect((await staff.get<Post>(`/posts/${id}`)).status).toBe(200);
        }, RECOVERY_MS);
      }
    },
    180_000,
  );

  it('keeps its data folder for its owner alone', () => {
    // NATS renames its temporary files meanwhile.
    const modeOf = (name: string) =>
      statSync(path.join(installation.dir, name), { throwIfNoEntry: false })?.mode ?? 0;
    const open = readdirSync(installation.dir, { recursive: true, encoding: 'utf8' })
      .concat('.')
      .filter((name) => modeOf(name) & 0o077);
    expect(open).toEqual([]);
  });
});
