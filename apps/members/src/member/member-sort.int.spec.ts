import {
  events,
  memberFieldsOf,
  memberSorts,
  type CustomField,
  type Member,
} from '@engawa/contracts';
import { explainOf } from '@engawa/persistence';
import { eventually, startTestService, type TestCaller, type TestService } from '@engawa/testing';
import { CustomFieldRepository } from '../custom-field/custom-field.repository';
import { members } from '../index';
import { newMember } from './member.mapper';
import { MemberListRepository } from './member-list.repository';
import { MemberRepository } from './member.repository';
import { listSortOf } from './member-sort.rules';

let service: TestService;
let admin: TestCaller;
let space: string;
let spaces = 0;

beforeAll(async () => {
  service = await startTestService(members);
});
beforeEach(() => {
  spaces += 1;
  space = `sorted-${spaces}`;
  admin = service.asStaff({ role: 'generalAdmin', space });
});
afterAll(() => service?.stop());

interface Listed {
  items: Member[];
  nextCursor: string | null;
  previousCursor: string | null;
  total: number;
}
const addMember = async (familyName: string, familyNameKana: string, more = {}): Promise<Member> =>
  (
    await admin
      .post('/members')
      .send({ familyName, familyNameKana, ...more })
      .expect(201)
  ).body;
const list = async (query: object): Promise<Listed> =>
  (await admin.get('/members').query(query).expect(200)).body;
const namesOf = ({ items }: Listed) => items.map(({ familyName }) => familyName);
/** All pages, read to the end and back to the start; both ways give the same. */
async function walk(query: object): Promise<string[]> {
  const pages: Listed[] = [await list({ ...query, limit: 2 })];
  for (let { nextCursor } = pages[0]!; nextCursor;) {
    const page = await list({ ...query, limit: 2, cursor: nextCursor });
    pages.push(page);
    nextCursor = page.nextCursor;
  }
  const forward = pages.flatMap(namesOf);
  const back: string[] = namesOf(pages.at(-1)!);
  for (let { previousCursor } = pages.at(-1)!; previousCursor;) {
    const page = await list({ ...query, limit: 2, cursor: previousCursor });
    back.unshift(...namesOf(page));
    previousCursor = page.previousCursor;
  }
  expect(back).toEqual(forward);
  return forward;
}
const tellFigures = (memberId: string, posts: number, openIssues: number, at: string) =>
  service.publish(events.memberFiguresCounted, {
    space,
    at: new Date(at),
    data: { memberId, posts, openIssues },
  });

