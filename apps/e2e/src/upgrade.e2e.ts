import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Post, SearchPostsAnswer } from '@engawa/contracts';
import { Api, eventually } from './api';
import { run } from './commands';
import { databaseOf } from './database';
import { Installation } from './world';

const workspace = path.resolve(__dirname, '../../..');
/** A backup of an installation of 2.13.0: the demo data and what `made` names. It holds no keys. */
const fixture = path.resolve(__dirname, '../fixtures/installation-2.13.0.tar.gz');
/** The key with which that installation, made for this test, encrypted the secrets of integrations. */
const secretKey = 'D2OEpSDh3kA/heYXaZI2kBofTpTUIX3ja4PXzx7Ohik=';
const made = {
  token:
    'engawa_engawa-sendai_01a2060b-764c-70cc-871c-b8a3803593b1_ZFnhbyRxNkfc32Be5IuhH3j9jC4dxNJV_bAzjOVjMUo',
  postWithFile: '01a2060b-f239-774a-9f27-6aae53313875',
  deletedPost: '01a2060b-76c5-73d8-a1dd-3f9c8a526ee6',
  mergedMember: '01a20608-7e8d-716f-bf8a-fbd8f46c4d18',
};

interface List<T> {
  items: T[];
  nextCursor: string | null;
}

async function count(api: Api, list: string): Promise<number> {
  let items = 0;
  let cursor: string | null = null;
  do {
    const page: List<unknown> = (
      await api.get<List<unknown>>(`${list}?limit=50${cursor ? `&cursor=${cursor}` : ''}`)
    ).body;
    items += page.items.length;
    cursor = page.nextCursor;
  } while (cursor);
  return items;
}

// Operators keep their data over an upgrade (OPS-3): everything that 2.13.0 stored is still there,
// and what is derived from it is made anew in its new form.
describe('an upgrade of an installation of 2.13.0', () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'engawa-upgrade-'));
  const dataDir = path.join(dir, 'data');
  let installation: Installation;
  let admin: Api;
  beforeAll(async () => {
    const backup = mkdtempSync(path.join(dir, 'backup-'));
    await run('tar', ['-C', backup, '-xzf', fixture]);
    await run(process.execPath, ['deploy/restore.mjs', '--from', backup], {
      cwd: workspace,
      env: { ...process.env, ENGAWA_DATA: dataDir },
    });
    installation = await Installation.start({
      dir: dataDir,
      env: { ENGAWA_SECRET_KEY: secretKey },
    });
    admin = await Api.signIn(installation.url, 'admin@engawa.example');
  });
  afterAll(async () => {
    await installation?.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  it('keeps posts, members, tasks, drafts and what staff saved', async () => {
    expect(await count(admin, '/posts')).toBe(402);
    expect(await count(admin, '/members')).toBe(59);
    expect(await count(admin, '/tasks')).toBe(28);
    expect((await admin.get(`/posts/${made.deletedPost}`)).status).toBe(404);
    expect((await admin.get('/drafts')).body).toMatchObject({
      items: [expect.objectContaining({ memo: '書きかけ' })],
    });
    expect((await admin.get('/search/saved-searches')).body).toMatchObject({
      items: [{ displayName: '写真', criteria: { q: '写真' } }],
    });
    expect((await admin.get('/task-filters')).body).toMatchObject({
      items: [{ displayName: '待ち', criteria: { statuses: ['waiting'], assignUserId: 'me' } }],
    });
  });

  it('keeps the notifications of what was not deleted', async () => {
    const notifications = databaseOf(installation, 'notifications');
    await eventually(async () => {
      const records = notifications.collection<{ _id: string }>('installation');
      expect(await records.countDocuments({ _id: 'done/former-texts' })).toBe(1);
    });
    const kept = { withdrawn: false, excerpt: { $ne: '' } };
    expect(await notifications.collection('notifications').countDocuments(kept)).toBe(998);
  });

  it('keeps files, and decrypts the secrets of integrations', async () => {
    const { body: post } = await admin.get<Post>(`/posts/${made.postWithFile}`);
    expect(post.task).toMatchObject({ status: 'waiting' });
    const file = await fetch(new URL(post.attachments[0]!.url, installation.url), {
      headers: { authorization: `Bearer ${admin.token}` },
    });
    expect(file.status).toBe(200);
    expect((await file.arrayBuffer()).byteLength).toBe(post.attachments[0]!.size);
    expect((await admin.get('/integrations')).body).toMatchObject({
      slack: { secretHint: 'XXXX' },
    });
    const { body: webhooks } = await admin.get<List<{ id: string; url: string }>>('/webhooks');
    expect(webhooks.items).toMatchObject([{ url: 'https://example.com/engawa' }]);
    // A delivery is signed with the decrypted secret before its receiver is looked up.
    const tested = await admin.post(`/webhooks/${webhooks.items[0]!.id}/test`, {});
    expect(tested).toMatchObject({ status: 200, body: { event: 'webhook.test' } });
  });

  it('accepts API tokens, and undoes merges of members, that 2.13.0 made', async () => {
    expect((await admin.withToken(made.token).get('/posts')).status).toBe(200);
    const undone = await admin.post(`/members/merges/${made.mergedMember}/undo`, {});
    expect(undone.status).toBe(200);
    expect(await count(admin, '/members')).toBe(60);
  });

  it('rebuilds the search index in its new form and drops the indexes of the old one', async () => {
    const totals: Record<string, number> = { 写真: 34, イベント: 30, 髙﨑: 1, ありがとう: 29 };
    await eventually(async () => {
      for (const [q, total] of Object.entries(totals)) {
        const found = await admin.get<SearchPostsAnswer>(
          `/search/posts?q=${encodeURIComponent(q)}`,
        );
        expect({ q, total: found.body.total }).toEqual({ q, total });
      }
    });
    const indexes = await databaseOf(installation, 'search').collection('entries').indexes();
    expect(indexes.map(({ name }) => name).filter((name) => /gram/i.test(name ?? ''))).toEqual([]);
  });

  it('applies new writes to tasks and search', async () => {
    const written = await admin.post<Post>('/posts', {
      memo: '更新のあとに書いた投稿',
      task: { status: 'waiting', assignUserId: null },
    });
    expect(written.status).toBe(201);
    await eventually(async () => {
      expect(await count(admin, '/tasks')).toBe(29);
      const found = await admin.get<SearchPostsAnswer>(
        `/search/posts?q=${encodeURIComponent('更新のあとに書いた')}`,
      );
      expect(found.body.total).toBe(1);
    });
  });
});
