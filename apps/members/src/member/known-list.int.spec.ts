import { events, type CustomField, type Member, type MemberType } from '@engawa/contracts';
import { eventually, startTestService, type TestCaller, type TestService } from '@engawa/testing';
import { members } from '../index';
import { MemberListRepository } from './member-list.repository';

let service: TestService;
let admin: TestCaller;
let read: jest.SpyInstance;

beforeAll(async () => {
  service = await startTestService(members);
  admin = service.asStaff({ role: 'generalAdmin' });
  read = jest.spyOn(service.running.app.get(MemberListRepository), 'findListPage');
}, 60_000);
afterAll(() => service?.stop());

const LIST = '/members?limit=50';
const ask = (etag: string, path = LIST, by = admin) => by.get(path).set('if-none-match', etag);
const change = (path: string, body: object) =>
  admin.patch(path).set('if-match', '*').send(body).expect(200);

/** The tag of the list, once 304 is answered without reading the members. */
async function knownTag(): Promise<string> {
  return eventually(async () => {
    const etag = (await admin.get(LIST).expect(200)).headers['etag']!;
    await ask(etag).expect(304);
    read.mockClear();
    await ask(etag).expect(304);
    expect(read).not.toHaveBeenCalled();
    return etag;
  });
}

describe('a list of members that the caller has', () => {
  let member: Member;
  let type: MemberType;
  let field: CustomField;
  beforeAll(async () => {
    type = (await admin.post('/member-types').send({ name: '週3' }).expect(201)).body;
    const asked = { name: '鍵', kind: 'choice', choices: ['A', 'B'] };
    field = (await admin.post('/custom-fields').send(asked).expect(201)).body;
    const body = {
      familyName: '佐藤',
      typeId: type.id,
      customFields: { [field.id]: field.choices[0]!.id },
    };
    member = (await admin.post('/members').send(body).expect(201)).body;
  });

  it('is not read again while nothing changed, for each address and space', async () => {
    const etag = await knownTag();
    await ask(etag, '/members?limit=51').expect(304);
    expect(read).toHaveBeenCalledTimes(1);
    await ask('W/"another"').expect(200);
    const stranger = service.asStaff({ space: 'space-b', role: 'generalAdmin' });
    await ask(etag, LIST, stranger).expect(200);
  });

  it('is not the one that was made while somebody was added who is deleted again', async () => {
    const etag = await knownTag();
    await change(`/members/${member.id}`, { company: '縁側' });
    const repository = service.running.app.get(MemberListRepository);
    const findListPage = repository.findListPage.bind(repository);
    let meanwhile: Member | undefined;
    read.mockImplementationOnce(async (...asked: Parameters<typeof findListPage>) => {
      meanwhile = (await admin.post('/members').send({ familyName: '青木' }).expect(201)).body;
      return findListPage(...asked);
    });
    const familyNames = async () =>
      (await ask(etag).expect(200)).body.items.map(({ familyName }: Member) => familyName);
    expect(await familyNames()).toContain('青木');
    await admin.delete(`/members/${meanwhile!.id}`).expect(200);
    expect(await familyNames()).not.toContain('青木');
  });

  it.each<[string, () => Promise<unknown>]>([
    ['a new member', () => admin.post('/members').send({ familyName: '鈴木' }).expect(201)],
    ['an edit', () => change(`/members/${member.id}`, { memo: '窓側が好き' })],
    ['another name of a type', () => change(`/member-types/${type.id}`, { name: '週4' })],
    [
      'a choice that is left out',
      () => change(`/custom-fields/${field.id}`, { choices: field.choices.slice(1) }),
    ],
    [
      'other figures',
      () =>
        service.publish(events.memberFiguresCounted, {
          data: { memberId: member.id, posts: 3, openIssues: 1 },
        }),
    ],
    [
      'another value',
      () => change(`/members/${member.id}`, { customFields: { [field.id]: field.choices[1]!.id } }),
    ],
    ['a deleted field', () => admin.delete(`/custom-fields/${field.id}`).expect(204)],
    ['a deleted type', () => admin.delete(`/member-types/${type.id}`)],
    ['a resignation', () => admin.delete(`/members/${member.id}`).expect(200)],
    ['a return', () => admin.post(`/members/${member.id}/restore`).expect(200)],
  ])('is sent after %s', async (_what, act) => {
    const etag = await knownTag();
    await act();
    await eventually(async () => {
      const answer = await ask(etag).expect(200);
      expect(answer.body).toEqual((await admin.get(LIST).expect(200)).body);
      expect(answer.headers['etag']).not.toBe(etag);
    });
  });
});
