import { events, type Today } from '@engawa/contracts';
import { newMirror } from '@engawa/mirror';
import {
  answerAs,
  memberFacts,
  spaceFacts,
  staffFacts,
  startTestService,
  type TestCaller,
  type TestService,
} from '@engawa/testing';
import { notifications } from '../index';
import { commentFacts, postFacts, taskFacts } from '../notification/notification.fixture';

export type PostFacts = ReturnType<typeof postFacts>;

/** Answers of the owners for unknown entities. */
export interface Earlier {
  posts: PostFacts[];
  tasks: ReturnType<typeof taskFacts>[];
  reachOut: unknown;
  matches: unknown;
}

/** The service with the owners that it asks. */
export class TodayTest {
  private others: { close(): Promise<void> }[] = [];
  private earlier!: Earlier;
  private count = 0;

  private constructor(readonly service: TestService) {}

  static async start(): Promise<TodayTest> {
    const service = await startTestService(notifications);
    const test = new TodayTest(service);
    test.others = await Promise.all([
      answerAs(service, 'tasks', {
        'tasks.findOpenTasks': ({ staffId }: { staffId: string }) => ({
          items: test.earlier.tasks
            .filter(({ mirror }) => mirror.assignUserId.value === staffId)
            .map((facts) => ({ version: 1, facts })),
        }),
      }),
      answerAs(service, 'search', {
        'search.findReachOut': () => test.earlier.reachOut,
        'search.findMatches': () => test.earlier.matches,
      }),
      answerAs(service, 'timeline', {
        'timeline.findTaskSources': ({ ids }: { ids: string[] }) => ({
          items: test.earlier.posts
            .filter(({ postId }) => ids.includes(postId))
            .map((facts) => ({ id: facts.postId, version: 1, deleted: false, facts })),
          next: null,
        }),
      }),
      answerAs(service, 'identity', { 'identity.findStaffs': () => [] }),
      answerAs(service, 'members', { 'members.findMembers': () => [] }),
    ]);
    return test;
  }

  /** A space of its own for a test, with the answers that it may change. */
  async newSpace(): Promise<{ space: string; earlier: Earlier }> {
    this.count += 1;
    const space = `today-${this.count}`;
    this.earlier = {
      ...{ posts: [], tasks: [] },
      reachOut: { version: 1, candidates: [] },
      matches: { version: 1, matches: [] },
    };
    await this.service.publish(events.spaceCreated, {
      space,
      data: spaceFacts({ spaceId: space, timeZone: 'Asia/Tokyo' }),
    });
    await this.service.publish(events.staffAdded, {
      space,
      data: staffFacts({ staffId: 'writer', displayName: '書田 文' }),
    });
    for (const memberId of ['sato', 'aoki']) {
      await this.service.publish(events.memberAdded, {
        space,
        aggregate: { type: 'member', id: memberId },
        data: memberFacts({ memberId }),
      });
    }
    return { space, earlier: this.earlier };
  }

  async stop(): Promise<void> {
    await Promise.all(this.others.map((other) => other.close()));
    await this.service.stop();
  }
}

/** What tests publish in their space, and read there. */
export function todayCalls(at: () => { service: TestService; space: string }) {
  const reader = (staffId = 'reader') => at().service.asStaff({ staffId, space: at().space });
  const todayOf = async (staff: TestCaller, query = ''): Promise<Today> =>
    (await staff.get(`/today${query}`).expect(200)).body;

  const publishPost = (facts: PostFacts, version = 1) =>
    at().service.publish(version === 1 ? events.postCreated : events.postUpdated, {
      space: at().space,
      actor: facts.ownerId,
      version,
      aggregate: { type: 'post', id: facts.postId },
      data: facts,
    });
  const publishComment = (facts: ReturnType<typeof commentFacts>) =>
    at().service.publish(events.commentCreated, {
      space: at().space,
      actor: facts.ownerId,
      aggregate: { type: 'comment', id: facts.commentId },
      data: facts,
    });
  const dueTask = (dueAt: string | null, more: Parameters<typeof taskFacts>[0] = {}) => {
    const facts = taskFacts(more);
    return {
      ...facts,
      mirror: newMirror(
        {
          present: true,
          status: facts.mirror.status.value,
          assignUserId: 'reader',
          labelIds: [],
          dueAt,
        },
        'timeline',
      ),
    };
  };
  const publishTask = (
    facts: ReturnType<typeof taskFacts>,
    name: 'taskCreated' | 'taskUpdated' | 'taskDeleted' = 'taskCreated',
    version = 1,
  ) =>
    at().service.publish(events[name], {
      space: at().space,
      actor: 'writer',
      version,
      aggregate: { type: 'task', id: facts.taskId },
      data: facts,
    });

  return { reader, todayOf, publishPost, publishComment, dueTask, publishTask };
}
