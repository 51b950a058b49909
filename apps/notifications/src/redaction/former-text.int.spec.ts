import { Logger } from '@nestjs/common';
import { Database, type NewDocument } from '@engawa/persistence';
import { answerAs, eventually, startTestService, type TestService } from '@engawa/testing';
import { notifications } from '../index';
import { NotificationRepository } from '../notification/notification.repository';
import type { NotificationDocument } from '../notification/notification.schema';
import { ParticipationRepository } from '../participation/participation.repository';
import { FormerTextService } from './former-text.service';

Logger.overrideLogger(false);

const space = 'space-a';
const MEMO = '療養中とのこと';
/** As 2.13.0 stored it. */
const one = (id: string, fields: Partial<NotificationDocument>) => ({
  document: {
    ...{ id, staffId: 'reader', kind: 'comment', read: true, listed: true, withdrawn: false },
    ...{ cause: `x/${id}`, actorId: null, postId: 'kept', commentId: null, mail: 'none' },
    ...{ taskStatus: null, emoji: null, excerpt: MEMO },
    ...fields,
  } as NewDocument<NotificationDocument>,
});

describe('texts that 2.13.0 kept of what was deleted', () => {
  let service: TestService;
  let timeline: Awaited<ReturnType<typeof answerAs>>;
  const asked: string[][] = [];
  const states: Record<string, boolean> = { kept: false, long: false, deleted: true };

  beforeAll(async () => {
    service = await startTestService(notifications);
    timeline = await answerAs(service, 'timeline', {
      // An answer that is cut after its first post.
      'timeline.findTaskSources': ({ ids }: { ids: string[] }) => {
        asked.push(ids);
        const [first, ...rest] = ids.filter((id) => id in states);
        const items = first ? [{ id: first, deleted: states[first] }] : [];
        return { items, next: first && rest.length > 0 ? first : null };
      },
    });
  });
  afterAll(async () => {
    await timeline?.close();
    await service?.stop();
  });

  it('are removed once, with the notifications that lead to it', async () => {
    const { app } = service.running;
    const stored = app.get(NotificationRepository);
    const job = app.get(FormerTextService);
    await eventually(() => expect(job['isDone']).toBe(true));
    await stored['insertMany'](space, [
      one('1-kept', {}),
      one('2-long', { postId: 'long', commentId: 'c-kept' }),
      one('3-deleted', { postId: 'deleted' }),
      one('4-removed', { postId: 'removed', commentId: 'c' }),
      one('5-comment', { commentId: 'c-gone' }),
      one('6-withdrawn', { withdrawn: true, listed: false }),
      one('7-other', { staffId: 'other', postId: 'removed' }),
    ]);
    await app.get(ParticipationRepository).projectUpsert(space, 'c-gone', 2, {
      ...{ postId: 'kept', ownerId: '', mentions: [], gone: true },
    });
    const left = async () =>
      (await stored['find'](space, { excerpt: MEMO })).map(({ id }) => id).sort();
    // The record of the first start, on an empty database.
    job.wake();
    expect(await left()).toHaveLength(7);

    const records = app.get(Database)['connection'].collection<{ _id: string }>('installation');
    expect((await records.deleteMany({ _id: 'done/former-texts' })).deletedCount).toBe(1);
    job['isDone'] = false;
    job.wake();
    await eventually(() => expect(job['isDone']).toBe(true));
    expect(await left()).toEqual(['1-kept', '2-long']);
    const { body } = await service.asStaff({ staffId: 'reader' }).get('/notifications').expect(200);
    expect(body.items.map(({ id }: { id: string }) => id).sort()).toEqual(['1-kept', '2-long']);
    expect(asked.flat()).toEqual(expect.arrayContaining(['kept', 'long', 'deleted', 'removed']));
    expect(await records.countDocuments({ _id: 'done/former-texts' })).toBe(1);
  });
});
