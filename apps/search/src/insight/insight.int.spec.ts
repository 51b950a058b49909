import { events, type DataOf, type Insights } from '@engawa/contracts';
import {
  eventually,
  memberFacts,
  shortenPauses,
  spaceFacts,
  staffFacts,
  startTestService,
  type TestService,
} from '@engawa/testing';
import { explainOf } from '@engawa/persistence';
import { MemberHealthRepository } from '../health/health.repository';
import { search } from '../index';
import { post } from './insight.fixture';
import { InsightFigures } from './insight-figures.service';
import { InsightRepository, SpaceZoneRepository } from './insight.repository';

let service: TestService;
let figures: InsightFigures;

beforeAll(async () => {
  service = await startTestService(search);
  figures = service.running.app.get(InsightFigures);
  shortenPauses(service.running);
  await service.publish(events.spaceCreated, { data: spaceFacts({ timeZone: 'Asia/Tokyo' }) });
  for (const staffId of ['s1', 's2']) {
    await service.publish(events.staffAdded, {
      data: staffFacts({ staffId, displayName: staffId, deactivated: staffId === 's2' }),
    });
  }
  for (const memberId of ['m1', 'm2', 'm3']) {
    await service.publish(events.memberAdded, {
      data: memberFacts({ memberId, familyName: memberId, firstName: '' }),
    });
  }
});
afterAll(() => service?.stop());

async function ask(query: string): Promise<Insights> {
  return (await service.asStaff().get(`/insights?${query}`).expect(200)).body as Insights;
}
const week = 'from=2026-06-01&to=2026-06-07';

