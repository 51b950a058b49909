import {
  events,
  POST_IMPORT_KEPT_DAYS,
  type Post,
  type PostImport,
  type PostImportRow,
} from '@engawa/contracts';
import { Directory } from '@engawa/directory';
import { ImportFiles } from '@engawa/imports';
import { eventually, staffFacts, type TestService } from '@engawa/testing';
import { decode, encode } from 'iconv-lite';
import { callersOf, people, startTimeline } from '../timeline.fixture';
import { heading, importCalls } from './import.fixture';

let service: TestService;
let callers: ReturnType<typeof callersOf>;

beforeAll(async () => {
  service = await startTimeline();
  callers = callersOf(service);
});
afterAll(() => service?.stop());

const { send, reaches, check, run, rowsOf, reportOf, postsOf } = importCalls(() => callers);

it('first reports what it would do, then does it, and adds nothing for the same file again', async () => {
  const file = [
    heading,
    `2010-01-01 09:00,書き手,${people.sato},アイデア; お礼,"一行目\r\n二行目"`,
    `2010/1/2 10:30,,,,'=1+1`,
    `2010-01-03,同僚,,事業の課題,課題です`,
  ].join('\r\n');
  const checked = await check(file);
  expect(checked).toMatchObject({ rows: 3, processed: 3, encoding: 'utf-8', fileKept: true });
  expect(checked.counts).toEqual({ add: 3, unchanged: 0, refused: 0 });
  expect(await postsOf(2010)).toEqual([]);

  await callers.admin.post(`/posts/imports/${checked.id}/run`).expect(202);
  const done = await reaches(checked.id, 'done');
  expect(done).toMatchObject({ rows: 3, processed: 3, counts: { add: 3, unchanged: 0 } });
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

  expect((await run(file)).counts).toEqual({ add: 0, unchanged: 3, refused: 0 });
  expect(await postsOf(2010)).toHaveLength(3);

  // One event for webhooks, and none for the import that added nothing.
  const imported = await eventually(() => {
    const found = service.events.of(events.postsImported);
    expect(found).not.toEqual([]);
    return found;
  });
  expect(imported).toMatchObject([
    { actor: people.admin, data: { importId: checked.id, added: 3 } },
  ]);
});

it('adds a row again whose post was deleted since', async () => {
  const file = `${heading}\n2006-01-01 09:00,書き手,,,残る\n2006-01-02 09:00,書き手,,,消えて戻る`;
  expect((await run(file)).counts).toMatchObject({ add: 2 });
  const [kept, deleted] = await postsOf(2006);
  await callers.admin.delete(`/posts/${deleted!.id}`).expect(204);
  expect((await check(file)).counts).toEqual({ add: 1, unchanged: 1, refused: 0 });
  expect(await postsOf(2006)).toHaveLength(1);

  const again = await run(file);
  expect(again.counts).toEqual({ add: 1, unchanged: 1, refused: 0 });
  expect(await postsOf(2006)).toMatchObject([
    { id: kept!.id },
    { memo: '消えて戻る', ownerId: people.writer, talkedAt: deleted!.talkedAt },
  ]);
  expect((await run(file)).counts).toEqual({ add: 0, unchanged: 2, refused: 0 });
  const told = await eventually(() => {
    const found = service.events
      .of(events.postUpdated)
      .filter(({ data }) => data.postId === deleted!.id);
    expect(found).not.toEqual([]);
    return found;
  });
  // Like every post of an import, without a notification.
  expect(told).toMatchObject([{ actor: people.admin, data: { imported: true } }]);
});

it('adds a row of an export again whose post was deleted since', async () => {
  const talkedAt = '2005-06-01T00:00:00.000Z';
  const create = { memo: '書き出して消した', talkedAt };
  const post = (await callers.writer.post('/posts').send(create).expect(201)).body as Post;
  const range = 'from=2005-05-31T00:00:00Z&to=2005-07-01T00:00:00Z';
  const { text } = await callers.admin.get(`/posts/export?${range}`).expect(200);
  expect((await run(text)).counts).toEqual({ add: 0, unchanged: 1, refused: 0 });
  await callers.writer.delete(`/posts/${post.id}`).expect(204);
  expect((await run(text)).counts).toEqual({ add: 1, unchanged: 0, refused: 0 });
  expect((await run(text)).counts).toEqual({ add: 0, unchanged: 1, refused: 0 });
  expect(await postsOf(2005)).toMatchObject([{ memo: '書き出して消した', talkedAt }]);
});

