import { events, type Member } from '@engawa/contracts';
import { explainOf } from '@engawa/persistence';
import {
  eventually,
  spaceFacts,
  startTestService,
  type TestCaller,
  type TestService,
} from '@engawa/testing';
import { members } from '../index';
import { MemberListRepository } from './member-list.repository';
import { listIndexes } from './member.schema';

let service: TestService;
let staff: TestCaller;
let admin: TestCaller;
let stranger: TestCaller;

beforeAll(async () => {
  service = await startTestService(members);
  staff = service.asStaff();
  admin = service.asStaff({ role: 'generalAdmin' });
  stranger = service.asStaff({ space: 'space-b', role: 'primaryAdmin' });
  await service.publish(events.spaceCreated, { data: spaceFacts() });
  await eventually(async () => {
    const { body } = await staff.get('/member-types').expect(200);
    expect(body.items.length).toBeGreaterThan(2);
  });
});
afterAll(() => service?.stop());

async function add(fields: Partial<Member>, caller = staff): Promise<Member> {
  const answer = await caller
    .post('/members')
    .send({ familyName: '無名', ...fields })
    .expect(201);
  return answer.body as Member;
}

describe('addMember', () => {
  it('answers the member with an ETag and publishes it', async () => {
    const answer = await staff
      .post('/members')
      .send({ familyName: ' 山田 ', firstName: '太郎', typeId: 'freeDesk', company: '山田商店' })
      .expect(201);
    expect(answer.headers['etag']).toBe('"1"');
    expect(answer.body).toMatchObject({
      familyName: '山田',
      typeOfContract: 'フリーデスク',
      lastTalkedAt: null,
      deleted: false,
    });
    await eventually(() => {
      const told = service.events
        .named('members.member.added')
        .find((event) => event.aggregate.id === answer.body.id);
      expect(told).toMatchObject({
        space: 'space-a',
        version: 1,
        actor: staff.staffId,
        data: { familyName: '山田', typeId: 'freeDesk', deleted: false },
      });
    });
  });

  it.each([
    [{ familyName: '' }, '/body/familyName'],
    [{ familyName: '  ' }, '/body/familyName'],
    [{ familyName: 'x'.repeat(101) }, '/body/familyName'],
    [{ familyName: { $gt: '' } }, '/body/familyName'],
    [{ familyName: 'a\u0000b' }, '/body/familyName'],
    [{ familyName: 'a', firstName: 5 }, '/body/firstName'],
    [{ familyName: 'a', role: 'admin' }, '/body/role'],
    [{}, '/body/familyName'],
  ])('refuses %p', async (body, pointer) => {
    const answer = await staff.post('/members').send(body).expect(400);
    expect(answer.headers['content-type']).toContain('application/problem+json');
    expect(answer.body.errors[0].pointer).toBe(pointer);
  });

  it('refuses a type that does not exist', async () => {
    const answer = await staff
      .post('/members')
      .send({ familyName: 'a', typeId: 'nothing' })
      .expect(422);
    expect(answer.body.code).toBe('members.member.type-unknown');
  });

  it('adds once for one Idempotency-Key', async () => {
    const send = () =>
      staff
        .post('/members')
        .set('idempotency-key', 'one-and-the-same')
        .send({ familyName: '一度' })
        .expect(201);
    const [first, second] = [await send(), await send()];
    expect(second.body.id).toBe(first.body.id);
  });

  it('is not for strangers and nobody', async () => {
    await service.anonymous().get('/members').expect(401);
    const mine = await add({ familyName: '内緒' });
    const answer = await stranger.get(`/members/${mine.id}`).expect(404);
    expect(answer.body.code).toBe('members.member.not-found');
    await stranger.patch(`/members/${mine.id}`).set('if-match', '"1"').send({}).expect(404);
    await stranger.delete(`/members/${mine.id}`).expect(404);
    const list = await stranger.get('/members').expect(200);
    expect(list.body).toMatchObject({ items: [], total: 0 });
  });
});

