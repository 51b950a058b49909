import { type CustomField, events, type Member } from '@engawa/contracts';
import { ImportChunkRepository } from '@engawa/imports';
import { eventually, startTestService, type TestService } from '@engawa/testing';
import { decode, encode } from 'iconv-lite';
import { members } from '../index';
import { importCalls } from './import.fixture';
import type { StoredRow } from './import.schema';
import { MemberRepository } from '../member/member.repository';

let service: TestService;

beforeAll(async () => {
  service = await startTestService(members, { env: { EVENTS_TAKE_OVER: '1000' } });
});
afterAll(() => service?.stop());

const { newSpace, send, begin, reaches, rows, toldOf, list } = importCalls(() => service);

describe('addMembersFromCsv', () => {
  it('checks a Shift_JIS file first, then adds, and reports what it refused', async () => {
    const admin = await newSpace();
    await admin.post('/members').send({ familyName: '既存', company: '㈱えんがわ' }).expect(201);
    const content = encode(
      [
        '姓,名,姓（カナ）,会社名,会員種別,メモ',
        '髙橋,一郎,ﾀｶﾊｼ,株式会社さくら,フリーデスク,"二行の',
        'メモ"',
        ',名無し,,,,',
        '鈴木,二郎,スズキ,,存在しない種別,',
        '既存,,,株式会社えんがわ,,',
        '髙橋,一郎,,さくら,,',
        '山﨑,三郎,ヤマザキ,,個室,',
        '',
      ].join('\r\n'),
      'cp932',
    );
    const job = await begin(admin, 'add', content);
    expect(job).toMatchObject({ state: 'checking', encoding: 'cp932', mode: 'add' });
    const checked = await reaches(admin, job, 'checked');
    expect(checked).toMatchObject({
      rows: 6,
      counts: { add: 2, change: 0, unchanged: 0, duplicate: 2, refused: 2 },
    });
    expect(await list(admin)).toHaveLength(1);
    const verdicts = await rows(admin, job);
    expect(verdicts.map(({ row, line, verdict }) => [row, line, verdict])).toEqual([
      [1, 2, 'add'],
      [2, 4, 'refused'],
      [3, 5, 'refused'],
      [4, 6, 'duplicate'],
      [5, 7, 'duplicate'],
      [6, 8, 'add'],
    ]);
    expect(verdicts[1]!.problems).toEqual([{ column: '姓', reason: 'required', value: '' }]);
    expect(verdicts[2]!.problems).toEqual([
      { column: '会員種別', reason: 'unknown-type', value: '存在しない種別' },
    ]);
    expect(verdicts[3]!.memberId).toEqual(expect.any(String));
    expect(verdicts[4]!.duplicateOfRow).toBe(1);

    await admin.post(`/members/imports/${job.id}/run`).send({}).expect(202);
    const done = await reaches(admin, job, 'done');
    expect(done.counts).toMatchObject({ add: 2, refused: 2, duplicate: 2 });
    const names = (await list(admin)).map((member) => member.familyName);
    expect(names.sort()).toEqual(['既存', '髙橋', '山﨑'].sort());
    const [added] = await list(admin, `?q=${encodeURIComponent('たかはし')}`);
    expect(added).toMatchObject({ typeOfContract: 'フリーデスク', memo: '二行の\nメモ' });

    const report = await admin
      .get(`/members/imports/${job.id}/report`)
      .set('accept-language', 'ja')
      .responseType('blob')
      .expect(200);
    const lines = decode(report.body as Buffer, 'cp932').split('\r\n');
    expect(lines[0]).toBe('姓,名,姓（カナ）,会社名,会員種別,メモ,エラー内容');
    expect(lines[1]).toContain('姓: 入力してください');
    expect(lines[2]).toContain(
      '鈴木,二郎,スズキ,,存在しない種別,,会員種別: この会員種別は存在しません',
    );
    expect(lines).toHaveLength(6);
    await eventually(() => {
      const names = toldOf(admin).map((facts) => facts.familyName);
      expect(names.sort()).toEqual(['髙橋', '山﨑'].sort());
    });
    await eventually(() =>
      expect(
        service.events
          .named('members.audit.recorded')
          .map((event) => (event.data as { action: string }).action),
      ).toContain('members.import.done'),
    );
    await eventually(() => {
      const finished = service.events
        .of(events.memberImportFinished)
        .filter(({ data }) => data.importId === job.id);
      expect(finished.map(({ data }) => [data.added, data.updated])).toEqual([[2, 0]]);
    });
  });

  it('adds likely duplicates when told to, and runs at once without a dry run', async () => {
    const admin = await newSpace();
    const content = '姓,会社名\n同名,同社\n同名,同社\n';
    const job = await begin(admin, 'add', content, '?dryRun=false&addDuplicates=true');
    const done = await reaches(admin, job, 'done');
    expect(done.counts).toMatchObject({ add: 2, duplicate: 0 });
    expect(await list(admin)).toHaveLength(2);
  });

  it.each([
    ['members.import.unknown-columns', '姓,年齢\n田中,20\n'],
    ['members.import.missing-columns', '名,会社名\n太郎,x\n'],
    ['members.import.repeated-columns', '姓,姓\n太郎,x\n'],
    ['members.import.no-rows', '姓,名\n'],
    ['members.import.no-rows', ''],
    ['members.import.broken-quotes', '姓,名\n"田中,太郎\n'],
    ['members.import.record-too-long', `姓\n${'x'.repeat(400_000)}\n`],
    ['members.import.not-csv', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ])('refuses a wrong file at once: %s', async (code, content) => {
    const admin = service.asStaff({ space: 'import-bad', role: 'generalAdmin' });
    const answer = await send(admin, 'add', content).expect(422);
    expect(answer.body.code).toBe(code);
    expect((await admin.get('/members/imports').expect(200)).body.items).toEqual([]);
  });

  it.each([
    ['members.import.excel-file', 'm.xlsx', '姓\n田中\n'],
    ['members.import.excel-file', 'm.csv', 'PK\u0003\u0004…xl/workbook.xml…'],
    ['members.import.not-csv', 'm.csv.exe', '姓\n田中\n'],
    ['members.import.not-csv', 'm', '姓\n田中\n'],
  ])('refuses by name and content: %s for %s', async (code, fileName, content) => {
    const admin = service.asStaff({ space: 'import-bad', role: 'generalAdmin' });
    const answer = await send(admin, 'add', content, '', fileName).expect(422);
    expect(answer.body.code).toBe(code);
  });

  it('refuses a cell of 50 MB without keeping any of it', async () => {
    const admin = service.asStaff({ space: 'import-huge', role: 'generalAdmin' });
    const answer = await send(admin, 'add', Buffer.alloc(50 * 1_048_576, 'x')).expect(413);
    expect(answer.body.code).toBe('members.import.file-too-large');
    const within = await send(admin, 'add', `姓\n"${'y\n'.repeat(8_000_000)}"\n`).expect(422);
    expect(within.body.code).toBe('members.import.record-too-long');
    expect((await admin.get('/members/imports').expect(200)).body.items).toEqual([]);
  });

  it('names the line where a file breaks off, and adds nothing', async () => {
    const admin = await newSpace();
    const many = Array.from({ length: 700 }, (_, n) => `田中${n},太郎`).join('\n');
    const job = await begin(admin, 'add', `姓,名\n${many}\n"開いた,ままの\n`, '?dryRun=false');
    const failed = await reaches(admin, job, 'failed');
    expect(failed.failure).toMatchObject({ code: 'members.import.broken-quotes' });
    expect(failed.counts).toMatchObject({ add: 0 });
    expect(await list(admin)).toEqual([]);
    await admin.post(`/members/imports/${job.id}/revert`).expect(409);
  });

  it('is for admins, with a file, in their own space', async () => {
    const admin = await newSpace();
    const { space } = admin.claims!;
    await send(service.asStaff({ space }), 'add', '姓\n田中\n').expect(403);
    const empty = await admin.post('/members/imports/add').expect(400);
    expect(empty.body.code).toBe('members.import.file-missing');
    const job = await begin(admin, 'add', '姓\n田中\n');
    const stranger = service.asStaff({ space: 'elsewhere', role: 'primaryAdmin' });
    await stranger.get(`/members/imports/${job.id}`).expect(404);
    await stranger.post(`/members/imports/${job.id}/run`).send({}).expect(404);
    await stranger.get(`/members/imports/${job.id}/report`).expect(404);
    await reaches(admin, job, 'checked');
    await admin.post(`/members/imports/${job.id}/revert`).expect(409);
  });
});

describe('updateMembersFromCsv', () => {
  it('changes what differs, and an export comes back as unchanged', async () => {
    const admin = await newSpace();
    const texts = ['=1+1', '+81', '-', '@x', "'=y", '"引用", と\n改行', '普通'];
    for (const [index, memo] of texts.entries()) {
      await admin
        .post('/members')
        .send({ familyName: `会員${index}`, memo, typeId: index % 2 ? 'dropIn' : null })
        .expect(201);
    }
    const exported = await admin.get('/members/csv').responseType('blob').expect(200);
    const csv = exported.body as Buffer;
    expect(csv.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    expect(csv.toString()).toContain("'=1+1");
    expect(csv.toString()).not.toMatch(/(^|,)[=@]/m);
    const same = await begin(admin, 'update', csv);
    expect(await reaches(admin, same, 'checked')).toMatchObject({
      rows: texts.length,
      counts: { add: 0, change: 0, unchanged: texts.length, duplicate: 0, refused: 0 },
    });

    const [first, second, third] = await list(admin);
    const content = [
      '会員ID,会社名,会員種別',
      `${first!.id},新会社,個室`,
      `${second!.id},${second!.company},${second!.typeOfContract}`,
      `nobody,x,`,
      `${first!.id},二度目,`,
    ].join('\n');
    const job = await begin(admin, 'update', content, '?dryRun=false');
    const done = await reaches(admin, job, 'done');
    expect(done.counts).toMatchObject({ change: 1, unchanged: 1, refused: 2 });
    const [changed] = await rows(admin, job);
    expect(changed!.changes).toEqual([
      { column: '会社名', before: '', after: '新会社' },
      { column: '会員種別', before: first!.typeOfContract, after: '個室' },
    ]);
    const now = (await admin.get(`/members/${first!.id}`).expect(200)).body as Member;
    expect(now).toMatchObject({ company: '新会社', typeOfContract: '個室', memo: first!.memo });
    expect((await list(admin)).find(({ id }) => id === third!.id)!.version).toBe(1);
  });

  it('refuses rows whose values somebody changed after the dry run', async () => {
    const admin = await newSpace();
    const add = async (fields: object): Promise<Member> =>
      (await admin.post('/members').send(fields).expect(201)).body;
    const edit = (member: Member, fields: object) =>
      admin.patch(`/members/${member.id}`).set('if-match', '*').send(fields).expect(200);
    const taken = await add({ familyName: '先取', company: '元' });
    const same = await add({ familyName: '同じ', company: '新' });
    const aside = await add({ familyName: '別欄', company: '元' });
    const equal = await add({ familyName: '同値', company: '元' });
    const content = ['会員ID,会社名', ...[taken, same, aside, equal].map(({ id }) => `${id},新`)];
    const job = await begin(admin, 'update', content.join('\n'));
    const checked = await reaches(admin, job, 'checked');
    expect(checked.counts).toMatchObject({ change: 3, unchanged: 1 });
    await edit(taken, { company: '他の人の会社' });
    await edit(same, { company: '書き換え' });
    await edit(aside, { memo: '別の欄の変更' });
    await edit(equal, { company: '新' });
    await admin.post(`/members/imports/${job.id}/run`).send({}).expect(202);
    const done = await reaches(admin, job, 'done');
    expect(done.counts).toMatchObject({ change: 1, unchanged: 1, refused: 2 });
    const reason = 'changed-since-check';
    expect((await rows(admin, job)).slice(0, 2)).toMatchObject([
      { name: '先取', problems: [{ column: '会社名', reason, value: '他の人の会社' }] },
      { name: '同じ', problems: [{ column: '会社名', reason, value: '書き換え' }] },
    ]);
    const companies = (await list(admin)).map(({ familyName, company }) => [familyName, company]);
    expect(Object.fromEntries(companies)).toEqual({
      ...{ 先取: '他の人の会社', 同じ: '書き換え' },
      ...{ 別欄: '新', 同値: '新' },
    });
  });

  it('refuses rows whose long values somebody changed at their end after the dry run', async () => {
    const admin = await newSpace();
    const { id: fieldId } = (
      await admin.post('/custom-fields').send({ name: '経緯', kind: 'text' }).expect(201)
    ).body as CustomField;
    const long = 'あ'.repeat(250);
    const add = async (fields: object): Promise<Member> =>
      (await admin.post('/members').send(fields).expect(201)).body;
    const edit = (member: Member, fields: object) =>
      admin.patch(`/members/${member.id}`).set('if-match', '*').send(fields).expect(200);
    const fields = { memo: long, customFields: { [fieldId]: long } };
    const [memo, custom, left, earlier] = [
      await add({ familyName: 'メモ', ...fields }),
      await add({ familyName: '項目', ...fields }),
      await add({ familyName: '同じ', ...fields }),
      await add({ familyName: '旧版', ...fields }),
    ];
    const rowOf = ({ id }: Member) => `${id},短いメモ,${long}取り込み`;
    const content = ['会員ID,メモ,経緯', ...[memo, custom, left, earlier].map(rowOf)];
    const job = await begin(admin, 'update', content.join('\n'));
    await reaches(admin, job, 'checked');
    const [shown] = await rows(admin, job);
    const cut = long.slice(0, 200);
    expect(shown!.changes).toEqual([
      { column: 'メモ', before: cut, after: '短いメモ' },
      { column: '経緯', before: cut, after: cut },
    ]);
    await edit(memo, { memo: `${long}追記` });
    await edit(custom, { customFields: { [fieldId]: `${long}追記` } });
    await edit(earlier, { memo: `${long}追記` });
    // As 2.13.0 stored the rows.
    await service.running.app
      .get(ImportChunkRepository)
      .change(admin.claims!.space, `${job.id}-check-0`, (chunk) => ({
        set: {
          rows: (chunk.rows as StoredRow[]).map((row) =>
            row.memberId === earlier.id
              ? { ...row, changes: row.changes.map(({ beforeHash: _, ...change }) => change) }
              : row,
          ),
        },
      }));
    await admin.post(`/members/imports/${job.id}/run`).send({}).expect(202);
    const done = await reaches(admin, job, 'done');
    expect(done.counts).toMatchObject({ change: 2, refused: 2 });
    const problem = { reason: 'changed-since-check', value: cut };
    expect((await rows(admin, job)).map(({ problems }) => problems)).toEqual([
      [{ column: 'メモ', ...problem }],
      [{ column: '経緯', ...problem }],
      [],
      [],
    ]);
    expect((await admin.get(`/members/${memo.id}`)).body.memo).toBe(`${long}追記`);
  });

  it('reads the fields of the space as they are when it runs', async () => {
    const admin = await newSpace();
    const field = async (input: object): Promise<CustomField> =>
      (await admin.post('/custom-fields').send(input).expect(201)).body;
    const edit = (one: CustomField, change: object) =>
      admin.patch(`/custom-fields/${one.id}`).set('if-match', '*').send(change).expect(200);
    const gone = await field({ name: '棚', kind: 'text' });
    const retyped = await field({ name: '席数', kind: 'text' });
    const plan = await field({ name: '時間', kind: 'choice', choices: ['昼', '夜'] });
    const content = [
      '姓,棚,席数,時間',
      '正木,A-1,3,夜',
      '誤字,A-2,三つ,夜',
      '昼間,A-3,5,昼',
      '席田,A-4,7,',
      '空欄,,,',
    ].join('\n');
    const job = await begin(admin, 'add', content);
    expect((await reaches(admin, job, 'checked')).counts).toMatchObject({ add: 5, refused: 0 });
    await admin.delete(`/custom-fields/${gone.id}`).expect(204);
    await edit(retyped, { kind: 'number', name: '使う席' });
    const night = plan.choices[1]!;
    await edit(plan, { choices: [{ id: night.id, name: '深夜' }] });
    // What the file calls 夜 is a choice no more; 深夜 would be.
    await admin.post(`/members/imports/${job.id}/run`).send({}).expect(202);
    const done = await reaches(admin, job, 'done');
    expect(done.counts).toMatchObject({ add: 2, refused: 3 });
    const reasons = (await rows(admin, job)).map(({ name, problems }) => [
      name,
      problems.map(({ column, reason }) => `${column} ${reason}`),
    ]);
    expect(Object.fromEntries(reasons)).toMatchObject({
      正木: ['時間 unknown-choice'],
      誤字: ['席数 not-number', '時間 unknown-choice'],
      昼間: ['時間 unknown-choice'],
    });
    const values = (await list(admin)).map(({ familyName, customFields }) => [
      familyName,
      customFields,
    ]);
    expect(Object.fromEntries(values)).toEqual({ 席田: { [retyped.id]: 7 }, 空欄: {} });
  });

  it('changes the columns of the file alone where somebody edits a member at this moment', async () => {
    const admin = await newSpace();
    const ids: string[] = [];
    for (const familyName of ['同時', '平穏']) {
      const { body } = await admin.post('/members').send({ familyName }).expect(201);
      ids.push(body.id as string);
    }
    const repository = service.running.app.get(MemberRepository);
    const write = repository.setUnlessChanged.bind(repository);
    const spy = jest
      .spyOn(repository, 'setUnlessChanged')
      .mockImplementationOnce(async (...args) => {
        const edit = admin.patch(`/members/${ids[0]}`).set('if-match', '"1"');
        await edit.send({ memo: '同時の編集' }).expect(200);
        return write(...args);
      });
    const content = `会員ID,会社名\n${ids[0]},新会社\n${ids[1]},新会社\n`;
    const job = await begin(admin, 'update', content, '?dryRun=false');
    expect((await reaches(admin, job, 'done')).counts).toMatchObject({ change: 2 });
    spy.mockRestore();
    const company = '新会社';
    const edited = (await admin.get(`/members/${ids[0]}`).expect(200)).body;
    expect(edited).toMatchObject({ company, memo: '同時の編集', version: 3 });
    const calm = (await admin.get(`/members/${ids[1]}`).expect(200)).body;
    expect(calm).toMatchObject({ company, version: 2 });
    await eventually(() => {
      const versions = toldOf(admin).map(({ memberId, version }) => [memberId, version]);
      expect(Object.fromEntries(versions)).toEqual({ [ids[0]!]: 3, [ids[1]!]: 2 });
    });
    await admin.post(`/members/imports/${job.id}/revert`).expect(202);
    expect(await reaches(admin, job, 'reverted')).toMatchObject({ reverted: 2, notReverted: 0 });
  });

  it('changes the type alone', async () => {
    const admin = await newSpace();
    const added = await admin
      .post('/members')
      .send({ familyName: '型', company: '元' })
      .expect(201);
    const content = `会員ID,姓,会員種別\n${added.body.id},無視される,ドロップイン\n`;
    const job = await begin(admin, 'update-type', content, '?dryRun=false');
    await reaches(admin, job, 'done');
    const now = await admin.get(`/members/${added.body.id}`).expect(200);
    expect(now.body).toMatchObject({ familyName: '型', typeOfContract: 'ドロップイン' });
    const history = await admin.get(`/members/${added.body.id}/history`).expect(200);
    expect(history.body).toMatchObject({
      import: { added: false, at: expect.any(String) },
      typeChange: { before: '' },
    });
  });
});

describe('the template', () => {
  it.each([
    ['add', 'ja', '姓,名,姓（カナ）'],
    ['update', 'en', 'Member ID,Family name'],
    ['updateType', 'ja', '会員ID,姓,名,会員種別'],
  ])('for %s in %s', async (mode, language, heading) => {
    const admin = service.asStaff({ role: 'generalAdmin' });
    const answer = await admin
      .get(`/members/csv/template?mode=${mode}&language=${language}`)
      .expect(200);
    expect(answer.text.replace('\ufeff', '').startsWith(heading)).toBe(true);
  });
});