it('runs a checked import, and that once', async () => {
  const checked = await check(`${heading}\n2009-05-01 09:00,書き手,,,一度だけ`);
  const post = () => callers.admin.post(`/posts/imports/${checked.id}/run`);
  await post().set('idempotency-key', 'post-import-run-1').expect(202);
  await reaches(checked.id, 'done');
  await post().set('idempotency-key', 'post-import-run-1').expect(202);
  const { body } = await post().expect(409);
  expect(body).toMatchObject({
    code: 'timeline.import.wrong-state',
    current: { id: checked.id, state: 'done' },
  });
  expect(await postsOf(2009)).toHaveLength(1);
});

it('judges again when it runs', async () => {
  const add = { name: 'すぐ消えるラベル', color: 'teal', isIssue: false };
  const label = (await callers.admin.post('/labels').send(add).expect(201)).body;
  const file = `${heading}\n2008-05-01 09:00,書き手,,すぐ消えるラベル,札つき`;
  const checked = await check(file);
  expect(checked.counts).toMatchObject({ add: 1, refused: 0 });
  await callers.admin.delete(`/labels/${label.id}`).expect(204);
  await callers.admin.post(`/posts/imports/${checked.id}/run`).expect(202);
  expect((await reaches(checked.id, 'done')).counts).toMatchObject({ add: 0, refused: 1 });
  const problems = [{ column: 'labels', reason: 'unknown-label', value: 'すぐ消えるラベル' }];
  expect(await rowsOf(checked.id)).toEqual([{ row: 1, line: 2, problems }]);
});

it('reads back its own export, Shift_JIS and UTF-16', async () => {
  const post = (await callers.writer.post('/posts').send({ memo: '=書いた' }).expect(201)).body;
  const { text } = await callers.admin.get('/posts/export').expect(200);
  const { counts } = await check(text);
  expect(counts).toMatchObject({ add: 0, refused: 0 });
  expect(counts.unchanged).toBeGreaterThan(0);
  expect(text).toContain(post.id);
  const old = encode(`${heading}\r\n2011-01-01 00:00,書き手,,,髙﨑さんと話した\r\n`, 'cp932');
  expect(await run(old)).toMatchObject({ encoding: 'cp932', counts: { add: 1 } });
  expect((await postsOf(2011))[0]?.memo).toBe('髙﨑さんと話した');
  const wide = encode(`${heading}\n2011-02-01 00:00,書き手,,,幅広`, 'utf16le', { addBOM: true });
  expect(await check(wide)).toMatchObject({ encoding: 'utf-16le', counts: { add: 1 } });
});