describe('getInsights', () => {
  it.each(['day', 'week', 'month'])('answers for the ends of the calendar, by %s', async (unit) => {
    for (const day of ['1000-01-01', '9999-12-31']) {
      const range = `from=${day}&to=${day}&unit=${unit}`;
      expect((await ask(range)).posts.byDay).toEqual([0]);
      await service.asStaff().get(`/insights/csv?${range}`).expect(200);
    }
    const refused = await service.asStaff().get('/insights?from=0999-12-31&to=1000-01-01');
    expect(refused.status).toBe(400);
  });

  it('counts posts by the day of the talk where the space is, and follows changes', async () => {
    await service.publish(events.postCreated, {
      data: post('a', '2026-06-01T15:30:00.000Z', {
        labelIds: ['l1', 'l2'],
        memberIds: ['m1', 'm2', 'm3'],
        issue: {
          openedAt: '2026-06-01T15:30:00.000Z',
          closedAt: '2026-06-03T00:00:00.000Z',
          solvedBy: null,
        },
      }),
    });
    await service.publish(events.postCreated, {
      data: post('b', '2026-06-02T01:00:00.000Z', { memberIds: ['m2', 'm1'], ownerId: 's2' }),
    });
    await service.publish(events.postCreated, {
      data: post('c', '2026-06-06T01:00:00.000Z', { labelIds: ['l1'] }),
    });
    await service.publish(events.commentCreated, {
      aggregate: { type: 'comment', id: 'd' },
      data: {
        ...post('c', '2026-06-06T01:00:00.000Z', { labelIds: ['l1'] }),
        commentId: 'd',
        postOwnerId: 's1',
      } as DataOf<typeof events.commentCreated>,
    });
    const found = await eventually(async () => {
      const insights = await ask(week);
      const days = [0, 2, 0, 0, 0, 1, 0];
      expect(insights.posts).toEqual({ total: 3, byPeriod: days, byDay: days });
      // A post with two labels is one issue.
      // Solved within two days, after 32 hours and a half.
      expect(insights.issues).toEqual({
        ...{ opened: 1, solved: 1, openBefore: 0, open: 0 },
        openByPeriod: [0, 1, 0, 0, 0, 0, 0],
        medianSecondsToSolution: 32.5 * 3_600,
        medianSecondsByPeriod: [null, null, 32.5 * 3_600, null, null, null, null],
      });
      expect(insights.talkedWith).toEqual({
        ...{ members: 3, total: 3, byPeriod: [0, 3, 0, 0, 0, 0, 0] },
      });
      expect(insights.memberTypes).toEqual([{ typeId: null, members: 3, talkedWith: 3, talks: 5 }]);
      expect(insights.labels.find(({ labelId }) => labelId === 'l2')?.issuesSolved).toBe(1);
      return insights;
    });
    expect(found.periods[1]).toBe('2026-06-02');
    expect(found.labels.find(({ labelId }) => labelId === 'l1')).toEqual({
      labelId: 'l1',
      total: 2,
      byPeriod: [0, 1, 0, 0, 0, 1, 0],
      issuesOpened: 1,
      issuesSolved: 1,
    });
    expect(found.unlabelled.total).toBe(1);
    expect(found.staffs.map(({ staff, total }) => [staff.id, total])).toEqual([['s1', 2]]);
    const all = await ask(`${week}&deactivated=true`);
    expect(all.staffs.map(({ staff, total }) => [staff.id, total])).toEqual([
      ['s1', 2],
      ['s2', 1],
    ]);
    expect(found.members.map(({ member, total }) => [member.familyName, total])).toEqual([
      ['m1', 2],
      ['m2', 2],
      ['m3', 1],
    ]);
    expect(found.connections.edges[0]).toEqual({
      ...{ between: ['m1', 'm2'], total: 2 },
      labels: ['l1', 'l2'].map((labelId) => ({ labelId, total: 1 })),
    });
    expect(found.connections.edges).toHaveLength(3);

    await service.publish(events.postUpdated, {
      version: 2,
      data: post('b', '2026-06-05T01:00:00.000Z', { memberIds: [], ownerId: 's1' }),
    });
    await service.publish(events.postDeleted, {
      version: 2,
      data: { postId: 'c', commentId: null },
    });
    await eventually(async () => {
      expect((await ask(week)).posts.byPeriod).toEqual([0, 1, 0, 0, 1, 0, 0]);
    });
    const weeks = await ask('from=2026-05-28&to=2026-06-09&unit=week');
    expect(weeks.periods).toEqual(['2026-05-25', '2026-06-01', '2026-06-08']);
    expect(weeks.posts.byPeriod).toEqual([0, 2, 0]);
    expect(weeks.posts.byDay).toEqual([0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0]);
  });

  it('opens exactly the posts that each figure counts (INS-5)', async () => {
    const at = (day: number) => `2026-07-${String(day).padStart(2, '0')}T03:00:00.000Z`;
    const issue = { openedAt: at(3), closedAt: at(5), solvedBy: null };
    for (const facts of [
      post('e1', at(2), { labelIds: ['l1'], memberIds: ['m1', 'm2'], issue }),
      post('e2', at(2), { memberIds: ['m2'], ownerId: 's2' }),
      post('e3', at(4), { labelIds: ['l1', 'l3'], memberIds: ['m1', 'm2', 'm3'] }),
      post('e4', at(6), { labelIds: ['l3'], issue: { ...issue, closedAt: null } }),
    ]) {
      await service.publish(events.postCreated, { data: facts });
    }
    const july = 'from=2026-07-01&to=2026-07-07&deactivated=true';
    const found = await eventually(async () => {
      const insights = await ask(july);
      expect(insights.posts.total).toBe(4);
      expect(insights.issues).toMatchObject({ opened: 2, solved: 1, openBefore: 0, open: 1 });
      expect(insights.connections.edges).toHaveLength(3);
      return insights;
    });
    const range = { from: '2026-06-30T15:00:00.000Z', to: '2026-07-07T15:00:00.000Z' };
    const hits = async (filter: Record<string, string>) => {
      const query = { kind: 'post', ...range, ...filter };
      const { body } = await service.asStaff().get('/search/posts').query(query).expect(200);
      return body.total as number;
    };
    expect(await hits({})).toBe(found.posts.total);
    expect(await hits({ labelId: 'none' })).toBe(found.unlabelled.total);
    expect(await hits({ issue: 'opened' })).toBe(found.issues.opened);
    expect(await hits({ issue: 'solved' })).toBe(found.issues.solved);
    for (const row of found.labels) {
      expect([row.labelId, await hits({ labelId: row.labelId })]).toEqual([row.labelId, row.total]);
      expect(await hits({ labelId: row.labelId, issue: 'opened' })).toBe(row.issuesOpened);
      expect(await hits({ labelId: row.labelId, issue: 'solved' })).toBe(row.issuesSolved);
    }
    for (const { staff, total } of found.staffs)
      expect(await hits({ staffId: staff.id })).toBe(total);
    for (const { member, total } of found.members) {
      expect(await hits({ memberId: member.id })).toBe(total);
    }
    for (const { between, total } of found.connections.edges) {
      const [memberId, otherMemberId] = between;
      expect(await hits({ memberId, otherMemberId })).toBe(total);
    }
    for (const [day, count] of found.posts.byDay.entries()) {
      const from = new Date(Date.parse(range.from) + day * 86_400_000);
      const to = new Date(from.getTime() + 86_400_000);
      expect(await hits({ from: from.toISOString(), to: to.toISOString() })).toBe(count);
    }
    // The CSV has the same figures with the same filter.
    const { text } = await service.asStaff().get(`/insights/csv?${july}`).expect(200);
    await service.events.receiveSuch(
      events.searchAudited,
      ({ data }) => data.action === 'search.insights.exported',
    );
    const rows = text
      .replace('\ufeff', '')
      .trim()
      .split('\r\n')
      .map((line) => line.split(','));
    const sumOf = (heading: string) => {
      const column = rows[0]!.indexOf(heading);
      return rows.slice(1).reduce((sum, row) => sum + Number(row[column]), 0);
    };
    expect(sumOf('投稿 / Posts')).toBe(4);
    expect(sumOf('課題 / Issues')).toBe(2);
    expect(sumOf('解決 / Solved')).toBe(1);
    expect(sumOf('ラベルなし / Without a label')).toBe(1);
    expect(sumOf('ラベル / Label: l1')).toBe(2);
    expect(sumOf('スタッフ / Staff: s2')).toBe(1);
    expect(sumOf('会員 / Member: m2')).toBe(3);
    expect(sumOf('つながり / Connection: m1 × m2')).toBe(2);
  });

  it('counts who turned out to be another as that one, until it is undone', async () => {
    const august = 'from=2026-08-01&to=2026-08-02';
    const at = '2026-08-01T03:00:00.000Z';
    await service.publish(events.postCreated, {
      data: post('f1', at, { memberIds: ['m1', 'm3'] }),
    });
    await service.publish(events.postCreated, {
      data: post('f2', at, { memberIds: ['m2', 'm3'] }),
    });
    const membersOf = async () =>
      (await ask(august)).members.map(({ member, total }) => [member.id, total]);
    const apart = [
      ['m3', 2],
      ['m1', 1],
      ['m2', 1],
    ];
    await eventually(async () => expect(await membersOf()).toEqual(apart));
    const merge = (version: number, mergedInto: string | null) =>
      service.publish(events.memberUpdated, {
        version,
        data: memberFacts({ memberId: 'm2', familyName: 'm2', firstName: '', mergedInto }),
      });
    await merge(2, 'm1');
    await eventually(async () => {
      expect(await membersOf()).toEqual([
        ['m1', 2],
        ['m3', 2],
      ]);
      const { edges } = (await ask(august)).connections;
      expect(edges).toEqual([{ between: ['m1', 'm3'], total: 2, labels: [] }]);
    });
    await merge(3, null);
    await eventually(async () => expect(await membersOf()).toEqual(apart));
  });

  it('counts unresolved issues at the end of each period, also of a range in the past', async () => {
    const space = 'space-issues';
    const at = (day: number) => `2026-04-${String(day).padStart(2, '0')}T03:00:00.000Z`;
    await service.publish(events.spaceCreated, { space, data: spaceFacts({ spaceId: space }) });
    const issues: [string, number, number | null][] = [
      ['i1', 1, 4],
      ['i2', 2, null],
      ['i3', 3, 3],
      ['i4', 6, 9],
      // Solved by an earlier talk: never unresolved.
      ['i5', 8, 5],
    ];
    for (const [postId, opened, closed] of issues) {
      const closedAt = closed === null ? null : at(closed);
      const issue = { openedAt: at(opened), closedAt, solvedBy: null };
      await service.publish(events.postCreated, {
        ...{ space, data: post(postId, at(opened), { labelIds: ['l1'], issue }) },
      });
    }
    const read = async (range: string) => {
      const { body } = await service.asStaff({ space }).get(`/insights?${range}`).expect(200);
      return (body as Insights).issues;
    };
    await eventually(async () => {
      expect(await read('from=2026-04-02&to=2026-04-10')).toEqual({
        ...{ opened: 4, solved: 4, openBefore: 1, open: 1 },
        openByPeriod: [2, 2, 1, 1, 2, 2, 2, 1, 1],
        // 0, 0, 3 and 3 days.
        medianSecondsToSolution: 1.5 * 86_400,
        medianSecondsByPeriod: [
          ...[null, 0, 3 * 86_400, 0, null, null, null],
          ...[3 * 86_400, null],
        ],
      });
    });
    expect(await read('from=2026-04-01&to=2026-04-03')).toMatchObject({ openBefore: 0, open: 2 });
    const weeks = await read('from=2026-04-01&to=2026-04-10&unit=week');
    expect(weeks.openByPeriod).toEqual([1, 1]);
    const { text } = await service
      .asStaff({ space })
      .get('/insights/csv?from=2026-04-01&to=2026-04-10&unit=week')
      .expect(200);
    const [heads, first] = text.replace('\ufeff', '').split('\r\n');
    const cell = (head: RegExp) =>
      first!.split(',')[heads!.split(',').findIndex((one) => head.test(one))];
    expect(cell(/Unresolved/)).toBe('1');
    expect(cell(/Median days/)).toBe('0.00');
    expect(cell(/Members talked with/)).toBe('0');
  });

  it('counts members of today by their type, without those who resigned', async () => {
    const space = 'space-types';
    const september = 'from=2026-09-01&to=2026-09-02';
    const tell = (memberId: string, version: number, more: Parameters<typeof memberFacts>[0]) =>
      service.publish(version === 1 ? events.memberAdded : events.memberUpdated, {
        ...{ space, version, data: memberFacts({ memberId, familyName: memberId, ...more }) },
      });
    await tell('t1', 1, { typeId: 'office' });
    await tell('t2', 1, { typeId: 'office' });
    await tell('t3', 1, { typeId: null });
    await tell('t4', 1, { typeId: 'office' });
    for (const [postId, memberIds] of [
      ['g1', ['t1', 't2', 't4']],
      ['g2', ['t1']],
    ] as const) {
      await service.publish(events.postCreated, {
        ...{ space, data: post(postId, '2026-09-01T03:00:00.000Z', { memberIds: [...memberIds] }) },
      });
    }
    const read = async () => {
      const { body } = await service.asStaff({ space }).get(`/insights?${september}`).expect(200);
      const { talkedWith, memberTypes } = body as Insights;
      return { talkedWith, memberTypes };
    };
    await tell('t4', 2, { typeId: 'office', deleted: true });
    await eventually(async () => {
      expect(await read()).toEqual({
        talkedWith: { members: 3, total: 2, byPeriod: [2, 0] },
        memberTypes: [
          { typeId: 'office', members: 2, talkedWith: 2, talks: 3 },
          { typeId: null, members: 1, talkedWith: 0, talks: 0 },
        ],
      });
    });
    await tell('t1', 2, { typeId: null });
    await eventually(async () => {
      expect((await read()).memberTypes).toEqual([
        { typeId: null, members: 2, talkedWith: 1, talks: 2 },
        { typeId: 'office', members: 1, talkedWith: 1, talks: 1 },
      ]);
    });
    // Those who were talked with are few of all: they are looked up by id.
    for (let n = 1; n <= 12; n += 1) await tell(`u${n}`, 1, { typeId: null });
    await eventually(async () => {
      expect(await read()).toEqual({
        talkedWith: { members: 15, total: 2, byPeriod: [2, 0] },
        memberTypes: [
          { typeId: null, members: 14, talkedWith: 1, talks: 2 },
          { typeId: 'office', members: 1, talkedWith: 1, talks: 1 },
        ],
      });
    });
  });

  it('reads what it needs through indexes', async () => {
    const days = service.running.app.get(InsightRepository);
    const health = service.running.app.get(MemberHealthRepository);
    for (const query of [
      days.openChangeQuery('space-a', '2026-01-01'),
      days.countQuery('space-a', '2026-06-01', '2026-06-30'),
      health.typeQuery('space-a', ['m1', 'm2']),
      health.allTypesQuery('space-a'),
    ]) {
      const plan = await explainOf(query);
      expect(plan.stages).not.toContain('COLLSCAN');
      expect(plan.docsExamined).toBe(plan.returned);
      expect(plan.returned).toBeGreaterThan(0);
    }
  });

  it('gives a row for each period as CSV', async () => {
    const { text } = await service.asStaff().get(`/insights/csv?${week}`).expect(200);
    const lines = text.replace('\ufeff', '').trim().split('\r\n');
    expect(lines).toHaveLength(8);
    expect(lines[2]!.startsWith('2026-06-02,1,')).toBe(true);
  });

  it('recounts days that an earlier revision counted', async () => {
    const repository = service.running.app.get(InsightRepository);
    const model = repository['store'].model;
    await model
      .updateOne(
        { space: 'space-a', id: '2026-07-03' } as never,
        {
          $set: { openedPosts: 9 },
          $unset: { revision: 1 },
          $inc: { version: 1 },
        } as never,
      )
      .exec();
    expect((await ask('from=2026-07-03&to=2026-07-03')).issues.opened).toBe(9);
    await repository.markOutdated();
    figures.wake();
    await eventually(async () =>
      expect((await ask('from=2026-07-03&to=2026-07-03')).issues.opened).toBe(2),
    );
  });

  it('keeps what was counted while a day went on, and counts it again', async () => {
    const repository = service.running.app.get(InsightRepository);
    const postsOf = async () => (await ask('from=2026-06-02&to=2026-06-02')).posts.total;
    const day = await repository.findById('space-a', '2026-06-02');
    const readAt = new Date();
    const right = await postsOf();
    await repository.markStale('space-a', '2026-06-02');
    await repository.storeFigures(day!, { posts: right + 70 }, readAt);
    figures.wake();
    await eventually(async () => expect(await postsOf()).toBe(right));
    // Counted from an older state than the one stored.
    await repository.storeFigures(day!, { posts: right + 70 }, readAt);
    expect(await postsOf()).toBe(right);
  });

  it('reads days again only if they were counted again', async () => {
    const days = service.running.app.get(InsightRepository);
    const zones = service.running.app.get(SpaceZoneRepository);
    const june = 'from=2026-06-01&to=2026-06-30';
    // Days that posts of the tests above still mark would be counted once more, with their neighbours
    // where the time zone was stored at most 12 s before.
    figures.distrustMarks();
    await days['store'].model
      .updateMany({ space: 'space-a' } as never, { $unset: { staleUntil: 1 } } as never)
      .exec();
    await zones['store'].model
      .updateOne(
        { space: 'space-a', id: 'space-a' } as never,
        { $set: { updatedAt: new Date(Date.now() - 60_000) } } as never,
      )
      .exec();
    figures.wake();
    await eventually(async () => {
      const stale = await days.findStale(1_000);
      expect(stale.filter(({ space }) => space === 'space-a')).toEqual([]);
    });
    const counted = await ask(june);
    // Months are stored when their days were counted some time ago.
    await days['store'].model
      .updateMany(
        { space: 'space-a', id: { $gte: '2026-06-01', $lte: '2026-06-30' } } as never,
        { $set: { countedAt: new Date(Date.now() - 3_600_000) } } as never,
      )
      .exec();
    const reading = jest.spyOn(days, 'findByIds');
    expect(await ask(june)).toEqual(counted);
    expect(reading).toHaveBeenCalled();
    reading.mockClear();
    expect(await ask(june)).toEqual(counted);
    expect((await ask('from=2026-05-20&to=2026-06-02')).posts.total).toBe(counted.posts.byDay[1]);
    expect(reading).not.toHaveBeenCalled();
    await service.publish(events.postCreated, {
      data: post('g', '2026-06-15T01:00:00.000Z', { memberIds: ['m1', 'm2'] }),
    });
    await eventually(async () => {
      const { posts, connections } = await ask(june);
      expect(posts.total).toBe(counted.posts.total + 1);
      expect(connections.edges[0]).toMatchObject({ between: ['m1', 'm2'], total: 2 });
    });
    expect([...new Set(reading.mock.calls.flatMap(([, ids]) => ids))]).toEqual(['2026-06-15']);
    reading.mockRestore();
  });

  it.each(['', 'from=2026-06-07&to=2026-06-01', 'from=2000-01-01&to=2026-01-01', 'from=x&to=y'])(
    'refuses %p',
    async (query) => {
      await service.asStaff().get(`/insights?${query}`).expect(400);
    },
  );
});