describe('updateMember', () => {
  it('changes what is given, and only against the version that was seen', async () => {
    const added = await add({ familyName: '鈴木', firstName: '一郎', company: '鈴木工務店' });
    const changed = await staff
      .patch(`/members/${added.id}`)
      .set('if-match', '"1"')
      .send({ company: '鈴木建設' })
      .expect(200);
    expect(changed.headers['etag']).toBe('"2"');
    expect(changed.body).toMatchObject({ familyName: '鈴木', company: '鈴木建設', version: 2 });
    const stale = await staff
      .patch(`/members/${added.id}`)
      .set('if-match', '"1"')
      .send({ company: 'x' })
      .expect(412);
    expect(stale.body).toMatchObject({
      code: 'members.member.stale',
      current: { company: '鈴木建設', version: 2 },
    });
    await staff.patch(`/members/${added.id}`).send({ company: 'x' }).expect(428);
  });

  it('counts nothing where nothing changes', async () => {
    const added = await add({ familyName: '不変' });
    const same = await staff
      .patch(`/members/${added.id}`)
      .set('if-match', '"1"')
      .send({ familyName: '不変' })
      .expect(200);
    expect(same.body.version).toBe(1);
  });

  it('lets one of two editors win', async () => {
    const added = await add({ familyName: '競争' });
    const answers = await Promise.all(
      ['甲', '乙'].map((firstName) =>
        staff.patch(`/members/${added.id}`).set('if-match', '"1"').send({ firstName }),
      ),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 412]);
  });
});

describe('deleteMember and restoreMember', () => {
  it('are refused to staff with the no-permission message', async () => {
    const added = await add({ familyName: '残留' });
    const answer = await staff
      .delete(`/members/${added.id}`)
      .set('accept-language', 'ja')
      .expect(403);
    expect(answer.body).toMatchObject({
      code: 'members.member.no-permission',
      title: '権限がありません',
    });
    await staff.get('/members?deleted=true').expect(403);
  });

  it('hide and bring back, with their events and totals', async () => {
    const added = await add({ familyName: '退会', familyNameKana: 'ﾀｲｶｲ' });
    const total = async (query = '') =>
      (await admin.get(`/members${query}`).expect(200)).body.total as number;
    const [here, gone] = [await total(), await total('?deleted=true')];
    const deleted = await admin.delete(`/members/${added.id}`).expect(200);
    expect(deleted.body).toMatchObject({ deleted: true, version: 2 });
    expect([await total(), await total('?deleted=true')]).toEqual([here - 1, gone + 1]);
    const found = await admin.get('/members?q=タイカイ').expect(200);
    expect(found.body.items).toEqual([]);
    await staff.get(`/members/${added.id}`).expect(200);
    const edit = await staff
      .patch(`/members/${added.id}`)
      .set('if-match', '"2"')
      .send({ company: 'x' })
      .expect(409);
    expect(edit.body.code).toBe('members.member.deleted');
    await admin.post(`/members/${added.id}/restore`).expect(200);
    expect([await total(), await total('?deleted=true')]).toEqual([here, gone]);
    await eventually(() => {
      const names = service.events.all
        .filter((event) => event.aggregate.id === added.id)
        .map((event) => `${event.name} ${event.version}`);
      expect(names).toEqual([
        'members.member.added 1',
        'members.member.deleted 2',
        'members.member.restored 3',
      ]);
    });
  });
});

describe('events of a member', () => {
  it('carry the days that colleagues are reminded of, without the year of birth', async () => {
    const dates = {
      birthday: '1985-04-01',
      memberSince: '2020-02-29',
      contractUntil: '2027-03-31',
    };
    const added = await add({ familyName: '記念', ...dates });
    const plain = await add({ familyName: '無記念' });
    const daysIn = (id: string) =>
      service.events.all
        .filter(({ aggregate, name }) => aggregate.id === id && name.startsWith('members.member.'))
        .map(({ data }) => (data as { days?: unknown }).days);
    await eventually(() => {
      expect(daysIn(added.id)).toEqual([{ ...dates, birthday: '04-01' }]);
      expect(daysIn(plain.id)).toEqual([undefined]);
    });
  });
});

