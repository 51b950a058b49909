import { events, type DataOf, type Member } from '@engawa/contracts';
import {
  eventually,
  spaceFacts,
  startTestService,
  type TestCaller,
  type TestService,
} from '@engawa/testing';
import { members } from '../index';

let service: TestService;
let admin: TestCaller;

beforeAll(async () => {
  service = await startTestService(members);
  admin = service.asStaff({ role: 'generalAdmin' });
  await service.publish(events.spaceCreated, { data: spaceFacts() });
  await eventually(async () => {
    expect((await admin.get('/member-types').expect(200)).body.items).not.toEqual([]);
  });
});
afterAll(() => service?.stop());

type Line = DataOf<typeof events.membersAudited>;

/** The audit entry of an action on a target. */
function line(action: string, targetId: string): Promise<Line> {
  return eventually(() => {
    const told = service.events
      .of(events.membersAudited)
      .find(({ data }) => data.action === action && data.target.id === targetId);
    expect([action, told?.actor]).toEqual([action, admin.staffId]);
    return told!.data;
  });
}

describe('the audit log records', () => {
  it('what becomes of a member, with old and new values', async () => {
    const added = await admin
      .post('/members')
      .send({ familyName: '監査', typeId: 'freeDesk' })
      .expect(201);
    const { id } = added.body as Member;
    expect(await line('members.member.added', id)).toMatchObject({
      target: { type: 'member', name: '監査' },
      changes: [
        { field: 'familyName', before: null, after: '監査' },
        { field: 'memberType', before: null, after: 'フリーデスク' },
      ],
    });
    await admin
      .patch(`/members/${id}`)
      .set('if-match', '"1"')
      .send({ memo: '覚え', typeId: 'dropIn', familyName: '監査' })
      .expect(200);
    expect((await line('members.member.updated', id)).changes).toEqual([
      { field: 'memo', before: null, after: '覚え' },
      { field: 'memberType', before: 'フリーデスク', after: 'ドロップイン' },
    ]);
    await admin.delete(`/members/${id}`).expect(200);
    await line('members.member.deleted', id);
    const restore = () =>
      admin.post(`/members/${id}/restore`).set('idempotency-key', 'restore-0001');
    const restored = await restore().expect(200);
    const again = await restore().expect(200);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again.body).toEqual(restored.body);
    await line('members.member.restored', id);
  });

  it('what becomes of member types', async () => {
    const { id } = (await admin.post('/member-types').send({ name: '旧' }).expect(201)).body;
    await line('members.memberType.added', id);
    await admin.patch(`/member-types/${id}`).set('if-match', '*').send({ name: '新' }).expect(200);
    expect((await line('members.memberType.renamed', id)).changes).toEqual([
      { field: 'displayName', before: '旧', after: '新' },
    ]);
    const types = (await admin.get('/member-types').expect(200)).body.items as { id: string }[];
    const ids = types.map((type) => type.id).reverse();
    await admin.put('/member-types/order').send({ ids }).expect(200);
    expect((await line('members.memberType.reordered', 'memberTypes')).changes).toHaveLength(1);
    await admin.delete(`/member-types/${id}`).expect(204);
    expect((await line('members.memberType.deleted', id)).target.name).toBe('新');
  });

  it('who took members away as a file', async () => {
    await admin.get('/members/csv?typeId=dropIn').expect(200);
    await eventually(() => {
      const told = service.events.of(events.membersAudited).map(({ data }) => data);
      expect(told).toContainEqual(
        expect.objectContaining({
          action: 'members.members.exported',
          changes: [{ field: 'memberType', before: null, after: 'ドロップイン' }],
        }),
      );
    });
  });
});
