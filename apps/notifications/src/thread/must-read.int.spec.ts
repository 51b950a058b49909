import { events, type Notification } from '@engawa/contracts';
import { Directory } from '@engawa/directory';
import { eventually, staffFacts, startTestService, type TestService } from '@engawa/testing';
import { notifications } from '../index';
import { postFacts } from '../notification/notification.fixture';

describe('a must-read post', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService(notifications);
    for (const [staffId, deactivated] of [
      ['writer', false],
      ['reader', false],
      ['other', false],
      ['gone', true],
    ] as const) {
      await service.publish(events.staffAdded, {
        aggregate: { type: 'staff', id: staffId },
        data: staffFacts({ staffId, deactivated }),
      });
    }
    const directory = service.running.app.get(Directory);
    await eventually(async () => expect(await directory.listStaffs('space-a')).toHaveLength(4));
  });
  afterAll(() => service?.stop());

  const listed = async (staffId: string): Promise<Notification[]> =>
    (await service.asStaff({ staffId }).get('/notifications').expect(200)).body.items;

  it('notifies all active staff but its writer, once, until they confirm it', async () => {
    const post = postFacts({ ownerId: 'writer', memo: '消火器の場所' });
    const publish = (version: number, mustRead: { confirmedBy: string[] } | null) =>
      service.publish(version === 1 ? events.postCreated : events.postUpdated, {
        version,
        actor: 'writer',
        aggregate: { type: 'post', id: post.postId },
        data: { ...post, mustRead },
      });
    await publish(1, null);
    await publish(2, { confirmedBy: [] });
    for (const staffId of ['reader', 'other']) {
      await eventually(async () =>
        expect(await listed(staffId)).toMatchObject([
          { kind: 'mustRead', read: false, postId: post.postId, excerpt: '消火器の場所' },
        ]),
      );
    }
    expect(await listed('writer')).toEqual([]);
    expect(await listed('gone')).toEqual([]);

    await publish(3, { confirmedBy: ['reader'] });
    await eventually(async () => expect(await listed('reader')).toMatchObject([{ read: true }]));
    expect(await listed('other')).toMatchObject([{ read: false }]);

    await publish(4, null);
    await eventually(async () => expect(await listed('other')).toEqual([]));
    expect(await listed('reader')).toHaveLength(1);

    await publish(5, { confirmedBy: [] });
    await eventually(async () => expect(await listed('other')).toMatchObject([{ read: false }]));
    expect(await listed('reader')).toHaveLength(1);
  });
});
