import { events, type DataOf, type Insights } from '@engawa/contracts';
import {
  eventually,
  memberFacts,
  spaceFacts,
  staffFacts,
  startTestService,
  type TestService,
} from '@engawa/testing';
import { search } from '../index';

let service: TestService;

beforeAll(async () => {
  service = await startTestService(search);
  await service.publish(events.spaceCreated, { data: spaceFacts({ timeZone: 'Asia/Tokyo' }) });
  for (const staffId of ['s1', 's2']) {
    await service.publish(events.staffAdded, {
      data: staffFacts({ staffId, displayName: staffId, deactivated: staffId === 's2' }),
    });
  }
  for (const memberId of ['m1', 'm2', 'm3']) {
    await service.publish(events.memberAdded, {
      data: memberFacts({ memberId, familyName: memberId }),
    });
  }
}, 60_000);
afterAll(() => service?.stop());

type PostFacts = DataOf<typeof events.postCreated>;
function post(postId: string, talkedAt: string, more: Partial<PostFacts> = {}): PostFacts {
  return {
    postId,
    commentId: null,
    ownerId: 's1',
    memo: 'x',
    memberIds: [],
    mentions: [],
    labelIds: [],
    attachmentTitles: [],
    talkedAt,
    createdAt: talkedAt,
    mirror: null,
    ...more,
  };
}
async function ask(query: string): Promise<Insights> {
  return (await service.asStaff().get(`/insights?${query}`).expect(200)).body as Insights;
}
const week = 'from=2026-06-01&to=2026-06-07';

describe('getInsights', () => {
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
      expect(insights.posts).toEqual({ total: 3, byPeriod: [0, 2, 0, 0, 0, 1, 0] });
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
    expect(found.connections.edges[0]).toEqual({ between: ['m1', 'm2'], total: 2 });
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
  });

  it('opens exactly the posts that it counts', async () => {
    const [from, to] = ['2026-06-01T15:00:00.000Z', '2026-06-02T15:00:00.000Z'];
    const { body } = await service
      .asStaff()
      .get('/search/posts')
      .query({ kind: 'post', labelId: 'l1', from, to })
      .expect(200);
    expect(body.posts.map(({ id }: { id: string }) => id)).toEqual(['a']);
  });

  it('gives the figures as CSV', async () => {
    const { text } = await service.asStaff().get(`/insights/csv?${week}`).expect(200);
    const lines = text.replace('\ufeff', '').trim().split('\r\n');
    expect(lines).toHaveLength(8);
    expect(lines[2]!.startsWith('2026-06-02,1,')).toBe(true);
  });

  it.each(['', 'from=2026-06-07&to=2026-06-01', 'from=2000-01-01&to=2026-01-01', 'from=x&to=y'])(
    'refuses %p',
    async (query) => {
      await service.asStaff().get(`/insights?${query}`).expect(400);
    },
  );
});
