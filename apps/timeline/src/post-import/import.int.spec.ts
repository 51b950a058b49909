import { events, type Post, type PostImport } from '@engawa/contracts';
import { eventually, type TestCaller, type TestService } from '@engawa/testing';
import { encode } from 'iconv-lite';
import { callersOf, people, startTimeline } from '../timeline.fixture';

let service: TestService;
let callers: ReturnType<typeof callersOf>;

beforeAll(async () => {
  service = await startTimeline();
  callers = callersOf(service);
});
afterAll(() => service?.stop());

const heading = '話した日時,スタッフ,会員ID,ラベル,メモ';
function send(text: string | Buffer, dryRun: boolean, by: TestCaller = callers.admin) {
  const content = typeof text === 'string' ? Buffer.from(text) : text;
  return by.post(`/posts/imports?dryRun=${dryRun}`).attach('file', content, 'posts.csv');
}
async function done(id: string): Promise<PostImport> {
  return eventually(
    async () => {
      const { body } = await callers.admin.get(`/posts/imports/${id}`).expect(200);
      if (body.state !== 'done') throw new Error(`${body.processed} of ${body.rows}`);
      return body as PostImport;
    },
    { timeoutMs: 30_000 },
  );
}
async function run(text: string | Buffer): Promise<PostImport> {
  return done((await send(text, false).expect(201)).body.id);
}
/** The posts of talks of a year, by the clock of Tokyo, the oldest first. */
async function postsOf(year: number): Promise<Post[]> {
  const begin = (of: number) => encodeURIComponent(`${of}-01-01T00:00:00+09:00`);
  const query = `order=oldest&limit=50&from=${begin(year)}&to=${begin(year + 1)}`;
  return (await callers.admin.get(`/posts?${query}`).expect(200)).body.items;
}

it('first tells what it would do, then does it, and the same file again adds nothing', async () => {
  const file = [
    heading,
    `2010-01-01 09:00,書き手,${people.sato},アイデア; お礼,"一行目\n二行目"`,
    `2010/1/2 10:30,,,,'=1+1`,
    `2010-01-03,同僚,,事業の課題,課題です`,
  ].join('\r\n');
  const dry = (await send(file, true).expect(201)).body as PostImport;
  expect(dry).toMatchObject({ dryRun: true, state: 'done', rows: 3, added: 3, refused: 0 });
  expect(await postsOf(2010)).toEqual([]);

  expect(await run(file)).toMatchObject({ rows: 3, processed: 3, added: 3, unchanged: 0 });
  const posts = await postsOf(2010);
  expect(posts).toMatchObject([
    {
      memo: '一行目\n二行目',
      ownerId: people.writer,
      talkedAt: '2010-01-01T00:00:00.000Z',
      labelIds: ['idea', 'thanks'],
      members: [{ id: people.sato }],
    },
    { memo: '=1+1', ownerId: people.admin },
    { memo: '課題です', ownerId: people.other, issue: { state: 'open' } },
  ]);
  const told = await eventually(() => {
    const found = service.events.of(events.postCreated).filter(({ data }) => data.imported);
    if (found.length < 3) throw new Error('not all told yet');
    return found;
  });
  expect(told.map(({ actor }) => actor)).toEqual(Array(3).fill(people.admin));

  expect((await send(file, true).expect(201)).body).toMatchObject({ added: 0, unchanged: 3 });
  expect(await run(file)).toMatchObject({ added: 0, unchanged: 3 });
  expect(await postsOf(2010)).toHaveLength(3);
});

