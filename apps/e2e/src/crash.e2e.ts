import type { Comment, Notification, Post, Task } from '@engawa/contracts';
import { Api, eventually } from './api';
import { Installation } from './world';

/** Number of SIGKILLs; long form: ENGAWA_KILLS=50. */
const kills = Number(process.env['ENGAWA_KILLS'] ?? 2);
const writes = Number(process.env['ENGAWA_WRITES'] ?? (kills >= 50 ? 2_000 : 100));

interface Written {
  postId: string;
  commentId: string | null;
  task: boolean;
}

describe(`${kills} kills of the service process while ${writes} things are written`, () => {
  let installation: Installation;

  beforeAll(async () => {
    installation = await Installation.start({});
  }, 120_000);
  afterAll(() => installation?.stop());

  it(
    'keeps every acknowledged write, mirrors every task and tells nobody twice',
    async () => {
      const writer = await signInWhenUp(installation, 'admin@engawa.example');
      const reader = await signInWhenUp(installation, 'staff@engawa.example');
      const written: Written[] = [];
      let killing = true;
      const lanes = [0, 1, 2, 3].map((lane) =>
        writeLane(writer, reader, lane, () => written.length < writes || killing, written),
      );
      for (let n = 0; n < kills; n += 1) {
        // Kills at random moments during all writing.
        await new Promise((resolve) => setTimeout(resolve, 150 + Math.random() * 700));
        await installation.kill('engawa');
        await whenUp(installation);
      }
      killing = false;
      await Promise.all(lanes);

      const fresh = await signInWhenUp(installation, 'staff@engawa.example');
      for (const { postId, commentId } of written) {
        const path = commentId ? `/posts/${postId}/comments/${commentId}` : `/posts/${postId}`;
        expect([path, (await fresh.get(path)).status]).toEqual([path, 200]);
      }
      const tasks = written.filter((one) => one.task);
      expect(tasks.length).toBeGreaterThan(0);
      await eventually(async () => {
        for (const { postId, commentId } of tasks) {
          const id = commentId ?? postId;
          expect([id, (await fresh.get<Task>(`/tasks/${id}`)).status]).toEqual([id, 200]);
        }
      }, 60_000);

      // One notification per assignment, however often events were delivered.
      const expected = new Set(tasks.map((one) => one.commentId ?? one.postId));
      await eventually(async () => {
        const told = await allNotifications(fresh);
        const about = told
          .filter((item) => item.kind === 'taskAssigned')
          .map((item) => item.commentId ?? item.postId);
        expect(new Set(about).size).toBe(about.length);
        expect([...expected].filter((id) => !about.includes(id))).toEqual([]);
      }, 60_000);
    },
    15 * 60_000,
  );
});

async function writeLane(
  writer: Api,
  reader: Api,
  lane: number,
  goOn: () => boolean,
  written: Written[],
): Promise<void> {
  let postId: string | null = null;
  for (let n = 0; goOn(); n += 1) {
    const task = n % 3 === 0 ? { status: 'waiting', assignUserId: reader.staffId } : null;
    try {
      if (n % 2 === 0 || !postId) {
        const answer: { status: number; body: Post } = await writer.post<Post>('/posts', {
          memo: `${lane}-${n} 受付の棚を片づける`,
          task,
        });
        if (answer.status === 201) {
          postId = answer.body.id;
          written.push({ postId, commentId: null, task: task !== null });
        }
      } else {
        const answer = await writer.post<Comment>(`/posts/${postId}/comments`, {
          memo: `${lane}-${n} 見ておきます`,
          task,
        });
        if (answer.status === 201) {
          written.push({ postId, commentId: answer.body.id, task: task !== null });
        }
      }
    } catch {
      // The process is down: unacknowledged writes do not count.
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

async function allNotifications(api: Api): Promise<Notification[]> {
  const found: Notification[] = [];
  let path = '/notifications?limit=100';
  for (;;) {
    const { body } = await api.get<{ items: Notification[]; nextCursor: string | null }>(path);
    found.push(...body.items);
    if (!body.nextCursor) return found;
    path = `/notifications?limit=100&cursor=${body.nextCursor}`;
  }
}

async function whenUp(installation: Installation): Promise<void> {
  await eventually(async () => {
    expect((await fetch(`${installation.url}/health/ready`)).status).toBe(200);
  }, 60_000);
}

async function signInWhenUp(installation: Installation, email: string): Promise<Api> {
  await whenUp(installation);
  return Api.signIn(installation.url, email);
}