describe('listMembers', () => {
  const space = 'space-list';
  let caller: TestCaller;

  beforeAll(async () => {
    caller = service.asStaff({ space });
    await service.publish(events.spaceCreated, {
      space,
      data: spaceFacts({ spaceId: space }),
    });
    await eventually(async () => {
      const { body } = await caller.get('/member-types').expect(200);
      expect(body.items.length).toBeGreaterThan(2);
    });
    const names = [
      ['渡辺', 'ワタナベ', '株式会社さくら'],
      ['佐藤', 'ｻﾄｳ', 'みどり商会'],
      ['阿部', 'アベ', ''],
      ['加藤', 'カトウ', ''],
      ['後藤', 'ごとう', ''],
      ['古賀', 'コガ', ''],
      ['Smith', '', 'Green LLC'],
    ] as const;
    for (const [familyName, familyNameKana, company] of names) {
      await add({ familyName, familyNameKana, company, typeId: company ? 'dropIn' : null }, caller);
    }
  });

  const listed = async (query: string) => {
    const { body } = await caller.get(`/members${query}`).expect(200);
    return (body.items as Member[]).map((member) => member.familyName);
  };

  it('sorts by kana, whatever their width, kind and voicing', async () => {
    expect(await listed('')).toEqual(['阿部', '加藤', '古賀', '後藤', '佐藤', '渡辺', 'Smith']);
  });

  it.each([
    ['佐', ['佐藤']],
    ['さと', ['佐藤']],
    ['サトウ', ['佐藤']],
    ['sato', ['佐藤']],
    ['satou', ['佐藤']],
    ['ko', ['古賀']],
    ['watanabe', ['渡辺']],
    ['SMI', ['Smith']],
    ['さくら', ['渡辺']],
    ['green', ['Smith']],
    ['藤', ['加藤', '後藤', '佐藤']],
    ['邊', ['渡辺']],
    ['みどり商', ['佐藤']],
    ['商会', ['佐藤']],
    ['藤 商会', ['佐藤']],
    ['藤 邊', []],
    ['.*', []],
    ['$ne', []],
  ])('finds by %s', async (q, names) => {
    expect(await listed(`?q=${encodeURIComponent(q)}`)).toEqual(names);
  });

  it('pages in both directions without gaps', async () => {
    const seen: string[] = [];
    let cursor: string | null = null;
    const pages: { previousCursor: string | null }[] = [];
    do {
      const { body } = await caller
        .get(`/members?limit=3${cursor ? `&cursor=${cursor}` : ''}`)
        .expect(200);
      seen.push(...body.items.map((member: Member) => member.familyName));
      expect(body.total).toBe(7);
      pages.push(body);
      cursor = body.nextCursor as string | null;
    } while (cursor);
    expect(seen).toEqual(['阿部', '加藤', '古賀', '後藤', '佐藤', '渡辺', 'Smith']);
    const back = await caller
      .get(`/members?limit=3&cursor=${pages[1]!.previousCursor}`)
      .expect(200);
    expect(back.body.items.map((member: Member) => member.familyName)).toEqual([
      '阿部',
      '加藤',
      '古賀',
    ]);
  });

  it('filters by type, alone and with a question', async () => {
    expect(await listed('?typeId=dropIn')).toEqual(['佐藤', '渡辺', 'Smith']);
    expect(await listed('?typeId=dropIn&q=wa')).toEqual(['渡辺']);
    expect(await listed('?typeId=nothing')).toEqual([]);
  });

  it('filters by none, alone, with a question and sorted', async () => {
    expect(await listed('?typeId=none')).toEqual(['阿部', '加藤', '古賀', '後藤']);
    expect(await listed('?typeId=none&q=ka')).toEqual(['加藤']);
    expect(await listed('?typeId=none&sort=lastTalk')).toEqual(['阿部', '加藤', '古賀', '後藤']);
    expect((await caller.get('/members?typeId=none').expect(200)).body.total).toBe(4);
  });

  it.each([
    '?cursor=abc',
    '?limit=0',
    '?limit=x',
    '?typeId[$ne]=1',
    '?unknown=1',
    '?deleted=maybe',
  ])('refuses %s', async (query) => {
    await caller.get(`/members${query}`).expect(400);
  });

  it('reads its pages from indexes', async () => {
    const repository = service.running.app.get(MemberListRepository);
    for (const typeId of [undefined, 'dropIn', null]) {
      const filter = { deleted: false, typeId };
      const plan = await explainOf(repository.listQuery(space, filter, 50) as never);
      expect(plan.stages).toContain('IXSCAN');
      expect(plan.stages).not.toContain('SORT');
      expect(plan.keysExamined).toBeLessThanOrEqual(plan.returned + 2);
    }
  });

  it('reads members without a type from the index of types, and no others', async () => {
    const repository = service.running.app.get(MemberListRepository);
    const query = repository.listQuery(space, { deleted: false, typeId: null }, 50);
    const plan = await explainOf(query as never);
    expect(plan).toMatchObject({ index: listIndexes.type, returned: 4, docsExamined: 4 });
  });
});