it('reads back its own export, and Shift_JIS', async () => {
  const post = (await callers.writer.post('/posts').send({ memo: '=書いた' }).expect(201)).body;
  const { text } = await callers.admin.get('/posts/export').expect(200);
  const back = (await send(text, true).expect(201)).body as PostImport;
  expect(back).toMatchObject({ added: 0, refused: 0 });
  expect(back.unchanged).toBeGreaterThan(0);
  expect(text).toContain(post.id);
  const old = encode(`${heading}\r\n2011-01-01 00:00,書き手,,,髙﨑さんと話した\r\n`, 'cp932');
  expect(await run(old)).toMatchObject({ added: 1 });
  expect((await postsOf(2011))[0]?.memo).toBe('髙﨑さんと話した');
});

it('refuses rows with line, column and reason, takes the others, and leaves a report', async () => {
  const file = [
    heading,
    '2012-01-01 09:00,書き手,,,よい行',
    'いつか,誰か,nobody,なにか,',
    `2012-01-02 09:00,書き手,${people.stranger},,別のスペースの会員`,
    '2012-01-03,書き手',
    '9999-12-31 09:00,書き手,,,遠い先の話',
  ].join('\n');
  const job = await run(file);
  expect(job).toMatchObject({ rows: 5, added: 1, refused: 4 });
  const found = job.refusals.map(({ line, column, reason }) => `${line} ${column} ${reason}`);
  expect(found).toEqual(
    expect.arrayContaining([
      '3 memo required',
      '3 talkedAt wrong-time',
      '3 staff unknown-staff',
      '3 memberIds unknown-member',
      '3 labels unknown-label',
      '4 memberIds unknown-member',
      '5 memo wrong-cell-count',
      '6 talkedAt time-ahead',
    ]),
  );
  const { text } = await callers.admin.get(`/posts/imports/${job.id}/report`).expect(200);
  expect(text).toContain('3,話した日時,いつか,日時として読み取れません');
  expect(text).toContain('6,話した日時,9999-12-31 09:00,1日より先の日時は指定できません');
  const list = (await callers.admin.get('/posts/imports').expect(200)).body.items;
  expect(list[0]).toEqual(job);
});

it.each<[string, string | Buffer, number, string]>([
  ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0]), 422, 'timeline.import.not-csv'],
  ['a broken quotation', 'メモ\n"abc', 422, 'timeline.import.not-csv'],
  ['no memo column', '話した日時,会員\n2026-01-01,x', 422, 'timeline.import.wrong-heading'],
  ['an empty file', '', 400, 'timeline.attachment.missing'],
])('refuses %s as a whole', async (_what, content, status, code) => {
  for (const dryRun of [true, false]) {
    const { body } = await send(content, dryRun).expect(status);
    expect(body.code).toBe(code);
  }
});

it('is for administrators of their own space', async () => {
  expect((await send('メモ\nx', true, callers.writer)).status).toBe(403);
  const job = await run('メモ\nours');
  await callers.foreign.get(`/posts/imports/${job.id}`).expect(404);
  await callers.foreign.get(`/posts/imports/${job.id}/report`).expect(404);
  expect((await callers.foreign.get('/posts/imports').expect(200)).body.items).toEqual([]);
  await callers.writer.get(`/posts/imports/${job.id}`).expect(403);
});

it('goes on after a restart, and writes no row twice', async () => {
  const rows = Array.from({ length: 600 }, (_, n) => `2014-01-01 00:00,書き手,,,row ${n}`);
  const { id } = (await send([heading, ...rows].join('\n'), false).expect(201)).body as PostImport;
  await eventually(
    async () => {
      const { body } = await callers.admin.get(`/posts/imports/${id}`).expect(200);
      if (body.processed < 100) throw new Error('not begun');
    },
    { timeoutMs: 20_000 },
  );
  await service.restart('timeline');
  callers = callersOf(service);
  expect(await done(id)).toMatchObject({ rows: 600, processed: 600, added: 600, unchanged: 0 });
  const { text } = await callers.admin
    .get('/posts/export?from=2013-12-31T00:00:00Z&to=2014-02-01T00:00:00Z')
    .expect(200);
  expect(text.trim().split('\r\n')).toHaveLength(601);
}, 90_000);