describe('listMembers sorted', () => {
  it('by posts and open issues as search counted them last, members without any at the end', async () => {
    const [ito, abe, sato] = [
      await addMember('伊藤', 'イトウ'),
      await addMember('安部', 'アベ'),
      await addMember('佐藤', 'サトウ'),
    ];
    await addMember('上田', 'ウエダ');
    await addMember('江口', 'エグチ');
    await tellFigures(ito.id, 3, 1, '2026-11-02T00:00:00.000Z');
    await tellFigures(abe.id, 3, 0, '2026-11-01T00:00:00.000Z');
    await tellFigures(sato.id, 12, 2, '2026-11-01T00:00:00.000Z');
    // Delivered late: an earlier count.
    await tellFigures(ito.id, 90, 9, '2026-11-01T00:00:00.000Z');
    const byPosts = ['佐藤', '安部', '伊藤', '上田', '江口'];
    await eventually(async () =>
      expect(namesOf(await list({ sort: 'posts', order: 'desc' }))).toEqual(byPosts),
    );
    expect(await walk({ sort: 'posts', order: 'desc' })).toEqual(byPosts);
    expect(await walk({ sort: 'posts' })).toEqual(['伊藤', '安部', '佐藤', '上田', '江口']);
    expect(await walk({ sort: 'openIssues', order: 'desc' })).toEqual([
      ...['佐藤', '伊藤', '安部', '上田', '江口'],
    ]);
    const [first] = (await list({ sort: 'posts', order: 'desc' })).items;
    expect(first).toMatchObject({ posts: 12, openIssues: 2 });
  });

  it('by last talk, member since and kana, of one type too', async () => {
    const { body: type } = await admin.post('/member-types').send({ name: '朝' }).expect(201);
    const more = { typeId: type.id, memberSince: '2024-04-01' };
    const ito = await addMember('伊藤', 'イトウ', more);
    const abe = await addMember('安部', 'アベ', { memberSince: '1999-01-01' });
    await addMember('佐藤', 'サトウ', { typeId: type.id });
    const stored = service.running.app.get(MemberRepository);
    await stored.raiseLastTalk(space, ito.id, new Date('2026-11-01T00:00:00Z'));
    await stored.raiseLastTalk(space, abe.id, new Date('2026-10-01T00:00:00Z'));
    expect(await walk({ sort: 'lastTalk' })).toEqual(['安部', '伊藤', '佐藤']);
    expect(await walk({ sort: 'lastTalk', order: 'desc' })).toEqual(['伊藤', '安部', '佐藤']);
    expect(await walk({ sort: 'memberSince' })).toEqual(['安部', '伊藤', '佐藤']);
    expect(await walk({ sort: 'memberSince', typeId: type.id })).toEqual(['伊藤', '佐藤']);
    expect(await walk({ order: 'desc' })).toEqual(['佐藤', '伊藤', '安部']);
    expect(await walk({ kanaRow: 'a' })).toEqual(['安部', '伊藤']);
    expect((await list({ kanaRow: 'sa' })).total).toBe(1);
    expect(await walk({ kanaRow: 'other' })).toEqual([]);
  });

  it('by custom fields, whatever becomes of them', async () => {
    const add = async (input: object): Promise<CustomField> =>
      (await admin.post('/custom-fields').send(input).expect(201)).body;
    const seats = await add({ name: '席数', kind: 'number' });
    const shelf = await add({ name: '棚', kind: 'text' });
    const ito = await addMember('伊藤', 'イトウ', { customFields: { [seats.id]: 10 } });
    await addMember('安部', 'アベ', { customFields: { [seats.id]: 2, [shelf.id]: 'B' } });
    await addMember('佐藤', 'サトウ', { customFields: { [seats.id]: -1 } });
    await addMember('江口', 'エグチ');
    const bySeats = { sort: `custom:${seats.id}` };
    expect(await walk(bySeats)).toEqual(['佐藤', '安部', '伊藤', '江口']);
    expect(await walk({ ...bySeats, order: 'desc' })).toEqual(['伊藤', '安部', '佐藤', '江口']);
    await admin
      .patch(`/members/${ito.id}`)
      .set('if-match', '*')
      .send({ customFields: { [seats.id]: null } })
      .expect(200);
    expect(await walk(bySeats)).toEqual(['佐藤', '安部', '伊藤', '江口']);
    await admin.delete(`/custom-fields/${seats.id}`).expect(204);
    const gone = await admin.get('/members').query(bySeats).expect(422);
    expect(gone.body.code).toBe('members.member.custom-field-unknown');
    // The next field takes the place of the deleted one and shows none of its values.
    const next = await add({ name: '区画', kind: 'text' });
    await addMember('上田', 'ウエダ', { customFields: { [next.id]: 'か' } });
    expect(await walk({ sort: `custom:${next.id}` })).toEqual([
      ...['上田', '安部', '伊藤', '江口', '佐藤'],
    ]);
  });

  it('refuses what no index serves, and cursors of another list', async () => {
    await admin.get('/members').query({ sort: 'posts', q: 'x' }).expect(400);
    await admin.get('/members').query({ sort: 'posts', kanaRow: 'a' }).expect(400);
    await admin.get('/members').query({ sort: 'shoeSize' }).expect(400);
    for (const name of ['一', '二', '三']) await addMember(name, '');
    const { nextCursor } = await list({ sort: 'posts', limit: 1 });
    for (const cursor of [nextCursor, 'v-x', 'e-x', 'x']) {
      await admin.get('/members').query({ sort: 'lastTalk', cursor }).expect(400);
    }
  });
});

describe('the plan of a sorted list', () => {
  it('reads one page from an index, whatever it is sorted by', async () => {
    const seats = (await admin.post('/custom-fields').send({ name: '席', kind: 'number' })).body;
    const stored = service.running.app.get(MemberRepository);
    const lists = service.running.app.get(MemberListRepository);
    const fields = await service.running.app.get(CustomFieldRepository).findFields(space);
    await stored.insertBare(
      space,
      Array.from({ length: 500 }, (_, n) => ({
        ...newMember(
          `member-${n}`,
          {
            ...memberFieldsOf({ familyName: `会員${n}`, memberSince: '2024-04-01' }),
            typeId: n % 2 === 0 ? 'even' : null,
            customFields: { [seats.id]: n % 7 },
          },
          { customFields: fields },
        ),
        ...{ posts: 1 + (n % 9), openIssues: 1, lastTalkedAt: new Date(n * 1_000) },
      })),
    );
    for (const name of [...memberSorts.slice(1), `custom:${seats.id}`]) {
      const sort = listSortOf(name, fields)!;
      for (const typeId of name.startsWith('custom') ? [undefined] : [undefined, 'even', null]) {
        for (const direction of [1, -1] as const) {
          const query = { deleted: false, typeId, sort, direction, limit: 20 };
          const plan = await explainOf(lists.sortedQuery(space, query) as never);
          expect([name, direction, plan.stages]).toEqual([
            name,
            direction,
            expect.not.arrayContaining(['SORT', 'COLLSCAN']),
          ]);
          expect(plan.docsExamined).toBe(20);
        }
      }
    }
  });
});
