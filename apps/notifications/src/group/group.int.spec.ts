import { events, type NotificationGroup } from '@engawa/contracts';
import { eventually, type TestCaller, type TestService } from '@engawa/testing';
import { commentFacts, startNotifications } from '../notification/notification.fixture';

describe('groups', () => {
  let service: TestService;
  let count = 0;

  beforeAll(async () => {
    service = await startNotifications();
  });
  afterAll(() => service?.stop());

  function someone(space = 'space-a'): TestCaller & { id: string } {
    count += 1;
    return Object.assign(service.asStaff({ staffId: `staff-${count}`, space }), {
      id: `staff-${count}`,
    });
  }

  const comment = (facts: ReturnType<typeof commentFacts>, space = 'space-a') =>
    service.publish(events.commentCreated, {
      space,
      actor: facts.ownerId,
      aggregate: { type: 'comment', id: facts.commentId },
      data: facts,
    });

  it('show one entry a post, the newest first, across pages', async () => {
    const staff = someone();
    const posts = Array.from({ length: 12 }, (_, index) => `post-${index}-${staff.id}`);
    for (const round of [1, 2, 3]) {
      for (const postId of posts) {
        await comment(
          commentFacts({ postId, postOwnerId: staff.id, ownerId: `writer-${round}`, memo: postId }),
        );
      }
    }
    await eventually(async () => {
      const { body } = await staff.get('/notifications/unread-count');
      expect(body.count).toBe(36);
    });
    const all: NotificationGroup[] = [];
    let cursor = '';
    do {
      const { body } = await staff
        .get(`/notifications/groups?limit=5${cursor && `&cursor=${cursor}`}`)
        .expect(200);
      all.push(...body.items);
      cursor = body.nextCursor ?? '';
    } while (cursor);
    expect(all.map(({ postId }) => postId).sort()).toEqual([...posts].sort());
    for (const group of all) {
      expect(group).toMatchObject({ count: 3, unreadCount: 3, latest: { kind: 'comment' } });
      expect(group.actors.map(({ id }) => id).sort()).toEqual(['writer-1', 'writer-2', 'writer-3']);
      expect(group.latest.postId).toBe(group.postId);
    }
    await staff.post('/notifications/read').send({ postId: posts[3] }).expect(200);
    const { body } = await staff.get('/notifications/groups?limit=50').expect(200);
    const read = body.items.find((group: NotificationGroup) => group.postId === posts[3]);
    expect(read).toMatchObject({ count: 3, unreadCount: 0 });
    expect((await someone().get('/notifications/groups')).body.items).toEqual([]);
  });
});
