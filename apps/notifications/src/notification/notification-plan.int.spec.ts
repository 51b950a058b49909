import { explainOf } from '@engawa/persistence';
import type { TestService } from '@engawa/testing';
import { startNotifications } from './notification.fixture';
import { NotificationRepository } from './notification.repository';

describe('notifications', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startNotifications();
  });
  afterAll(() => service?.stop());

  describe('reads through indexes', () => {
    beforeAll(async () => {
      const repository = service.running.app.get(NotificationRepository);
      await repository.insertMissing(
        'space-plan',
        Array.from({ length: 300 }, (_, index) => ({
          document: {
            id: `n-${String(index).padStart(4, '0')}`,
            createdAt: new Date(Date.parse('2026-01-01') + index * 1000),
            staffId: `staff-${index % 3}`,
            kind: 'comment' as const,
            read: index % 2 === 0,
            listed: true,
            withdrawn: false,
            mail: 'none' as const,
            cause: `comment/${index % 100}`,
            actorId: null,
            postId: `post-${index % 10}`,
            commentId: null,
            excerpt: '',
            taskStatus: null,
            emoji: null,
          },
          events: [],
        })),
      );
    });

    it.each([
      ['a page', 'findListPage', { limit: 10 }],
      [
        'a page of unread ones',
        'findListPage',
        { limit: 10, unreadAfter: new Date('2026-01-01T00:01:00Z') },
      ],
    ] as const)('of %s', async (_what, _method, page) => {
      const repository = service.running.app.get(NotificationRepository);
      const store = repository['store'];
      const read = jest.spyOn(store, 'read');
      await repository.findListPage('space-plan', 'staff-1', page);
      const [filter, { sort, limit }] = read.mock.calls[0]!;
      read.mockRestore();
      const plan = await explainOf(store.model.find(filter).sort(sort!).limit(limit!));
      expect(plan.stages).toContain('IXSCAN');
      expect(plan.stages).not.toContain('SORT');
      expect(plan.returned).toBe(11);
      expect(plan.keysExamined).toBeLessThanOrEqual(12);
    });

    it('of what a cause brought about, and of the unread of a post', async () => {
      const repository = service.running.app.get(NotificationRepository);
      const cause = await explainOf(
        repository['query']('space-plan', { cause: 'comment/7', withdrawn: false }),
      );
      expect(cause).toMatchObject({ returned: 3 });
      expect(cause.keysExamined).toBeLessThanOrEqual(4);
      const restorable = await explainOf(
        repository['query']('space-plan', {
          cause: 'comment/7',
          withdrawn: true,
          restorable: { $ne: null },
        }),
      );
      expect(restorable.stages).toContain('IXSCAN');
      expect(restorable.keysExamined).toBeLessThanOrEqual(restorable.returned + 1);
      const post = await explainOf(
        repository['query']('space-plan', {
          staffId: 'staff-1',
          listed: true,
          read: false,
          createdAt: { $gt: new Date(0) },
          postId: 'post-1',
        }),
      );
      expect(post.returned).toBeGreaterThan(0);
      expect(post.keysExamined).toBeLessThanOrEqual(post.returned + 1);
    });
  });
});
