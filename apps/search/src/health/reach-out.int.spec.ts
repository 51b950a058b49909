import { events } from '@engawa/contracts';
import { ago, eventually, memberFacts, type TestCaller, type TestService } from '@engawa/testing';
import { DAY, dayAfter, healthCalls, HealthTest } from './health.fixture';

let health: HealthTest;
let service: TestService;
let space: string;
let staff: TestCaller;
let admin: TestCaller;

const { tellStaff, tellMember, tellPost, radar, names } = healthCalls(() => ({
  service,
  space,
  staff,
}));

beforeAll(async () => {
  health = await HealthTest.start();
  ({ service } = health);
});
afterAll(() => health?.stop());

beforeEach(async () => {
  ({ space, staff, admin } = await health.newSpace());
  for (const staffId of ['s1', 's2']) await tellStaff(staffId);
});

describe('the members to talk with (INS-4)', () => {
  const candidates = () =>
    service.events
      .of(events.reachOutChanged)
      .filter((event) => event.space === space)
      .at(-1)?.data.candidates;
  const published = () => candidates()?.map(({ memberId, reason }) => `${memberId} ${reason}`);

  it('are published when talks, issues, settings or snoozes change', async () => {
    await tellMember('m1', 1, { typeId: 'office' });
    await tellMember('m2', 1, { typeId: 'guest' });
    await tellPost('p1', 50, ['m1']);
    await eventually(() => expect(published()).toEqual(['m1 quiet', 'm2 quiet', 'm2 joined']));
    await tellPost('p2', 1, ['m2'], {
      issue: { openedAt: ago(1), closedAt: null, solvedBy: null },
    });
    await eventually(() => expect(published()).toEqual(['m1 quiet', 'm2 quiet', 'm2 issue']));
    const types = [{ typeId: 'office', days: null }];
    await admin
      .put('/insights/radar/settings')
      .set('if-match', '*')
      .send({ defaultDays: 30, types })
      .expect(200);
    await eventually(() => expect(published()).toEqual(['m2 quiet', 'm2 issue']));
    await staff
      .put('/insights/members/m2/snooze')
      .send({ until: dayAfter(40), reason: '出張中' })
      .expect(200);
    await eventually(() => expect(published()).toEqual(['m2 quiet']));
    await service.publish(events.memberDeleted, {
      space,
      version: 2,
      data: memberFacts({ memberId: 'm2', deleted: true }),
    });
    await eventually(() => expect(published()).toEqual([]));
  });

  it('are due again after a talk that ends their snooze, also with open issues', async () => {
    await tellMember('m1');
    await tellPost('p1', 50, ['m1'], {
      issue: { openedAt: ago(50), closedAt: null, solvedBy: null },
    });
    await eventually(() => expect(published()).toEqual(['m1 quiet', 'm1 issue']));
    await staff
      .put('/insights/members/m1/snooze')
      .send({ until: dayAfter(300), reason: '出張中' })
      .expect(200);
    await eventually(() => expect(published()).toEqual(['m1 quiet']));
    const talkedAt = ago(1);
    await tellPost('p2', 1, ['m1'], { talkedAt });
    await eventually(() => expect(published()).toEqual(['m1 quiet', 'm1 issue']));
    const cold = new Date(Date.parse(talkedAt) + 30 * DAY).toISOString();
    expect(candidates()?.[0]).toMatchObject({ memberId: 'm1', reason: 'quiet', from: cold });
  });

  it('wait for the end of the snooze of a member who was merged into them', async () => {
    await tellMember('kept');
    await tellMember('other');
    await tellPost('p1', 90, ['kept'], {
      issue: { openedAt: ago(90), closedAt: null, solvedBy: null },
    });
    await tellPost('p2', 80, ['other']);
    await eventually(() =>
      expect(published()).toEqual(['kept quiet', 'other quiet', 'kept issue']),
    );
    const until = dayAfter(40);
    await staff.put('/insights/members/other/snooze').send({ until, reason: '出張中' }).expect(200);
    await tellMember('other', 2, { deleted: true, mergedInto: 'kept' });
    await eventually(async () =>
      expect(names((await radar('state=snoozed')).items)).toEqual(['kept']),
    );
    await eventually(async () => {
      const { body } = await staff.get('/insights/relations').expect(200);
      expect(body.items).toMatchObject([{ member: { id: 'kept' }, isCold: false }]);
    });
    await eventually(() => expect(published()).toEqual(['kept quiet']));
    const end = new Date(Date.parse(`${until}T00:00:00+09:00`) + DAY).toISOString();
    expect(candidates()?.[0]).toMatchObject({ memberId: 'kept', reason: 'quiet', from: end });
  });
});
