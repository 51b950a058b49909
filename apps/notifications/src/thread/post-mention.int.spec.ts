import { events, type Notification } from '@engawa/contracts';
import { Directory } from '@engawa/directory';
import {
  answerAs,
  eventually,
  staffFacts,
  startTestService,
  type TestService,
  throughout,
} from '@engawa/testing';
import { notifications } from '../index';
import { commentFacts, postFacts } from '../notification/notification.fixture';
import { ThreadRepository } from './thread.repository';

describe('mentions in posts (TML-2)', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService(notifications);
  });
  afterAll(() => service?.stop());

  const listed = async (staffId: string): Promise<Notification[]> =>
    (await service.asStaff({ staffId }).get('/notifications').expect(200)).body.items;
  const received = (staffId: string, count = 1) =>
    eventually(async () => {
      const found = await listed(staffId);
      expect(found).toHaveLength(count);
      return found;
    });
  const publish = (post: ReturnType<typeof postFacts>, version: number, actor = 'writer') =>
    service.publish(version === 1 ? events.postCreated : events.postUpdated, {
      version,
      actor,
      aggregate: { type: 'post', id: post.postId },
      data: post,
    });

  it('notify each mentioned staff member once, and never who wrote it', async () => {
    const post = postFacts({ memo: '@鈴木 鍵をお願いします', mentions: ['suzuki', 'writer'] });
    await publish(post, 1);
    const [told] = await received('suzuki');
    expect(told).toMatchObject({
      ...{ kind: 'mention', postId: post.postId, commentId: null, read: false },
      ...{ excerpt: '@鈴木 鍵をお願いします', actor: { id: 'writer' } },
    });
    expect(await listed('writer')).toEqual([]);
  });

  it('notify of an edit only whom it newly mentions, also when a name comes back', async () => {
    const post = postFacts({ mentions: ['early'] });
    await publish(post, 1);
    await received('early');
    await publish({ ...post, mentions: ['early', 'late'] }, 2, 'moderator');
    const [told] = await received('late');
    expect(told).toMatchObject({ kind: 'mention', actor: { id: 'moderator' } });
    await publish({ ...post, mentions: [] }, 3);
    await publish({ ...post, mentions: ['early', 'last'] }, 4);
    await received('last');
    await throughout(async () => expect(await listed('early')).toHaveLength(1));
  });

  it('are one notification with a must-read of the same event', async () => {
    await service.publish(events.staffAdded, {
      aggregate: { type: 'staff', id: 'both' },
      data: staffFacts({ staffId: 'both' }),
    });
    await eventually(async () => {
      const directory = service.running.app.get(Directory);
      expect(await directory.listStaffs('space-a')).toHaveLength(1);
    });
    const post = postFacts({ mentions: ['both'], mustRead: { confirmedBy: [] } });
    await publish(post, 1);
    const [told] = await received('both');
    expect(told!.kind).toBe('mustRead');
    await throughout(async () => expect(await listed('both')).toHaveLength(1));
  });

  it('notify also when a comment came before its post, which it changed', async () => {
    const post = postFacts({ mentions: ['waiting'] });
    const item = { id: post.postId, version: 2, deleted: false, facts: post };
    let asked = 0;
    const timeline = await answerAs(service, 'timeline', {
      'timeline.findTaskSources': () => {
        asked += 1;
        // The event is applied again until the timeline answers, however often it does not.
        if (asked < 4) throw new Error('the database is away');
        return { items: [item], next: null };
      },
    });
    try {
      const comment = commentFacts({ postId: post.postId });
      await service.publish(events.commentCreated, {
        actor: comment.ownerId,
        aggregate: { type: 'comment', id: comment.commentId },
        data: comment,
      });
      const threads = service.running.app.get(ThreadRepository);
      await eventually(async () =>
        expect(await threads.findById('space-a', post.postId)).toMatchObject({ version: 2 }),
      );
      await publish(post, 1);
      expect((await received('waiting'))[0]!.kind).toBe('mention');
      await publish({ ...post, mentions: ['waiting', 'later'] }, 2);
      await received('later');
      expect(await listed('waiting')).toHaveLength(1);
    } finally {
      await timeline.close();
    }
  });

  it('do not notify of imported posts, and vanish with a deleted one', async () => {
    await publish(postFacts({ mentions: ['import'], imported: true }), 1);
    const post = postFacts({ mentions: ['import'] });
    await publish(post, 1);
    expect((await received('import'))[0]!.postId).toBe(post.postId);
    await service.publish(events.postDeleted, {
      version: 2,
      aggregate: { type: 'post', id: post.postId },
      data: { postId: post.postId, commentId: null },
    });
    await received('import', 0);
  });
});
