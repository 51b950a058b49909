import { events, type Member, type MemberType } from '@engawa/contracts';
import {
  eventually,
  spaceFacts,
  startTestService,
  type TestCaller,
  type TestService,
} from '@engawa/testing';
import { EventBus } from '@engawa/events';
import { members } from '../index';
import { memberEvent } from '../member/member.mapper';
import { MemberRepository } from '../member/member.repository';

let service: TestService;
let admin: TestCaller;
let staff: TestCaller;

beforeAll(async () => {
  service = await startTestService(members);
  admin = service.asStaff({ role: 'primaryAdmin' });
  staff = service.asStaff();
  await service.publish(events.spaceCreated, { data: spaceFacts() });
  await eventually(async () => expect((await types()).length).toBeGreaterThan(2));
});
afterAll(() => service?.stop());

async function types(): Promise<MemberType[]> {
  return (await staff.get('/member-types').expect(200)).body.items as MemberType[];
}
async function addType(name: string): Promise<MemberType> {
  return (await admin.post('/member-types').send({ name }).expect(201)).body as MemberType;
}
async function addMember(typeId: string): Promise<Member> {
  const answer = await staff.post('/members').send({ familyName: '型', typeId }).expect(201);
  return answer.body as Member;
}

describe('member types', () => {
  it('begin with the defaults, once', async () => {
    const before = await types();
    expect(before.map((type) => type.name)).toEqual(
      expect.arrayContaining(['フリーデスク', 'ドロップイン', '個室']),
    );
    await admin.delete(`/member-types/corporate`).expect(204);
    await service.publish(events.spaceCreated, { data: spaceFacts() });
    await service.publish(events.spaceCreated, {
      space: 'space-c',
      data: spaceFacts({ spaceId: 'space-c' }),
    });
    await eventually(async () => {
      const other = await service.asStaff({ space: 'space-c' }).get('/member-types').expect(200);
      expect(other.body.items.length).toBe(before.length);
    });
    expect((await types()).length).toBe(before.length - 1);
  });

  it('are published to services that store their ids', async () => {
    const bus = service.running.app.get(EventBus);
    const told = await bus.ask('members.findMemberTypes', { space: 'space-a' });
    expect(told).toEqual((await types()).map(({ id }) => id));
  });

  it('refuses empty names and the same name in another writing', async () => {
    await addType('テスト会員');
    for (const name of ['テスト会員', ' ﾃｽﾄ会員', 'てすと 会員']) {
      const answer = await admin.post('/member-types').send({ name }).expect(409);
      expect(answer.body.code).toBe('members.member-type.taken');
    }
    for (const name of ['', '   ', 'x'.repeat(51), 7]) {
      await admin.post('/member-types').send({ name }).expect(400);
    }
    const added = await Promise.all(
      [1, 2, 3].map(() => admin.post('/member-types').send({ name: '同時' })),
    );
    expect(added.map((answer) => answer.status).sort()).toEqual([201, 409, 409]);
  });

  it('tells open windows about a new one', async () => {
    const { id } = await addType('窓の種別');
    await eventually(() => {
      const told = service.events.of(events.memberTypesChanged).map(({ data }) => data.typeIds);
      expect(told).toContainEqual([id]);
    });
  });

  it('renames so that members show the new name at once', async () => {
    const type = await addType('旧名');
    const member = await addMember(type.id);
    const renamed = await admin
      .patch(`/member-types/${type.id}`)
      .set('if-match', `"${type.version}"`)
      .send({ name: '新名' })
      .expect(200);
    expect(renamed.body).toMatchObject({ name: '新名', version: 2 });
    const seen = await staff.get(`/members/${member.id}`).expect(200);
    expect(seen.body).toMatchObject({ typeOfContract: '新名', version: member.version });
    await eventually(() => {
      const told = service.events
        .named('members.memberType.renamed')
        .map((event) => event.data as { typeId: string });
      expect(told).toContainEqual({ typeId: type.id, name: '新名' });
    });
  });

  it('refuses the second of two administrators who rename at the same time', async () => {
    const type = await addType('競合');
    const answers = await Promise.all(
      ['甲種', '乙種'].map((name) =>
        admin.patch(`/member-types/${type.id}`).set('if-match', '"1"').send({ name }),
      ),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 412]);
    const winner = answers.find((answer) => answer.status === 200)!.body.name as string;
    const loser = answers.find((answer) => answer.status === 412)!.body;
    expect(loser.current.name).toBe(winner);
  });

  it('puts all into a new order, or refuses', async () => {
    const before = await types();
    const ids = before.map((type) => type.id).reverse();
    const ordered = await admin.put('/member-types/order').send({ ids }).expect(200);
    expect(ordered.body.items.map((type: MemberType) => type.id)).toEqual(ids);
    expect((await types()).map((type) => type.id)).toEqual(ids);
    for (const wrong of [ids.slice(1), [...ids.slice(1), ids[1]], [...ids, 'more']]) {
      const answer = await admin.put('/member-types/order').send({ ids: wrong }).expect(409);
      expect(answer.body.code).toBe('members.member-type.order-mismatch');
    }
    await eventually(() => {
      const told = service.events.of(events.memberTypesChanged).map(({ data }) => data.typeIds);
      expect(told.at(-1)).toEqual(ids);
    });
  });

  it('empties the type of its members when it is deleted', async () => {
    const type = await addType('廃止');
    const member = await addMember(type.id);
    await admin.delete(`/member-types/${type.id}`).expect(204);
    const seen = await staff.get(`/members/${member.id}`).expect(200);
    expect(seen.body).toMatchObject({ typeOfContract: '', typeId: null });
    await eventually(() => {
      const told = service.events
        .named('members.member.updated')
        .find((event) => event.aggregate.id === member.id);
      expect(told).toMatchObject({ version: 2, actor: null, data: { typeId: null } });
    });
    await admin.delete(`/member-types/${type.id}`).expect(404);
  });

  it('leaves its members among those without a type when it is deleted', async () => {
    const space = 'space-none';
    const caller = service.asStaff({ role: 'primaryAdmin', space });
    const add = (path: string, body: object) => caller.post(path).send(body).expect(201);
    const [gone, kept] = [
      (await add('/member-types', { name: '廃止' })).body as MemberType,
      (await add('/member-types', { name: '継続' })).body as MemberType,
    ];
    const { body: former } = await add('/members', { familyName: '元', typeId: gone.id });
    const { body: never } = await add('/members', { familyName: '無', typeId: null });
    const { body: typed } = await add('/members', { familyName: '有', typeId: kept.id });
    const listed = async () => {
      const { body } = await caller.get('/members?typeId=none').expect(200);
      return { ids: (body.items as Member[]).map(({ id }) => id).sort(), total: body.total };
    };
    expect(await listed()).toEqual({ ids: [never.id], total: 1 });
    await caller.delete(`/member-types/${gone.id}`).expect(204);
    await eventually(async () =>
      expect(await listed()).toEqual({ ids: [former.id, never.id].sort(), total: 2 }),
    );
    const namesIn = async (query: object) => {
      const { text } = await caller.get('/members/csv').query(query).expect(200);
      return ['元', '無', '有'].filter((name) => text.includes(`,${name},`));
    };
    expect(await namesIn({ typeId: 'none' })).toEqual(['元', '無']);
    const ids = [never.id, typed.id].join(',');
    expect(await namesIn({ typeId: 'none', ids })).toEqual(['無']);
  });

  it('leaves a member who gets it in that moment among those without a type', async () => {
    const type = await addType('直前に廃止');
    const member = await addMember(type.id);
    await admin.delete(`/member-types/${type.id}`).expect(204);
    const none = async () =>
      (await staff.get('/members?typeId=none&limit=100').expect(200)).body.items.map(
        ({ id }: Member) => id,
      );
    await eventually(async () => expect(await none()).toContain(member.id));
    // As a write that was checked before the deletion.
    await service.running.app
      .get(MemberRepository)
      .change('space-a', member.id, (current, next) => {
        const set = { typeId: type.id };
        return { set, events: [memberEvent('memberUpdated', { ...current, ...set }, null, next)] };
      });
    await eventually(async () => expect(await none()).toContain(member.id));
  });

  it('is managed by admins alone', async () => {
    await staff.post('/member-types').send({ name: '無理' }).expect(403);
    await staff.put('/member-types/order').send({ ids: [] }).expect(403);
    await staff.delete('/member-types/freeDesk').expect(403);
    await staff
      .patch('/member-types/freeDesk')
      .set('if-match', '*')
      .send({ name: '無理' })
      .expect(403);
    const stranger = service.asStaff({ space: 'space-b', role: 'primaryAdmin' });
    await stranger
      .patch('/member-types/freeDesk')
      .set('if-match', '*')
      .send({ name: '無理' })
      .expect(404);
  });
});