it('refuses rows with line, column and reason, takes the others, and leaves a report', async () => {
  const file = [
    `備考,${heading}`,
    'a,2012-01-01 09:00,書き手,,,よい行',
    'b,いつか,誰か,nobody,なにか,',
    `"c\nd",2012-01-02 09:00,書き手,${people.stranger},,別のスペースの会員`,
    'e,2012-01-03,書き手',
    'f,9999-12-31 09:00,書き手,,,遠い先の話',
    'g,2012-01-04 09:00,書き手,,,多すぎる,余り',
    'h,2012-01-05 09:00,書き手,,,鳴る\u0007行',
    'i,0000-01-01T00:00:00+01:00,書き手,,,遠い昔の話',
  ].join('\n');
  const job = await run(encode(file, 'cp932'));
  expect(job).toMatchObject({ rows: 8, counts: { add: 1, refused: 7 } });
  const found = (await rowsOf(job.id)).flatMap(({ line, problems }) =>
    problems.map(({ column, reason, value }) => [line, column, reason, value].join(' ')),
  );
  expect(found).toEqual([
    '3 memo required ',
    '3 talkedAt wrong-time いつか',
    '3 staff unknown-staff 誰か',
    '3 memberIds unknown-member nobody',
    '3 labels unknown-label なにか',
    `4 memberIds unknown-member ${people.stranger}`,
    '6 memo required ',
    '7 talkedAt time-ahead 9999-12-31 09:00',
    '8 7 wrong-cell-count 余り',
    '9 memo control-character 鳴る\u0007行',
    '10 talkedAt wrong-time 0000-01-01T00:00:00+01:00',
  ]);
  const report = decode(await reportOf(job.id), 'cp932').split('\r\n');
  expect(report[0]).toBe(`備考,${heading},エラー内容`);
  expect(report[1]).toContain('b,いつか,誰か,nobody,なにか,,本文: 入力してください / 話した日時: ');
  expect(report[2]).toMatch(/^"c\nd",2012-01-02 09:00,.*,会員ID: この会員は存在しません$/);
  expect(report).toHaveLength(9);
  // The second page starts where the first one ended.
  const query = `/posts/imports/${job.id}/rows?limit=2`;
  const first = (await callers.admin.get(query).expect(200)).body;
  expect([first.items.map(({ row }: PostImportRow) => row), first.nextRow]).toEqual([[2, 3], 3]);
  expect((await rowsOf(job.id, '?afterRow=3')).map(({ row }) => row)).toEqual([4, 5, 6, 7, 8]);
  const { items, nextCursor } = (await callers.admin.get('/posts/imports?limit=1').expect(200))
    .body;
  expect(items).toEqual([job]);
  const older = await callers.admin.get(`/posts/imports?cursor=${nextCursor}`).expect(200);
  expect(older.body.items).not.toContainEqual(job);
});

it('takes the one active person of a staff name, and refuses a name of several', async () => {
  const staff: Record<string, object> = {
    'name-1-active': { displayName: '田中 一', email: 'hajime@engawa.test' },
    'name-1-left': { displayName: '田中　一', deactivated: true },
    'name-1-token': { displayName: '田中一', email: '', integration: true },
    'name-1-zgod': { displayName: '田中一', god: true },
    'name-2-a': { displayName: '高橋 次', email: 'tsugu-a@engawa.test' },
    'name-2-b': { displayName: '高橋次', email: 'tsugu-b@engawa.test' },
    'name-3-left': { displayName: '伊藤 三', deactivated: true },
    'name-4-left-a': { displayName: '渡辺 四', deactivated: true },
    'name-4-left-b': { displayName: '渡辺 四', deactivated: true },
  };
  for (const [staffId, facts] of Object.entries(staff)) {
    await service.publish(events.staffAdded, { data: staffFacts({ staffId, ...facts }) });
  }
  const directory = service.running.app.get(Directory);
  await eventually(async () => {
    const known = (await directory.listAuthors('space-a')).map(({ id }) => id);
    expect(known).toEqual(expect.arrayContaining(Object.keys(staff)));
  });
  const job = await run(
    [
      '話した日時,スタッフ,スタッフのメールアドレス,本文',
      '2007-01-01 09:00,田中一,,在籍',
      '2007-01-02 09:00,高橋　次,,二人',
      '2007-01-03 09:00,高橋次,tsugu-b@engawa.test,アドレス',
      '2007-01-04 09:00,伊藤三,,退職',
      '2007-01-05 09:00,渡辺四,,退職した二人',
    ].join('\n'),
  );
  expect(job.counts).toEqual({ add: 3, unchanged: 0, refused: 2 });
  expect((await postsOf(2007)).map(({ memo, ownerId }) => [memo, ownerId])).toEqual([
    ['在籍', 'name-1-active'],
    ['アドレス', 'name-2-b'],
    ['退職', 'name-3-left'],
  ]);
  expect((await rowsOf(job.id)).map(({ line, problems }) => [line, problems])).toEqual([
    [3, [{ column: 'staff', reason: 'several-staff', value: '高橋　次' }]],
    [6, [{ column: 'staff', reason: 'several-staff', value: '渡辺四' }]],
  ]);
  expect((await reportOf(job.id)).toString()).toContain(
    'スタッフのメールアドレスで指定してください',
  );
});

