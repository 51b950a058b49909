import { type BulkAnswer, events } from '@engawa/contracts';
import {
  eventually,
  spaceFacts,
  startTestService,
  type TestCaller,
  type TestService,
} from '@engawa/testing';
import { members } from '../index';

let service: TestService;
let staff: TestCaller;

beforeAll(async () => {
  service = await startTestService(members);
  staff = service.asStaff();
  await service.publish(events.spaceCreated, { data: spaceFacts() });
  await eventually(async () => {
    const { body } = await staff.get('/member-types').expect(200);
    expect(body.items.length).toBeGreaterThan(2);
  });
});
afterAll(() => service?.stop());

async function add(items: unknown[], key?: string): Promise<BulkAnswer> {
  const request = staff.post('/members/bulk');
  if (key) void request.set('idempotency-key', key);
  return (await request.send({ items }).expect(200)).body as BulkAnswer;
}

const inSpace = async (q: string) =>
  (await staff.get(`/members?q=${encodeURIComponent(q)}&limit=100`).expect(200)).body.total;

const imported = expect.objectContaining({ imported: true });

describe('addMembers', () => {
  it('adds or refuses each on its own, with the place of what is wrong', async () => {
    const answer = await add([
      { familyName: '束一' },
      { firstName: '名字なし' },
      { familyName: '束二', typeId: 'nosuch' },
      { familyName: '束三', typo: 1 },
      'no object',
      { familyName: '束四', typeId: 'freeDesk' },
    ]);
    expect(answer.items.map(({ status }) => status)).toEqual([201, 400, 422, 400, 400, 201]);
    expect([answer.created, answer.refused]).toEqual([2, 4]);
    expect(answer.items[1]).toMatchObject({
      id: null,
      problem: {
        code: 'request.invalid',
        errors: [{ pointer: '/body/items/1/familyName', code: 'missing' }],
      },
    });
    expect(answer.items[2]!.problem).toMatchObject({
      code: 'members.member.type-unknown',
      errors: [{ pointer: '/body/items/2/typeId' }],
    });
    expect(answer.items[3]!.problem?.errors).toMatchObject([{ code: 'unknown-field' }]);
    const { body } = await staff.get(`/members/${answer.items[5]!.id}`).expect(200);
    expect(body).toMatchObject({ familyName: '束四', version: 1, typeOfContract: 'フリーデスク' });
    // The next test counts events.
    await service.events.receive(events.memberAdded, 2);
    await service.events.receive(events.memberImportFinished);
  });

  it('publishes an event for each member, and one delivery to webhooks', async () => {
    service.events.clear();
    const { items } = await add([
      { familyName: '青木', firstName: '美咲', company: '青木デザイン', typeId: 'freeDesk' },
      { familyName: '石川', firstName: '健', familyNameKana: 'イシカワ', memo: '平日の朝' },
    ]);
    await eventually(() => {
      const told = service.events.named('members.member.added');
      expect(told.map(({ aggregate }) => aggregate.id).sort()).toEqual(
        items.map(({ id }) => id).sort(),
      );
      expect(told).toEqual(told.map(() => expect.objectContaining({ data: imported })));
      const ends = service.events.named('members.import.finished');
      expect(ends).toMatchObject([{ data: { added: 2 } }]);
    });
  });

  it('adds nothing again under the same Idempotency-Key', async () => {
    const rows = Array.from({ length: 40 }, (_, n) => ({ familyName: '反復', firstName: `${n}` }));
    const [first, second] = await Promise.all([add(rows, 'bulk-key-1'), add(rows, 'bulk-key-1')]);
    expect(second.items).toEqual(first.items);
    expect((await add(rows, 'bulk-key-1')).items).toEqual(first.items);
    await eventually(async () => expect(await inSpace('反復')).toBe(40));
    const other = staff.post('/members/bulk').set('idempotency-key', 'bulk-key-1');
    const { body } = await other.send({ items: [{ familyName: '別' }] }).expect(422);
    expect(body.code).toBe('request.idempotency-mismatch');
  });

  it('takes 500 and no more, and not none', async () => {
    const rows = Array.from({ length: 500 }, (_, n) => ({ familyName: '満員', firstName: `${n}` }));
    expect(await add(rows)).toMatchObject({ created: 500, refused: 0 });
    for (const items of [[...rows, rows[0]], []]) {
      await staff.post('/members/bulk').send({ items }).expect(400);
    }
  });

  it('adds to the space of the caller only', async () => {
    const { items } = await add([{ familyName: '越境' }]);
    const stranger = service.asStaff({ space: 'space-b', role: 'primaryAdmin' });
    await stranger.get(`/members/${items[0]!.id}`).expect(404);
  });
});
