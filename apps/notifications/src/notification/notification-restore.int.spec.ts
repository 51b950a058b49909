import { events, type Notification } from '@engawa/contracts';
import type { NewDocument } from '@engawa/persistence';
import { eventually, throughout, type TestService } from '@engawa/testing';
import { ActivityRepository } from '../activity/activity.repository';
import { ThreadRepository } from '../thread/thread.repository';
import { commentFacts, postFacts, reactionFacts, startNotifications } from './notification.fixture';

import { NotificationRepository } from './notification.repository';
import type { NotificationDocument } from './notification.schema';

describe('notifications about what was deleted', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startNotifications();
  });
  afterAll(() => service?.stop());

  const listed = async (staffId: string): Promise<Notification[]> =>
    (await service.asStaff({ staffId }).get('/notifications').expect(200)).body.items;
  const commentsOf = async (staffId: string) =>
    (await listed(staffId)).map(({ commentId }) => commentId).sort();

  const publish = (
    name: 'commentCreated' | 'commentUpdated' | 'commentDeleted',
    facts: ReturnType<typeof commentFacts>,
    version: number,
  ) =>
    service.publish(events[name], {
      version,
      actor: facts.ownerId,
      aggregate: { type: 'comment', id: facts.commentId },
      data: facts,
    });

  it('return when the deletion of a comment is undone, once and as they were', async () => {
    const facts = commentFacts({ postOwnerId: 'one', mentions: ['two'] });
    await publish('commentCreated', facts, 1);
    await eventually(async () => expect(await listed('one')).toHaveLength(1));
    await eventually(async () => expect(await listed('two')).toHaveLength(1));
    const [before] = await listed('two');
    await service.asStaff({ staffId: 'one' }).post('/notifications/read').send({}).expect(200);

    await publish('commentDeleted', facts, 2);
    await eventually(async () => expect(await listed('one')).toEqual([]));
    await eventually(async () => expect(await listed('two')).toEqual([]));
    await publish('commentUpdated', facts, 3);
    await eventually(async () => expect(await listed('two')).toEqual([before]));
    await eventually(async () => expect(await listed('one')).toMatchObject([{ read: true }]));

    // Taking part counts again, and mentions are known.
    const answer = commentFacts({ postId: facts.postId, ownerId: 'three', postOwnerId: 'one' });
    await publish('commentCreated', answer, 1);
    await eventually(async () => expect(await listed(facts.ownerId)).toHaveLength(1));
    await publish('commentUpdated', { ...facts, memo: 'x' }, 4);
    await throughout(async () => expect(await listed('two')).toHaveLength(1));
  });

  it('return all, however many there are, with their text, which is not kept meanwhile', async () => {
    const { app } = service.running;
    const [notifications, activities] = [
      app.get(NotificationRepository),
      app.get(ActivityRepository),
    ];
    const at = new Date().toISOString();
    const post = postFacts({
      memo: '療養中とのこと',
      issue: { openedAt: at, closedAt: null, solvedBy: null },
    });
    const aggregate = { type: 'post', id: post.postId };
    const one: Omit<NewDocument<NotificationDocument>, 'id'> = {
      ...{ staffId: 'many', kind: 'mention', read: false, listed: true, withdrawn: false },
      ...{ cause: 'x', actorId: null, postId: post.postId, commentId: null, mail: 'none' },
      ...{ taskStatus: null, emoji: null, excerpt: post.memo, restorable: null },
    };
    await service.publish(events.postCreated, { aggregate, data: post });
    await notifications['insertMany'](
      'space-a',
      Array.from({ length: 1_001 }, (_, n) => ({ document: { ...one, id: `many-${n}` } })),
    );
    const texts = async () => [
      ...(await notifications['find']('space-a', { postId: post.postId })),
      ...(await activities.findOfPost('space-a', post.postId)),
      (await app.get(ThreadRepository).findById('space-a', post.postId))!,
    ];
    const shownTexts = async () =>
      (await texts()).filter(({ excerpt }) => excerpt === post.memo).length;
    await eventually(async () => expect(await shownTexts()).toBe(1_003));
    await service.publish(events.postDeleted, {
      ...{ version: 2, aggregate, data: { postId: post.postId, commentId: null } },
    });
    await eventually(async () => expect(await shownTexts()).toBe(0));
    const caller = service.asStaff({ staffId: 'many' });
    const unread = async () => (await caller.get('/notifications/unread-count')).body.count;
    await eventually(async () => expect(await unread()).toBe(0));
    await service.publish(events.postUpdated, { version: 3, aggregate, data: post });
    await eventually(async () => expect(await shownTexts()).toBe(1_003));
    await eventually(async () =>
      expect(
        await notifications['count']('space-a', { postId: post.postId, withdrawn: false }),
      ).toBe(1_001),
    );
    // As from a stream that is published again.
    await service.publish(events.postDeleted, {
      ...{ version: 2, aggregate, data: { postId: post.postId, commentId: null } },
    });
    await service.publish(events.postUpdated, { version: 3, aggregate, data: post });
    await throughout(async () => expect(await shownTexts()).toBe(1_003));
  });

  it('return with a post, without those of comments that stay deleted', async () => {
    const post = postFacts({ ownerId: 'four' });
    const aggregate = { type: 'post', id: post.postId };
    const publishPost = (version: number) =>
      service.publish(version === 1 ? events.postCreated : events.postUpdated, {
        version,
        actor: 'four',
        aggregate,
        data: post,
      });
    await publishPost(1);
    const comment = () => commentFacts({ postId: post.postId, postOwnerId: 'four' });
    const [kept, gone] = [comment(), comment()];
    await publish('commentCreated', kept, 1);
    await publish('commentCreated', gone, 1);
    await eventually(async () => expect(await listed('four')).toHaveLength(2));
    await publish('commentDeleted', gone, 2);
    await eventually(async () => expect(await commentsOf('four')).toEqual([kept.commentId]));
    await service.publish(events.postDeleted, {
      version: 2,
      aggregate,
      data: { postId: post.postId, commentId: null },
    });
    await eventually(async () => expect(await listed('four')).toEqual([]));
    await publishPost(3);
    await eventually(async () => expect(await commentsOf('four')).toEqual([kept.commentId]));
    await throughout(async () => expect(await listed('four')).toHaveLength(1));
  });

  it('stay away when their cause ended before the restoration was told', async () => {
    const post = postFacts({ ownerId: 'five' });
    const aggregate = { type: 'post', id: post.postId };
    const target = { postId: post.postId, commentId: null };
    const reaction = reactionFacts({ ...target, ownerId: 'five' });
    await service.publish(events.postCreated, { version: 1, aggregate, data: post });
    await service.publish(events.reactionAdded, { data: reaction });
    await eventually(async () => expect(await listed('five')).toHaveLength(1));
    await service.publish(events.postDeleted, { version: 2, aggregate, data: target });
    await eventually(async () => expect(await listed('five')).toEqual([]));
    await service.publish(events.reactionRemoved, { data: reaction });
    await service.publish(events.postUpdated, { version: 3, aggregate, data: post });
    const threads = service.running.app.get(ThreadRepository);
    await eventually(async () =>
      expect(await threads.findById('space-a', post.postId)).toMatchObject({ gone: false }),
    );
    await eventually(async () => expect(await listed('five')).toEqual([]));
  });
});
