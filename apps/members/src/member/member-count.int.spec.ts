import { startService, type RunningService } from '@engawa/service-kit';
import {
  callerOf,
  eventually,
  startTestService,
  type TestCaller,
  type TestService,
} from '@engawa/testing';
import { members } from '../index';

describe('the total of a list of members', () => {
  let service: TestService;
  let replica: RunningService;
  let admin: TestCaller;
  let elsewhere: TestCaller;
  beforeAll(async () => {
    service = await startTestService(members);
    replica = await startService(members, { env: service.env, port: 0 });
    const staff = { role: 'generalAdmin' } as const;
    admin = service.asStaff(staff);
    elsewhere = callerOf(replica.url, service.env['ENGAWA_TOKEN_PRIVATE_KEY']!, staff);
  }, 60_000);
  afterAll(async () => {
    await replica?.stop();
    await service?.stop();
  });

  /** Less than cached totals live without an event. */
  const timeoutMs = 15_000;
  const totalAt = async (caller: TestCaller) =>
    (await caller.get('/members?limit=1').expect(200)).body.total;
  const totalBecomes = (total: number) =>
    eventually(async () => expect(await totalAt(elsewhere)).toBe(total), { timeoutMs });
  const add = async () =>
    (await admin.post('/members').send({ familyName: '佐藤' }).expect(201)).body.id as string;

  it('follows the members that another replica adds and removes', async () => {
    const first = await add();
    await totalBecomes(1);
    await add();
    expect(await totalAt(admin)).toBe(2);
    await totalBecomes(2);
    await admin.delete(`/members/${first}`).expect(200);
    expect(await totalAt(admin)).toBe(1);
    await totalBecomes(1);
  });
});
