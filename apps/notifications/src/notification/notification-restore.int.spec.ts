import { events, type Notification } from '@engawa/contracts';
import { eventually, throughout, type TestService } from '@engawa/testing';
import { commentFacts, postFacts, startNotifications } from './notification.fixture';

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
});
