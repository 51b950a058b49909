import { events, type Notification } from '@engawa/contracts';
import { eventually, type TestService } from '@engawa/testing';
import { commentFacts, startNotifications } from '../notification/notification.fixture';

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
});
