import { events, type Notification } from '@engawa/contracts';
import { eventually, throughout, type TestService } from '@engawa/testing';
import { ActivityRepository } from '../activity/activity.repository';
import { commentFacts, startNotifications, taskFacts } from '../notification/notification.fixture';

let service: TestService;

beforeAll(async () => {
  service = await startNotifications();
});
afterAll(() => service?.stop());

async function excerpts(): Promise<string[]> {
  const { body } = await service.asStaff({ staffId: 'owner' }).get('/notifications').expect(200);
  return body.items.map((item: Notification) => item.excerpt);
}

describe('an excerpt', () => {
  it('follows its text when that loses an erased member, and not when it is edited', async () => {
    const facts = commentFacts({ memo: '佐藤さんに電話した' });
    const aggregate = { type: 'comment', id: facts.commentId };
    const change = (version: number, memo: string, redacted?: true) =>
      service.publish(events.commentUpdated, {
        aggregate,
        version,
        actor: redacted ? null : facts.ownerId,
        data: { ...facts, memo, redacted },
      });
    await service.publish(events.commentCreated, {
      aggregate,
      version: 1,
      actor: facts.ownerId,
      data: facts,
    });
    await eventually(async () => expect(await excerpts()).toEqual(['佐藤さんに電話した']));
    await change(2, '佐藤さんに電話した。');
    await change(3, '■■さんに電話した。', true);
    await eventually(async () => expect(await excerpts()).toEqual(['■■さんに電話した。']));
  });

  it('follows its task, which may carry the old text after the post was redacted', async () => {
    const space = 'lagging';
    const facts = taskFacts({ status: 'done', excerpt: '佐藤さんに電話した' });
    const { postId, taskId } = facts;
    const change = (version: number, data: Partial<typeof facts>) =>
      service.publish(events.taskUpdated, {
        space,
        aggregate: { type: 'task', id: taskId },
        version,
        actor: 'worker',
        data: { ...facts, ...data },
      });
    const stored = async () => {
      const owner = service.asStaff({ staffId: 'owner', space });
      const { body } = await owner.get('/notifications').expect(200);
      const happened = await service.running.app.get(ActivityRepository).findOfPost(space, postId);
      return [...body.items, ...happened].map(({ excerpt }) => excerpt);
    };
    await change(2, {
      previous: { status: 'waiting', assignUserId: null },
      changed: ['status'],
    });
    await eventually(async () =>
      expect(await stored()).toEqual(['佐藤さんに電話した', '佐藤さんに電話した']),
    );
    await change(3, { excerpt: '■■さんに電話した', redacted: true });
    await eventually(async () =>
      expect(await stored()).toEqual(['■■さんに電話した', '■■さんに電話した']),
    );
    await change(4, { excerpt: '■■さんに電話した。' });
    await throughout(async () =>
      expect(await stored()).toEqual(['■■さんに電話した', '■■さんに電話した']),
    );
  });
});
