import { events, type DataOf, type MemberBrief } from '@engawa/contracts';
import { newMirror } from '@engawa/mirror';
import { explainOf } from '@engawa/persistence';
import {
  eventually,
  memberFacts,
  staffFacts,
  startTestService,
  type TestService,
} from '@engawa/testing';
import { EntryRepository } from '../entry/entry.repository';
import { search } from '../index';

let service: TestService;
type PostFacts = DataOf<typeof events.postCreated>;

beforeAll(async () => {
  service = await startTestService(search);
});
afterAll(() => service?.stop());

const day = (n: number) => new Date(Date.UTC(2026, 2, n)).toISOString();
function facts(postId: string, more: Partial<PostFacts>): PostFacts {
  return {
    postId,
    commentId: null,
    ownerId: 'keiko',
    memo: `${postId}の話`,
    memberIds: ['sato'],
    mentions: [],
    labelIds: [],
    attachmentTitles: [],
    talkedAt: day(1),
    createdAt: day(1),
    mirror: null,
    ...more,
  };
}
const task = (status: 'waiting' | 'done') =>
  newMirror(
    {
      present: true,
      status: { status, statusUpdatedAt: day(1) },
      assignUserId: null,
      labelIds: [],
      dueAt: null,
    },
    'timeline',
  );

describe('getMemberBrief', () => {
  it('answers all parts of the brief at once', async () => {
    const staff = (staffId: string, displayName: string, deactivated = false) =>
      service.publish(events.staffAdded, {
        data: staffFacts({ staffId, displayName, deactivated }),
      });
    const member = (memberId: string, familyName: string, mergedInto: string | null = null) =>
      service.publish(events.memberAdded, {
        aggregate: { type: 'member', id: memberId },
        data: memberFacts({ memberId, familyName, mergedInto }),
      });
    await Promise.all([
      staff('keiko', '恵子'),
      staff('taro', '太郎'),
      staff('gone', '元担当', true),
      member('sato', '佐藤'),
      member('sato-2', '佐藤', 'sato'),
      member('suzuki', '鈴木'),
    ]);
    const write = (data: PostFacts) => service.publish(events.postCreated, { data });
    await Promise.all([
      write(facts('p1', { talkedAt: day(1), memberIds: ['sato', 'suzuki'] })),
      write(facts('p2', { talkedAt: day(2), memberIds: ['sato-2', 'suzuki'] })),
      write(facts('p3', { talkedAt: day(3), ownerId: 'taro', mirror: task('waiting') })),
      write(facts('p4', { talkedAt: day(4), ownerId: 'gone', mirror: task('done') })),
      write(
        facts('p5', {
          talkedAt: day(5),
          issue: { openedAt: day(5), closedAt: null, solvedBy: null },
        }),
      ),
      write(facts('p6', { talkedAt: day(6), memberIds: ['suzuki'] })),
      service.publish(events.commentCreated, {
        data: {
          ...facts('p5', { memberIds: [], mirror: task('waiting'), talkedAt: day(6) }),
          commentId: 'c1',
          postOwnerId: 'keiko',
          memo: '調べておく',
        },
      }),
    ]);
    await eventually(async () => {
      const { body } = await service.asStaff().get('/insights/members/sato').expect(200);
      const brief = body as MemberBrief;
      expect(brief).toMatchObject({ posts: 5, postsAreAll: true, lastTalkedAt: day(5) });
      expect(brief.recent.map(({ excerpt }) => excerpt)).toEqual(['p5の話', 'p4の話', 'p3の話']);
      expect([brief.openIssues, brief.issues.map(({ postId }) => postId)]).toEqual([1, ['p5']]);
      expect(
        brief.tasks.map(({ postId, commentId, status }) => [postId, commentId, status]),
      ).toEqual([
        ['p5', 'c1', 'waiting'],
        ['p3', null, 'waiting'],
      ]);
      expect(brief.taskIds).toEqual(['c1', 'p3']);
      expect(brief.staffs.map((one) => [one.staff.displayName, one.posts])).toEqual([
        ['恵子', 3],
        ['太郎', 1],
      ]);
      expect(brief.connections.map((one) => [one.member.familyName, one.posts])).toEqual([
        ['鈴木', 2],
      ]);
    });
  });

  it('names colleagues as who knows the member best, no integration and not god', async () => {
    const memberId = 'kato';
    const staff = (staffId: string, more: object) =>
      service.publish(events.staffAdded, {
        aggregate: { type: 'staff', id: staffId },
        data: staffFacts({ staffId, displayName: staffId, ...more }),
      });
    await Promise.all([
      staff('colleague', {}),
      staff('door-system', { integration: true }),
      staff('operator', { god: true }),
      service.publish(events.memberAdded, {
        aggregate: { type: 'member', id: memberId },
        data: memberFacts({ memberId, familyName: '加藤' }),
      }),
    ]);
    const owners = ['door-system', 'door-system', 'door-system', 'operator', 'operator'];
    await Promise.all(
      [...owners, 'colleague'].map((ownerId, at) =>
        service.publish(events.postCreated, {
          data: facts(`known-${at}`, { ownerId, memberIds: [memberId] }),
        }),
      ),
    );
    await eventually(async () => {
      const { body } = await service.asStaff().get(`/insights/members/${memberId}`).expect(200);
      const brief = body as MemberBrief;
      expect(brief.posts).toBe(6);
      expect(brief.recent).toHaveLength(3);
      expect(brief.staffs.map((one) => [one.staff.id, one.posts])).toEqual([['colleague', 1]]);
    });
  });

  it('is of a member of the own space', async () => {
    await service.asStaff({ space: 'space-b' }).get('/insights/members/sato').expect(404);
    const { body } = await service.asStaff().get('/insights/members/nobody').expect(404);
    expect(body.code).toBe('search.member.not-found');
    await service.anonymous().get('/insights/members/sato').expect(401);
  });

  it('reads from indexes', async () => {
    const entries = service.running.app.get(EntryRepository);
    const query = entries.hitQuery('space-a', { memberIds: ['sato'] }, { skip: 0, limit: 1_001 });
    const plan = await explainOf(query);
    expect(plan.stages).toContain('IXSCAN');
    expect(plan.stages).not.toContain('SORT');
  });
});
