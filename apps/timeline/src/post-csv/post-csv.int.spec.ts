import { parse } from 'csv-parse/sync';
import type { Post } from '@engawa/contracts';
import type { TestCaller, TestService } from '@engawa/testing';
import { callersOf, people, startTimeline } from '../timeline.fixture';
import { PostRepository } from '../post/post.repository';

let service: TestService;
let callers: ReturnType<typeof callersOf>;

beforeAll(async () => {
  service = await startTimeline();
  callers = callersOf(service);
});
afterAll(() => service?.stop());

async function rows(query = '', locale = 'ja'): Promise<Record<string, string>[]> {
  const { text, headers } = await callers.admin
    .get(`/posts/export${query}`)
    .set('accept-language', locale)
    .expect(200);
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(headers['content-disposition']).toMatch(/^attachment; filename="posts-space-a-/);
  expect(text.startsWith('\ufeff')).toBe(true);
  return parse(text, { bom: true, columns: true });
}

it('holds what a post holds, oldest talk first, times by the clock of the space', async () => {
  const create = async (body: object) =>
    (await callers.writer.post('/posts').send(body).expect(201)).body as Post;
  const later = await create({ memo: 'あとで', talkedAt: '2025-11-02T15:30:00.000Z' });
  const first = await create({
    memo: '=HYPERLINK("http://evil.example")\n2行目, "引用"',
    memberIds: [people.sato, people.suzuki],
    labelIds: ['idea', 'thanks'],
    talkedAt: '2025-11-01T00:00:00.000Z',
    task: { status: 'inProgress', assignUserId: people.other },
  });
  const [one, two] = await rows();
  expect(one).toMatchObject({
    投稿ID: first.id,
    話した日時: '2025-11-01 09:00:00',
    スタッフ: '書き手',
    会員ID: `${people.sato}; ${people.suzuki}`,
    ラベル: 'アイデア; お礼',
    本文: `'=HYPERLINK("http://evil.example")\n2行目, "引用"`,
    タスクの状態: 'inProgress',
    担当者: '同僚',
  });
  expect(two).toMatchObject({ 投稿ID: later.id, 話した日時: '2025-11-03 00:30:00' });
  const [english] = await rows('', 'en');
  expect(english).toMatchObject({ 'Post ID': first.id, Staff: '書き手' });
  const from = encodeURIComponent('2025-11-02T00:00:00+09:00');
  expect(await rows(`?from=${from}&to=2025-11-03T00:00:00Z`)).toHaveLength(1);
});

it('is for administrators, and for their own space', async () => {
  await callers.writer.get('/posts/export').expect(403);
  await service.anonymous().get('/posts/export').expect(401);
  const { text } = await callers.foreign.get('/posts/export').expect(200);
  expect(text.trim().split('\n')).toHaveLength(1);
  await callers.admin.get('/posts/export?from=x').expect(400);
});

it('has the e-mail addresses of staff for administrators, not for API tokens', async () => {
  await callers.writer.post('/posts').send({ memo: '誰が書いたか' }).expect(201);
  const addresses = async (caller: TestCaller) => {
    const { text } = await caller.get('/posts/export').expect(200);
    const lines: Record<string, string>[] = parse(text, { bom: true, columns: true });
    return [...new Set(lines.map((row) => row['スタッフのメールアドレス']))];
  };
  expect(await addresses(callers.admin)).toEqual([expect.stringMatching(/^staff\d+@example.com$/)]);
  const token = { staffId: people.integration, role: 'generalAdmin' as const };
  const scoped = service.asStaff({ ...token, scopes: ['post.export'] });
  expect(await addresses(scoped)).toEqual(['']);
});

it('sends thousands of posts page by page', async () => {
  const space = 'space-big';
  const repository = service.running.app.get(PostRepository);
  const sample = (await callers.writer.post('/posts').send({ memo: 'sample' }).expect(201)).body;
  const template = (await repository.findById('space-a', sample.id))!;
  const { space: _space, version: _version, updatedAt: _at, ...document } = template;
  await repository.insertMany(
    space,
    Array.from({ length: 2_300 }, (_, n) => ({
      document: { ...document, id: `p${n}`, memo: `memo ${n}`, talkedAt: new Date(n * 1_000) },
    })),
  );
  const admin = service.asStaff({ space, role: 'generalAdmin' });
  const { text } = await admin.get('/posts/export').expect(200);
  const memos = parse(text, { bom: true, columns: true }).map(
    (row) => (row as Record<string, string>)['本文'],
  );
  expect(memos).toEqual(Array.from({ length: 2_300 }, (_, n) => `memo ${n}`));
});