it.each<[string, string | Buffer, number, string]>([
  ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0]), 422, 'not-csv'],
  ['a broken quotation', 'メモ\n"abc', 422, 'broken-quotes'],
  ['a row without end', `メモ\n${'x'.repeat(300_000)}`, 422, 'record-too-long'],
  ['no memo column', '話した日時,会員\n2026-01-01,x', 422, 'missing-columns'],
  ['a column twice', '本文,Text\nx,y', 422, 'repeated-columns'],
  ['a column twice, once by its former heading', 'メモ,本文\nx,y', 422, 'repeated-columns'],
  ['a heading alone', 'メモ\n', 422, 'no-rows'],
  ['an empty file', '', 400, 'file-missing'],
  ['a file of 21 MB', Buffer.alloc(21 * 1024 * 1024, 0x61), 413, 'file-too-large'],
])('refuses %s as a whole', async (_what, content, status, reason) => {
  const { body } = await send(content).expect(status);
  expect(body.code).toBe(`timeline.import.${reason}`);
});

it.each([
  ['excel-file', '昔の記録.xlsx', 'メモ\nx\n'],
  ['excel-file', '昔の記録.csv', 'PK\u0003\u0004…xl/workbook.xml…'],
  ['not-csv', '昔の記録.csv.exe', 'メモ\nx\n'],
])('refuses by name and content: %s for %s', async (reason, name, content) => {
  const upload = callers.admin.post('/posts/imports').attach('file', Buffer.from(content), name);
  expect((await upload.expect(422)).body.code).toBe(`timeline.import.${reason}`);
});

it("names missing columns in the reader's language", async () => {
  const { body } = await send('Labels\nx').set('accept-language', 'en').expect(422);
  expect(body.title).toBe('Missing columns: Text');
});

it.each([
  [
    'a quotation that breaks later on',
    `メモ\n${`${'x'.repeat(99)}\n`.repeat(2_000)}"abc\n`,
    'broken-quotes',
  ],
  ['more than 50,000 rows', `メモ\n${'x\n'.repeat(50_001)}`, 'too-many-rows'],
])(
  'ends with the reason where the file has %s',
  async (_what, content, reason) => {
    const { id } = (await send(content).expect(202)).body as PostImport;
    const failed = await eventually(
      async () => {
        const { body } = await callers.admin.get(`/posts/imports/${id}`).expect(200);
        expect(body.state).toBe('failed');
        return body as PostImport;
      },
      { timeoutMs: 120_000 },
    );
    expect(failed.failure).toEqual({
      code: `timeline.import.${reason}`,
      line: expect.any(Number),
    });
    await callers.admin.post(`/posts/imports/${id}/run`).expect(409);
  },
  150_000,
);

it('is for administrators of their own space', async () => {
  expect((await send('メモ\nx', callers.writer)).status).toBe(403);
  const { id } = await check('メモ\nours');
  for (const part of ['', '/rows', '/report']) {
    const { body } = await callers.foreign.get(`/posts/imports/${id}${part}`).expect(404);
    expect(body.code).toBe('timeline.import.not-found');
    await callers.writer.get(`/posts/imports/${id}${part}`).expect(403);
  }
  await callers.foreign.post(`/posts/imports/${id}/run`).expect(404);
  await callers.writer.post(`/posts/imports/${id}/run`).expect(403);
  expect((await callers.foreign.get('/posts/imports').expect(200)).body.items).toEqual([]);
  expect(await reaches(id, 'checked')).toMatchObject({ id });
});

it('keeps its file for some weeks; without it there is neither report nor run', async () => {
  const { id } = await check('メモ,ラベル\n期限,ない札\n');
  const expiry = service.running.app.get(ImportFiles);
  const days = (count: number) => new Date(Date.now() + count * 86_400_000);
  await expiry.runDue(days(POST_IMPORT_KEPT_DAYS - 1));
  await callers.admin.get(`/posts/imports/${id}/report`).expect(200);
  await expiry.runDue(days(POST_IMPORT_KEPT_DAYS + 1));
  const { body } = await callers.admin.get(`/posts/imports/${id}/report`).expect(410);
  expect(body.code).toBe('timeline.import.file-gone');
  await callers.admin.post(`/posts/imports/${id}/run`).expect(410);
  expect(await reaches(id, 'checked')).toMatchObject({ fileKept: false });
});
