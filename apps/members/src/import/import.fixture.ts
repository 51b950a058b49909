import {
  events,
  type DataOf,
  type Member,
  type MemberImport,
  type MemberImportRow,
} from '@engawa/contracts';
import { eventually, spaceFacts, type TestCaller, type TestService } from '@engawa/testing';

/** What tests of imports do and look up with the service. */
export function importCalls(service: () => TestService) {
  let spaces = 0;
  async function newSpace(): Promise<TestCaller> {
    spaces += 1;
    const space = `import-${spaces}`;
    await service().publish(events.spaceCreated, { space, data: spaceFacts({ spaceId: space }) });
    const admin = service().asStaff({ space, role: 'generalAdmin' });
    await eventually(async () => {
      expect((await admin.get('/member-types').expect(200)).body.items).not.toEqual([]);
    });
    return admin;
  }

  function send(
    caller: TestCaller,
    kind: string,
    content: string | Buffer,
    query = '',
    fileName = 'members.csv',
  ) {
    return caller
      .post(`/members/imports/${kind}${query}`)
      .attach('file', Buffer.from(content as string), fileName);
  }
  async function begin(caller: TestCaller, kind: string, content: string | Buffer, query = '') {
    return (await send(caller, kind, content, query).expect(202)).body as MemberImport;
  }
  async function reaches(
    caller: TestCaller,
    job: { id: string },
    state: MemberImport['state'],
  ): Promise<MemberImport> {
    return eventually(async () => {
      const { body } = await caller.get(`/members/imports/${job.id}`).expect(200);
      expect(body).toMatchObject({ state });
      return body as MemberImport;
    });
  }
  async function rows(
    caller: TestCaller,
    job: { id: string },
    query = '',
  ): Promise<MemberImportRow[]> {
    const { body } = await caller.get(`/members/imports/${job.id}/rows${query}`).expect(200);
    return body.items as MemberImportRow[];
  }
  function toldOf(caller: TestCaller) {
    return service()
      .events.all.filter((event) => event.name === events.membersImported.name)
      .filter((event) => event.space === caller.claims!.space)
      .flatMap((event) => (event.data as DataOf<typeof events.membersImported>).members);
  }
  async function expectAudited(
    action: string,
    { id }: MemberImport,
    facts: object = {},
  ): Promise<void> {
    await eventually(() => {
      const audits = service()
        .events.named('members.audit.recorded')
        .map(({ data }) => data);
      const target = expect.objectContaining({ id });
      expect(audits).toContainEqual(expect.objectContaining({ action, target, ...facts }));
    });
  }
  async function list(caller: TestCaller, query = ''): Promise<Member[]> {
    return (await caller.get(`/members${query}`).expect(200)).body.items as Member[];
  }

  return { newSpace, send, begin, reaches, rows, toldOf, expectAudited, list };
}
