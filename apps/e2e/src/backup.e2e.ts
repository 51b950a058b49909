import { appendFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Attachment, Member, Post, Task } from '@engawa/contracts';
import { Api, eventually } from './api';
import { runScript } from './commands';
import { Installation } from './world';

const note = 'お預かりした鍵の控え';

interface List<T> {
  items: T[];
  nextCursor: string | null;
}

// The operators' commands on an installation in use (OPS-3).
describe('npm run backup and npm run restore', () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'engawa-backup-'));
  let backup: string;
  let target: string;
  let installation: Installation | null = null;
  afterAll(async () => {
    await installation?.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  const run = (script: string, dataDir: string, ...options: string[]) =>
    runScript(script, { ENGAWA_DATA: dataDir }, ...options);

  async function upload(api: Api): Promise<Attachment> {
    const form = new FormData();
    form.append('file', new Blob([note], { type: 'text/plain' }), 'key.txt');
    const answer = await fetch(`${api.base}/api/v1/attachments`, {
      method: 'POST',
      headers: { authorization: `Bearer ${api.token}` },
      body: form,
    });
    expect(answer.status).toBe(201);
    return (await answer.json()) as Attachment;
  }

  async function allPosts(api: Api): Promise<Post[]> {
    const posts: Post[] = [];
    let cursor: string | null = null;
    do {
      const page: List<Post> = (
        await api.get<List<Post>>(`/posts?limit=50${cursor ? `&cursor=${cursor}` : ''}`)
      ).body;
      posts.push(...page.items);
      cursor = page.nextCursor;
    } while (cursor);
    return posts;
  }

  it('restores into an empty installation what was written, and its accounts can sign in', async () => {
    backup = mkdtempSync(path.join(dir, 'backup-'));
    target = mkdtempSync(path.join(dir, 'restored-'));
    installation = await Installation.start({ posts: 30 });
    const staff = await Api.signIn(installation.url, 'staff@engawa.example');
    const file = await upload(staff);
    const { body: withFile } = await staff.post<Post>('/posts', {
      memo: '鍵をお預かりした。',
      attachmentIds: [file.id],
    });
    const before = await allPosts(staff);

    // Tasks are written continuously; each is copied to another service.
    let stopWriting = false;
    let written = 0;
    const writing = (async () => {
      while (!stopWriting && written < 200) {
        const answer = await staff.post('/posts', {
          memo: `書きながら ${written}`,
          task: { status: 'waiting', assignUserId: null },
        });
        expect(answer.status).toBe(201);
        written += 1;
      }
    })();
    const made = await run('backup', installation.dir, '--to', backup);
    stopWriting = true;
    await writing;
    expect(made).toEqual({ code: 0, out: expect.stringContaining('1 files') });
    expect(written).toBeGreaterThan(0);
    await installation.stop();
    installation = null;

    expect(await run('restore', target, '--from', backup)).toEqual({
      code: 0,
      out: expect.stringContaining('restored'),
    });
    installation = await Installation.start({ dir: target });
    const again = await Api.signIn(installation.url, 'staff@engawa.example');
    const after = await allPosts(again);
    expect(after.map(({ id }) => id)).toEqual(expect.arrayContaining(before.map(({ id }) => id)));
    const found = after.find(({ id }) => id === withFile.id)!;
    expect(found).toMatchObject({ memo: withFile.memo, version: withFile.version });
    const opened = await fetch(new URL(found.attachments[0]!.url, again.base), {
      headers: { authorization: `Bearer ${again.token}` },
    });
    expect(await opened.text()).toBe(note);
    expect((await again.get<List<Member>>('/members?limit=100')).body.items).toHaveLength(60);

    // No post without its task, and no task without its post.
    await eventually(async () => {
      expect(await run('tasks:repair', target, '--dry-run')).toEqual({
        code: 0,
        out: expect.stringContaining('no drift'),
      });
      const newest = after.find((post) => post.task)!;
      const { status, body } = await again.get<Task>(`/tasks/${newest.id}`);
      expect([status, body.task?.status]).toEqual([200, newest.task!.status]);
    }, 60_000);
    expect((await again.post('/posts', { memo: 'つづき' })).status).toBe(201);
  }, 240_000);

  it('changes nothing in a non-empty installation or with a damaged backup', async () => {
    const inUse = await run('restore', target, '--from', backup);
    expect(inUse).toEqual({ code: 1, out: expect.stringContaining('stop it before') });
    await installation!.stop();
    installation = null;

    // Its folder is deleted too.
    expect((await run('restore', target, '--from', backup)).code).toBe(0);
    const refused = await run('restore', target, '--from', backup);
    expect(refused).toEqual({ code: 1, out: expect.stringContaining('is not empty') });
    const forced = await run('restore', target, '--from', backup, '--force');
    expect(forced).toEqual({ code: 0, out: expect.stringContaining('restored') });

    appendFileSync(path.join(backup, 'databases/timeline/posts.bson.gz'), 'x');
    const empty = path.join(dir, 'empty');
    const damaged = await run('restore', empty, '--from', backup);
    expect(damaged).toEqual({ code: 1, out: expect.stringContaining('posts.bson.gz is damaged') });
    expect(existsSync(empty)).toBe(false);
  }, 120_000);

  it('prints its usage for arguments that it does not know', async () => {
    expect(await run('backup', dir, '--there')).toEqual({
      code: 2,
      out: expect.stringContaining('usage: npm run backup'),
    });
    expect(await run('restore', dir)).toEqual({
      code: 2,
      out: expect.stringContaining('usage: npm run restore'),
    });
  });
});
