import { events } from '@engawa/contracts';
import {
  answerAs,
  eventually,
  memberFacts,
  spaceFacts,
  staffFacts,
  startTestService,
  type TestService,
} from '@engawa/testing';
import { Directory } from '@engawa/directory';
import { timeline } from './index';

/** Staff and members of the test spaces. */
export const people = {
  writer: 'staff-writer',
  other: 'staff-other',
  admin: 'staff-admin',
  gone: 'staff-gone',
  foreign: 'staff-foreign',
  integration: 'api-token-1',
  god: 'staff-god',
  sato: 'member-sato',
  suzuki: 'member-suzuki',
  resigned: 'member-resigned',
  stranger: 'member-stranger',
} as const;

/** The timeline service with a space, its staff and members, and a foreign space. */
export async function startTimeline(env: Record<string, string> = {}): Promise<TestService> {
  const service = await startTestService(timeline, { env });
  // Identity and members; they know nobody who was not published.
  const owners = await answerAs(service, 'owners', {
    'identity.findStaffs': () => [],
    'identity.findSpace': () => [],
    'members.findMembers': () => [],
  });
  const publishStaff = (staffId: string, facts: object, space = 'space-a') =>
    service.publish(events.staffAdded, { space, data: staffFacts({ staffId, ...facts }) });
  const publishMember = (memberId: string, facts: object, space = 'space-a') =>
    service.publish(events.memberAdded, { space, data: memberFacts({ memberId, ...facts }) });
  await Promise.all([
    service.publish(events.spaceCreated, { data: spaceFacts() }),
    service.publish(events.spaceCreated, {
      space: 'space-b',
      data: spaceFacts({ spaceId: 'space-b' }),
    }),
    publishStaff(people.writer, { displayName: '書き手' }),
    publishStaff(people.other, { displayName: '同僚' }),
    publishStaff(people.admin, { displayName: '管理者', role: 'generalAdmin' }),
    publishStaff(people.gone, { deactivated: true }),
    publishStaff(people.foreign, {}, 'space-b'),
    publishStaff(people.integration, { displayName: '受付', email: '', integration: true }),
    publishStaff(people.god, { displayName: '運用', god: true }),
    publishMember(people.sato, { familyName: '佐藤' }),
    publishMember(people.suzuki, { familyName: '鈴木' }),
    publishMember(people.resigned, { deleted: true }),
    publishMember(people.stranger, {}, 'space-b'),
  ]);
  const directory = service.running.app.get(Directory);
  await eventually(async () => {
    const staffs = await directory.listStaffs('space-a');
    const { sato, suzuki, resigned } = people;
    const members = await directory.findMembers('space-a', [sato, suzuki, resigned]);
    const foreign = await directory.findMembers('space-b', [people.stranger]);
    const others = await directory.findStaffs('space-a', [people.integration, people.god]);
    const found = staffs.length + others.size + members.size + foreign.size;
    if (found < 10) throw new Error('people are missing');
  });
  const { stop } = service;
  service.stop = async () => {
    await owners.close();
    await stop();
  };
  return service;
}

/** Common callers. */
export function callersOf(service: TestService) {
  return {
    writer: service.asStaff({ staffId: people.writer }),
    other: service.asStaff({ staffId: people.other }),
    admin: service.asStaff({ staffId: people.admin, role: 'generalAdmin' }),
    foreign: service.asStaff({
      staffId: people.foreign,
      space: 'space-b',
      role: 'primaryAdmin',
    }),
  };
}
