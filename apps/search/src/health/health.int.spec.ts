import { events } from '@engawa/contracts';
import { explainOf } from '@engawa/persistence';
import { ago, eventually, type TestCaller, type TestService } from '@engawa/testing';
import { dayAfter, healthCalls, HealthTest } from './health.fixture';
import { MemberHealthRepository } from './health.repository';
import { SnoozeRepository } from './snooze.repository';

let health: HealthTest;
let service: TestService;
let space: string;
let staff: TestCaller;
let admin: TestCaller;

const { tellStaff, tellMember, tellPost, radar, names, issues, coverage, covered } = healthCalls(
  () => ({ service, space, staff }),
);

beforeAll(async () => {
  health = await HealthTest.start();
  ({ service } = health);
});
afterAll(() => health?.stop());

beforeEach(async () => {
  ({ space, staff, admin } = await health.newSpace());
  for (const staffId of ['s1', 's2']) await tellStaff(staffId);
});

describe('the radar of members who grow cold (INS-3)', () => {
  it('shows the longest silence first, after as many days as the type may wait', async () => {
    await tellMember('m1', 1, { typeId: 'office' });
    await tellMember('m2', 1, { typeId: 'guest' });
    await tellMember('m3');
    await tellPost('p1', 10, ['m1']);
    await tellPost('p2', 50, ['m2']);
    await tellPost('p3', 40, ['m3'], { ownerId: 's2' });
    await eventually(async () => expect(names((await radar()).items)).toEqual(['m2', 'm3']));
    const before = (await admin.get('/insights/radar/settings').expect(200)).body;
    expect(before).toMatchObject({ defaultDays: 30, types: [] });
    const types = [
      { typeId: 'office', days: 7 },
      { typeId: 'guest', days: null },
    ];
    await admin
      .put('/insights/radar/settings')
      .set('if-match', `"${before.version}"`)
      .send({ defaultDays: 30, types })
      .expect(200);
    const told = await service.events.receiveSuch(
      events.searchAudited,
      ({ data }) => data.action === 'search.radar.updated',
    );
    expect(told.data).toMatchObject({
      action: 'search.radar.updated',
      changes: [{ field: 'coldDaysByType', before: [], after: ['office: 7', 'guest: –'] }],
    });
    await eventually(async () => {
      const { items, total } = await radar();
      expect(names(items)).toEqual(['m3', 'm1']);
      expect(total).toBe(2);
      expect(items[0]).toMatchObject({ coldDays: 30, typeId: null, snooze: null });
      expect(items[0]!.lastTalkedBy?.displayName).toBe('s2');
      expect(items[1]).toMatchObject({ coldDays: 7, typeId: 'office' });
    });
    expect(names((await radar('typeId=office')).items)).toEqual(['m1']);
    expect(names((await radar('typeId=none')).items)).toEqual(['m3']);

    const stale = await admin
      .put('/insights/radar/settings')
      .set('if-match', `"${before.version}"`)
      .send({ defaultDays: 1, types: [] })
      .expect(412);
    expect(stale.body).toMatchObject({ code: 'search.radar.stale', current: { types } });
    expect(stale.headers['etag']).toBe(`"${stale.body.current.version}"`);
    await staff
      .put('/insights/radar/settings')
      .set('if-match', '*')
      .send({ defaultDays: 1, types: [] })
      .expect(403);
    const strange = [...types, { typeId: 'type-of-another-space', days: 7 }];
    const refused = await admin
      .put('/insights/radar/settings')
      .set('if-match', '*')
      .send({ defaultDays: 30, types: strange })
      .expect(422);
    expect(refused.body).toMatchObject({
      code: 'search.radar.unknown-type',
      errors: [{ pointer: '/body/types/2/typeId' }],
    });
  });

  it('forgets the days of a type that is deleted, and refuses the type from then on', async () => {
    await tellMember('m1', 1, { typeId: 'seasonal' });
    const settings = (types: { typeId: string; days: number }[]) =>
      admin.put('/insights/radar/settings').set('if-match', '*').send({ defaultDays: 30, types });
    const office = { typeId: 'office', days: 7 };
    const guest = { typeId: 'guest', days: 14 };
    await settings([office, guest]).expect(200);
    await service.publish(events.memberTypeDeleted, {
      space,
      aggregate: { type: 'memberType', id: 'office' },
      version: 2,
      data: { typeId: 'office' },
    });
    await eventually(async () => {
      const { body } = await staff.get('/insights/radar/settings').expect(200);
      expect(body.types).toEqual([guest]);
    });
    // A deleted type that a member still has.
    const figures = service.running.app.get(MemberHealthRepository);
    await eventually(async () => expect(await figures.findTypes(space)).toContain('seasonal'));
    const { body } = await settings([guest, { typeId: 'seasonal', days: 7 }]).expect(422);
    expect(body).toMatchObject({
      code: 'search.radar.unknown-type',
      errors: [{ pointer: '/body/types/1/typeId' }],
    });
  });

  it('follows talks, also when they are moved, taken from a member, or deleted', async () => {
    await tellMember('m1');
    await tellMember('m2');
    await tellPost('old', 90, ['m1', 'm2']);
    await eventually(async () => expect((await radar()).total).toBe(2));
    await tellPost('new', 1, ['m1']);
    await eventually(async () => expect(names((await radar()).items)).toEqual(['m2']));
    await tellPost('new', 1, ['m2'], {}, 2);
    await eventually(async () => expect(names((await radar()).items)).toEqual(['m1']));
    await service.publish(events.postDeleted, {
      space,
      version: 3,
      data: { postId: 'new', commentId: null },
    });
    await eventually(async () => expect((await radar()).total).toBe(2));
  });

  it('leaves out who has resigned, and counts who turned out to be another as that one', async () => {
    await tellMember('kept');
    await tellMember('other');
    await tellMember('gone');
    await tellPost('p1', 90, ['kept']);
    await tellPost('p2', 80, ['gone']);
    await tellPost('p3', 2, ['other']);
    await eventually(async () => expect(names((await radar()).items)).toEqual(['kept', 'gone']));
    await tellMember('gone', 2, { deleted: true });
    await tellMember('other', 2, { deleted: true, mergedInto: 'kept' });
    await eventually(async () => expect((await radar()).items).toEqual([]));
    await tellMember('other', 3, { mergedInto: null });
    await eventually(async () => expect(names((await radar()).items)).toEqual(['kept']));
  });

  it('pages through many, each once', async () => {
    for (let n = 1; n <= 7; n += 1) {
      await tellMember(`m${n}`, 1, { typeId: n % 2 ? 'odd' : null });
      await tellPost(`p${n}`, 100 - n, [`m${n}`]);
    }
    await eventually(async () => expect((await radar()).total).toBe(7));
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await radar(`limit=3${cursor ? `&cursor=${cursor}` : ''}`);
      seen.push(...names(page.items));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(['m1', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7']);
    await staff.get('/insights/radar?cursor=abc').expect(400);
  });
});

describe('a snooze', () => {
  it('leaves a member alone with a reason, until it ends, is taken back or they are talked with', async () => {
    await tellMember('m1');
    await tellMember('m2');
    await tellPost('p1', 90, ['m1', 'm2']);
    await eventually(async () => expect((await radar()).total).toBe(2));
    const until = dayAfter(30);
    const { body } = await staff
      .put('/insights/members/m1/snooze')
      .send({ until, reason: '育休中' })
      .expect(200);
    expect(body.snooze).toMatchObject({ until, reason: '育休中' });
    const cold = await radar();
    expect(names(cold.items)).toEqual(['m2']);
    expect(cold).toMatchObject({ total: 1, snoozed: 1 });
    const resting = await radar('state=snoozed');
    expect(resting.items[0]).toMatchObject({ member: { id: 'm1' }, snooze: { until } });
    await staff.delete('/insights/members/m1/snooze').expect(204);
    await staff.delete('/insights/members/m1/snooze').expect(404);
    expect((await radar()).total).toBe(2);

    await staff.put('/insights/members/m2/snooze').send({ until, reason: 'x' }).expect(200);
    await tellPost('p2', 60, ['m2']);
    // Silent again since a later talk: the snooze was about the earlier silence.
    await eventually(async () => expect(names((await radar()).items)).toEqual(['m1', 'm2']));
  });

  it('is refused for strangers, unknown members and days that do not fit', async () => {
    await tellMember('m1');
    await tellPost('p1', 90, ['m1']);
    await eventually(async () => expect((await radar()).total).toBe(1));
    const snooze = (caller: TestCaller, memberId: string, input: object) =>
      caller.put(`/insights/members/${memberId}/snooze`).send(input);
    const fitting = { until: dayAfter(3), reason: 'x' };
    const other = service.asStaff({ space: 'space-b', role: 'primaryAdmin' });
    expect((await snooze(other, 'm1', fitting).expect(404)).body.code).toBe(
      'search.member.not-found',
    );
    await snooze(staff, 'nobody', fitting).expect(404);
    for (const until of [dayAfter(0), '2020-01-01', dayAfter(400)]) {
      const { body } = await snooze(staff, 'm1', { until, reason: 'x' }).expect(422);
      expect(body.code).toBe('search.snooze.day-refused');
    }
    for (const input of [{}, { until: 'x', reason: 'x' }, { ...fitting, reason: ' ' }]) {
      await snooze(staff, 'm1', input).expect(400);
    }
    expect((await radar()).snoozed).toBe(0);
  });

  it('goes with a member who is erased', async () => {
    await tellMember('m1');
    await tellPost('p1', 90, ['m1']);
    await eventually(async () => expect((await radar()).total).toBe(1));
    await staff
      .put('/insights/members/m1/snooze')
      .send({ until: dayAfter(3), reason: '入院' })
      .expect(200);
    await service.publish(events.memberErased, {
      space,
      data: { memberId: 'm1', memberIds: ['m1'] },
    });
    await eventually(async () => expect((await radar('state=snoozed')).items).toEqual([]));
  });
});

describe('open issues and coverage (INS-3)', () => {
  const issue = (closed: boolean) => ({
    ...{ openedAt: ago(5), closedAt: closed ? ago(1) : null, solvedBy: null },
  });

  it('names the members with the most open issues', async () => {
    await tellMember('m1');
    await tellMember('m2');
    await tellPost('p1', 5, ['m1', 'm2'], { issue: issue(false), labelIds: ['l'] });
    await tellPost('p2', 5, ['m2'], { issue: issue(false), labelIds: ['l'] });
    await tellPost('p3', 5, ['m1'], { issue: issue(true), labelIds: ['l'] });
    await eventually(async () => {
      const items = await issues();
      expect(items.map(({ member, openIssues }) => [member.id, openIssues])).toEqual([
        ['m2', 2],
        ['m1', 1],
      ]);
    });
    // As many as its link finds.
    const { body } = await staff
      .get('/search/posts')
      .query({ kind: 'post', memberId: 'm2', issue: 'open' })
      .expect(200);
    expect(body.total).toBe(2);
  });

  it('says whose members only one staff member knows, and what is left when that staff member leaves', async () => {
    for (const id of ['m1', 'm2', 'm3', 'm4']) await tellMember(id);
    await tellPost('p1', 5, ['m1', 'm2']);
    await tellPost('p2', 3, ['m1']);
    await tellPost('p3', 4, ['m2', 'm3'], { ownerId: 's2' });
    await eventually(async () => {
      const found = await coverage();
      expect(found).toMatchObject({ members: 3, knownByNobody: 0 });
      const counts = found.staffs.map(({ staff: { id }, onlyKnownBy }) => [id, onlyKnownBy]);
      expect(counts.sort()).toEqual([
        ['s1', 1],
        ['s2', 1],
      ]);
    });
    await eventually(async () =>
      expect(await covered('s1')).toMatchObject([
        { member: { id: 'm1' }, staff: { id: 's1' }, posts: 2, lastPostId: 'p2' },
      ]),
    );

    await tellStaff('s1', 2, { deactivated: true });
    await eventually(async () => {
      const found = await coverage();
      expect(found.knownByNobody).toBe(1);
      expect(found.staffs.map(({ onlyKnownBy }) => onlyKnownBy)).toEqual([2]);
    });
    expect(names(await covered('s2')).sort()).toEqual(['m2', 'm3']);
    expect(await covered('none')).toMatchObject([
      { member: { id: 'm1' }, staff: { id: 's1' }, lastPostId: 'p2' },
    ]);
    expect(await covered('nobody')).toEqual([]);
  });

  it('does not count what god knows, until god is the primary administrator', async () => {
    await tellMember('m1');
    await tellPost('p1', 5, ['m1']);
    const knowers = async () => (await coverage()).staffs.map(({ staff: { id } }) => id);
    await eventually(async () => expect(await knowers()).toEqual(['s1']));
    await tellStaff('s1', 2, { god: true });
    await eventually(async () => expect((await coverage()).knownByNobody).toBe(1));
    expect(await knowers()).toEqual([]);
    await tellStaff('s1', 3);
    await eventually(async () => expect(await knowers()).toEqual(['s1']));
  });

  it('is each space’s own', async () => {
    await tellMember('m1');
    await tellPost('p1', 90, ['m1'], { issue: issue(false) });
    await eventually(async () => expect((await radar()).total).toBe(1));
    const other = service.asStaff({ space: 'elsewhere', role: 'primaryAdmin' });
    expect((await other.get('/insights/radar').expect(200)).body.items).toEqual([]);
    expect((await other.get('/insights/open-issues').expect(200)).body.items).toEqual([]);
    expect((await other.get('/insights/coverage').expect(200)).body.members).toBe(0);
  });
});

describe('the figures of members (MBR-1)', () => {
  it('are published when posts, issues, merges and resignations change them, and only then', async () => {
    const told = () =>
      service.events
        .of(events.memberFiguresCounted)
        .filter((event) => event.space === space)
        .map(({ data }) => [data.memberId, data.posts, data.openIssues]);
    const issue = { openedAt: ago(1), closedAt: null, solvedBy: null };
    await tellMember('new');
    await tellMember('m1');
    await tellMember('m2');
    await tellPost('p1', 2, ['m1']);
    await tellPost('p2', 1, ['m2'], { issue });
    await eventually(() =>
      expect(told().sort()).toEqual([
        ['m1', 1, 0],
        ['m2', 1, 1],
      ]),
    );
    // Another text: counted again, and the same.
    await tellPost('p1', 2, ['m1'], { memo: 'y' }, 2);
    await tellMember('m2', 2, { deleted: true, mergedInto: 'm1' });
    await eventually(() =>
      expect(told().slice(2).sort()).toEqual([
        ['m1', 2, 1],
        ['m2', 0, 0],
      ]),
    );
    await tellMember('m2', 3);
    await eventually(() =>
      expect(told().slice(4).sort()).toEqual([
        ['m1', 1, 0],
        ['m2', 1, 1],
      ]),
    );
    // The posts about a resigned member stay.
    await tellMember('m2', 4, { deleted: true });
    await tellPost('p3', 1, ['m2']);
    await eventually(() => expect(told().slice(6)).toEqual([['m2', 2, 1]]));
  });
});

describe('plans', () => {
  it('read no more than they give', async () => {
    await tellMember('m1', 1, { typeId: 'office' });
    await tellMember('m2', 1, { typeId: 'guest' });
    await tellMember('m3');
    await tellPost('p1', 90, ['m1', 'm2'], {
      issue: { openedAt: ago(5), closedAt: null, solvedBy: null },
    });
    await eventually(async () => expect((await radar()).total).toBe(2));
    const health = service.running.app.get(MemberHealthRepository);
    await eventually(async () =>
      expect(
        names((await health.findNeverTalkedWith(space, 9)).map((member) => ({ member }))),
      ).toEqual(['m3']),
    );
    const filter = { typeId: 'office', before: new Date(), without: ['m9'] };
    const place = { quietSince: new Date(ago(95)), id: 'm0' };
    const plans = [
      await explainOf(health.coldQuery(space, filter, null, 10)),
      await explainOf(health.coldQuery(space, filter, place, 10)),
      await explainOf(health.openIssueQuery(space, 10)),
      await explainOf(health.neverTalkedQuery(space, 10)),
      await explainOf(health.silenceQuery(space, null, 10)),
      await explainOf(health.silenceQuery(space, 'office', 10)),
      await explainOf(
        health['query'](
          space,
          { listed: true, soleStaffId: 's1' },
          { sort: { quietSince: -1, id: -1 }, limit: 10 },
        ),
      ),
    ];
    for (const plan of plans) {
      expect(plan.stages).toContain('IXSCAN');
      expect(plan.stages).not.toContain('SORT');
      expect(plan.docsExamined).toBe(plan.returned);
      expect(plan.returned).toBeGreaterThan(0);
    }
    const snoozes = service.running.app.get(SnoozeRepository);
    const running = await explainOf(snoozes.runningQuery(space, new Date()));
    expect(running).toMatchObject({ index: 'space_1_until_1', docsExamined: 0 });
    const known = await explainOf(health['query'](space, { knowerIds: 's1' }, {}));
    expect(known).toMatchObject({ index: 'space_1_knowerIds_1', docsExamined: 2 });
  });
});
