import {
  type CustomField,
  ERASED_NAME,
  erasureAnswer,
  events,
  memberEntriesQuestion,
  type MemberFile,
  type MemberHistory,
} from '@engawa/contracts';
import { EventBus } from '@engawa/events';
import {
  answerAs,
  eventually,
  startTestService,
  type TestCaller,
  type TestService,
} from '@engawa/testing';
import { FILE_STORE, type FileStore } from '@engawa/storage';
import { members } from '../index';
import { ErasureRepository } from './erasure.repository';
import { ErasureService } from './erasure.service';
import { MemberRepository } from '../member/member.repository';
import { addPhoto } from '../testing/add-photo';

let service: TestService;
let admin: TestCaller;

beforeAll(async () => {
  service = await startTestService(members);
  admin = service.asStaff({ role: 'generalAdmin' });
});
afterAll(() => service?.stop());

describe("a member's file", () => {
  it('is exported with what the search service holds, and noted in the audit log', async () => {
    const addField = async (field: object) =>
      (await admin.post('/custom-fields').send(field).expect(201)).body as CustomField;
    const shelf = await addField({ name: '棚', kind: 'text' });
    const plan = await addField({ name: '時間', kind: 'choice', choices: ['昼', '夜'] });
    const old = await addField({ name: '旧', kind: 'text' });
    const customFields = { [shelf.id]: 'A-12', [plan.id]: plan.choices[1]!.id, [old.id]: '古い' };
    const input = { familyName: '開示', customFields };
    const { id } = (await admin.post('/members').send(input).expect(201)).body;
    await admin.delete(`/custom-fields/${old.id}`).expect(204);
    const search = await answerAs(service, 'search', {
      'search.findMemberEntries': (question: unknown) => {
        expect(memberEntriesQuestion.parse(question).memberId).toBe(id);
        const entry = {
          kind: 'post',
          talkedAt: '2026-01-01T00:00:00.000Z',
          writtenBy: '担当',
          memo: '■■さんと話した',
          attachmentTitles: [],
        };
        return { entries: [entry], complete: true };
      },
    });
    try {
      const { body } = await admin.get(`/members/${id}/file`).expect(200);
      expect(body).toMatchObject({
        member: { familyName: '開示' },
        entries: [{ memo: '■■さんと話した' }],
        entriesAreComplete: true,
      });
      // By name and in words: without the space's settings, ids tell the member nothing.
      expect(body.customFields).toEqual([
        { name: '棚', value: 'A-12' },
        { name: '時間', value: '夜' },
      ]);
      await service.asStaff().get(`/members/${id}/file`).expect(403);
      await admin.get('/members/nobody/file').expect(404);
    } finally {
      await search.close();
    }
    await eventually(() => {
      const told = service.events.named('members.audit.recorded').map((event) => event.data);
      expect(told).toContainEqual(expect.objectContaining({ action: 'members.member.disclosed' }));
    });
  });

  it('has the records that were merged into it', async () => {
    const admin = service.asStaff({ space: 'merged-records', role: 'generalAdmin' });
    const add = async (path: string, body: object) =>
      (await admin.post(path).send(body).expect(201)).body as { id: string };
    const room = await add('/custom-fields', { name: '部屋', kind: 'text' });
    const input = { familyName: '本人', phone: '03-1', email: 'one@example.com' };
    const kept = await add('/members', input);
    const customFields = { [room.id]: 'B-2' };
    const other = await add('/members', { familyName: '旧姓', phone: '03-2', customFields });
    const oldest = await add('/members', { familyName: '旧姓', memo: '最初の登録' });
    const erased = await add('/members', { familyName: '消去済' });
    for (const [keptId, otherId] of [
      [other.id, oldest.id],
      [kept.id, other.id],
      [kept.id, erased.id],
    ]) {
      await admin.post('/members/merges').send({ keptId, otherId }).expect(200);
    }
    const stored = service.running.app.get(MemberRepository);
    await stored.change('merged-records', erased.id, () => ({ set: { erased: true } }));
    const search = await answerAs(service, 'search', {
      'search.findMemberEntries': () => ({ entries: [], complete: true }),
    });
    try {
      const { body } = await admin.get(`/members/${kept.id}/file`).expect(200);
      expect((body as MemberFile).mergedRecords).toMatchObject([
        {
          member: { id: other.id, familyName: '旧姓', phone: '03-2', memo: '最初の登録' },
          customFields: [{ name: '部屋', value: 'B-2' }],
        },
        { member: { id: oldest.id, memo: '最初の登録' }, customFields: [] },
      ]);
    } finally {
      await search.close();
    }
  });

  it('has a history for all staff, which loses the type when it is erased', async () => {
    const add = async (path: string, body: object) =>
      (await admin.post(path).send(body).expect(201)).body as { id: string; version: number };
    const [trial, full] = [
      await add('/member-types', { name: 'お試し' }),
      await add('/member-types', { name: '本会員' }),
    ];
    const kept = await add('/members', { familyName: '歴', firstName: '史', typeId: trial.id });
    const other = await add('/members', { familyName: '歴', firstName: '誌' });
    const historyOf = async (id: string) =>
      (await service.asStaff().get(`/members/${id}/history`).expect(200)).body as MemberHistory;
    const before = { import: null, typeChange: null, merged: [], mergedInto: null };
    expect(await historyOf(kept.id)).toMatchObject({ memberId: kept.id, ...before });

    const change = (body: object) =>
      admin.patch(`/members/${kept.id}`).set('If-Match', '*').send(body).expect(200);
    await change({ typeId: full.id });
    await change({ title: '店長', typeId: full.id });
    await admin
      .post('/members/merges')
      .send({ keptId: kept.id, otherId: other.id, take: [] })
      .expect(200);
    const after = await historyOf(kept.id);
    expect(after).toMatchObject({
      typeChange: { before: 'お試し' },
      merged: [{ id: other.id, name: '歴 誌' }],
    });
    expect((await historyOf(other.id)).mergedInto).toMatchObject({ id: kept.id, name: '歴 史' });

    // A deleted type has no name any more; that the type changed stays known.
    await admin.delete(`/member-types/${trial.id}`).expect(204);
    expect((await historyOf(kept.id)).typeChange).toEqual({ ...after.typeChange, before: '' });
    await admin.post(`/members/${kept.id}/erase`).send({ familyName: '歴' }).expect(200);
    expect((await historyOf(kept.id)).typeChange).toBeNull();
    await service.asStaff().get('/members/nobody/history').expect(404);
  });

  it('is erased permanently after its name was typed', async () => {
    const { id } = (
      await admin
        .post('/members')
        .send({ familyName: '消去', firstName: '太郎', company: '社', memo: '秘密' })
        .expect(201)
    ).body;
    const wrong = await admin.post(`/members/${id}/erase`).send({ familyName: '別' }).expect(422);
    expect(wrong.body.code).toBe('members.file.wrong-name');
    await service.asStaff().post(`/members/${id}/erase`).send({ familyName: '消去' }).expect(403);
    await admin.post(`/members/${id}/erase`).send({ familyName: '消去' }).expect(200);
    const { body } = await admin.get(`/members/${id}`).expect(200);
    expect(JSON.stringify(body)).not.toMatch(/消去|太郎|社|秘密/);
    expect(body).toMatchObject({ deleted: true, erased: true, firstName: '', memo: '' });
    await eventually(() => {
      const told = service.events
        .named(events.memberDeleted.name)
        .find((event) => event.aggregate.id === id);
      expect(told?.data).toMatchObject({ firstName: '', company: '', deleted: true });
    });
  });

  it('includes members that were merged into it, and cannot be restored', async () => {
    const [kept, other] = [
      (await admin.post('/members').send({ familyName: '同人', firstName: '一' }).expect(201)).body,
      (await admin.post('/members').send({ familyName: '同人', firstName: '壱' }).expect(201)).body,
    ];
    const photos = [await addPhoto(admin, kept.id), await addPhoto(admin, other.id)];
    const input = { keptId: kept.id, otherId: other.id, take: ['photoUrl'] };
    await admin.post('/members/merges').send(input).expect(200);
    // Either of the two: they are one person.
    await admin.post(`/members/${other.id}/erase`).send({ familyName: '同人' }).expect(200);
    for (const url of photos) await admin.get(url).expect(404);
    for (const { id } of [kept, other]) {
      const { body } = await admin.get(`/members/${id}`).expect(200);
      expect(body).toMatchObject({ familyName: ERASED_NAME, erased: true, deleted: true });
      const again = await admin.post(`/members/${id}/restore`).expect(409);
      expect(again.body.code).toBe('members.member.erased');
    }
    await admin.post(`/members/merges/${other.id}/undo`).expect(409);
    expect((await admin.get('/members/merges').expect(200)).body.items).toEqual([]);
    await eventually(() => {
      const told = service.events.of(events.memberErased).map(({ data }) => data);
      expect(told).toContainEqual({ memberId: kept.id, memberIds: [kept.id, other.id] });
    });
    await admin.post(`/members/${kept.id}/erase`).send({ familyName: 'x' }).expect(200);
  });

  it.each(['remaining', 'merged'] as const)(
    'is erased by asking for the %s member again after an interruption, with all names',
    async (asked) => {
      const send = async (fields: object) =>
        (await admin.post('/members').send(fields).expect(201)).body as { id: string };
      const kept = await send({ familyName: '残留', firstName: '一郎' });
      const other = await send({ familyName: '統合', firstName: '二郎' });
      await admin
        .post('/members/merges')
        .send({ keptId: kept.id, otherId: other.id, take: [] })
        .expect(200);
      const { id, familyName } = {
        remaining: { id: kept.id, familyName: '残留' },
        merged: { id: other.id, familyName: '統合' },
      }[asked];
      const erase = () => admin.post(`/members/${id}/erase`).send({ familyName });
      const stored = service.running.app.get(MemberRepository);
      const change = stored.change.bind(stored);
      const spy = jest.spyOn(stored, 'change').mockImplementation(async (...args) => {
        if (args[1] === kept.id) throw new Error('cut off');
        return change(...args);
      });
      try {
        await erase().expect(500);
      } finally {
        spy.mockRestore();
      }
      expect((await admin.get(`/members/${other.id}`)).body.erased).toBe(true);
      expect((await admin.get(`/members/${kept.id}`)).body.erased).toBe(false);

      await erase().expect(200);
      expect((await admin.get(`/members/${kept.id}`)).body.erased).toBe(true);
      const memberIds = [kept.id, other.id];
      const question = { space: 'space-a', memberId: kept.id };
      const answer = erasureAnswer.parse(
        await service.running.app.get(EventBus).ask('members.findErasure', question),
      )!;
      expect(answer.memberIds).toEqual(memberIds);
      expect(answer.whole).toEqual(expect.arrayContaining(['残留一郎', '統合二郎']));
      expect(answer.part).toEqual(expect.arrayContaining(['残留', '統合']));
      expect(JSON.stringify(answer)).not.toContain(ERASED_NAME);
      await eventually(() => {
        const told = service.events.of(events.memberErased).map(({ data }) => data);
        expect(told).toContainEqual({ memberId: kept.id, memberIds });
      });
    },
  );

  it('is erased although the request was cut off and nobody asks again', async () => {
    const send = async (fields: object) =>
      (await admin.post('/members').send(fields).expect(201)).body as { id: string };
    const [kept, other, parted] = [
      await send({ familyName: '中断', firstName: '一郎' }),
      await send({ familyName: '中断', firstName: '壱郎' }),
      await send({ familyName: '中断', firstName: '市郎' }),
    ];
    for (const { id } of [other, parted]) {
      const input = { keptId: kept.id, otherId: id, take: [] };
      await admin.post('/members/merges').send(input).expect(200);
    }
    const erasures = service.running.app.get(ErasureService);
    const spy = jest.spyOn(erasures, 'erase').mockRejectedValueOnce(new Error('cut off'));
    await admin.post(`/members/${kept.id}/erase`).send({ familyName: '中断' }).expect(500);
    spy.mockRestore();
    await admin.post(`/members/merges/${parted.id}/undo`).expect(200);
    const elsewhere = await send({ familyName: '別人' });
    const moved = { keptId: elsewhere.id, otherId: parted.id, take: [] };
    await admin.post('/members/merges').send(moved).expect(200);
    const note = await service.running.app.get(ErasureRepository).findById('space-a', kept.id);
    expect(note!.waitingSince!.getTime()).toBeGreaterThan(Date.now());
    // As if that time were over.
    await erasures.begin('space-a', kept.id);
    await eventually(async () =>
      expect((await admin.get(`/members/${kept.id}`)).body.erased).toBe(true),
    );
    expect((await admin.get(`/members/${other.id}`)).body.erased).toBe(true);
    expect((await admin.get(`/members/${parted.id}`)).body.erased).toBe(false);
    await eventually(() => {
      const told = service.events
        .of(events.memberErased)
        .filter(({ data }) => data.memberId === kept.id);
      expect(told.map(({ actor, data }) => [actor, data.memberIds])).toEqual([
        [admin.staffId, [kept.id, other.id]],
      ]);
    });
  });

  it('loses its photo although the file store failed when it was erased', async () => {
    const { id } = (await admin.post('/members').send({ familyName: '写真' }).expect(201)).body;
    const photo = await addPhoto(admin, id);
    const files = service.running.app.get<FileStore>(FILE_STORE);
    const spy = jest.spyOn(files, 'removeBelow').mockRejectedValueOnce(new Error('cut off'));
    try {
      // The request or the background work meets the failure; the other one removes the photo.
      await admin.post(`/members/${id}/erase`).send({ familyName: '写真' });
      expect((await admin.get(`/members/${id}`)).body).toMatchObject({ erased: true });
      await eventually(async () => {
        await admin.get(photo).expect(404);
      });
    } finally {
      spy.mockRestore();
    }
    await admin.post(`/members/${id}/erase`).send({ familyName: '写真' }).expect(200);
  });

  it.each([
    ['cut off before it', '500'],
    ['finished after it', '409'],
  ])('loses also a photo whose upload was %s', async (which, status) => {
    const { id } = (await admin.post('/members').send({ familyName: '写真' }).expect(201)).body;
    const erase = () => admin.post(`/members/${id}/erase`).send({ familyName: '写真' }).expect(200);
    const files = service.running.app.get<FileStore>(FILE_STORE);
    const put = files.put.bind(files);
    const keys: string[] = [];
    const puts = jest.spyOn(files, 'put').mockImplementation(async (key, ...rest) => {
      if (which === 'finished after it' && keys.length === 0) await erase();
      keys.push(key);
      await put(key, ...rest);
    });
    const stored = service.running.app.get(MemberRepository);
    const change = jest.spyOn(stored, 'change');
    if (which === 'cut off before it') change.mockRejectedValueOnce(new Error('cut off'));
    try {
      await expect(addPhoto(admin, id)).rejects.toThrow(status);
    } finally {
      change.mockRestore();
      puts.mockRestore();
    }
    expect(keys).toHaveLength(2);
    await erase();
    for (const key of keys) expect(await files.find(key)).toBeNull();
  });

  it('publishes the names to search for, except names that another member has', async () => {
    const send = (fields: object) => admin.post('/members').send(fields).expect(201);
    const { id } = (
      await send({
        familyName: '森',
        firstName: '花子',
        familyNameKana: 'モリ',
        firstNameKana: 'ハナコ',
      })
    ).body;
    await send({ familyName: '森', firstName: '花子', company: '別人の会社' });
    await admin.post(`/members/${id}/erase`).send({ familyName: '森' }).expect(200);
    const ask = async (space: string) =>
      erasureAnswer.parse(
        await service.running.app.get(EventBus).ask('members.findErasure', { space, memberId: id }),
      );
    const { memberIds, whole, part } = (await ask('space-a'))!;
    expect(memberIds).toEqual([id]);
    expect(whole).toContain('もり はなこ');
    expect(whole).not.toContain('森花子');
    expect(part).toEqual(expect.arrayContaining(['森さん', '花子', 'はなこ']));
    expect(await ask('space-b')).toBeNull();
  });

  it('is removed from imports and their files', async () => {
    const csv = '姓,名,会社名\n取込,花子,甲\n別人,二郎,乙\n';
    const begun = await admin
      .post('/members/imports/add?dryRun=false')
      .attach('file', Buffer.from(csv), 'm.csv')
      .expect(202);
    const job = () => admin.get(`/members/imports/${begun.body.id}`).expect(200);
    await eventually(async () => expect((await job()).body.state).toBe('done'));
    const rows = async () =>
      (await admin.get(`/members/imports/${begun.body.id}/rows`).expect(200)).body.items;
    const [row] = await rows();
    await admin.get(`/members/imports/${begun.body.id}/report`).expect(200);
    await admin.post(`/members/${row.memberId}/erase`).send({ familyName: '取込' }).expect(200);
    await eventually(async () => expect((await job()).body.fileKept).toBe(false));
    const gone = await admin.get(`/members/imports/${begun.body.id}/report`).expect(410);
    expect(gone.body.code).toBe('members.import.file-gone');
    expect((await rows()).map(({ name }: { name: string }) => name)).toEqual(['', '別人 二郎']);
  });
});
