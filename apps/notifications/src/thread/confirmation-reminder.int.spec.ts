import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { events, type Notification } from '@engawa/contracts';
import { Directory } from '@engawa/directory';
import { eventually, staffFacts, throughout, type TestService } from '@engawa/testing';
import { decodedMail, postFacts, startNotifications } from '../notification/notification.fixture';
import { ConfirmationReminderListener } from './confirmation-reminder.listener';

describe('a reminder to confirm a must-read post', () => {
  let service: TestService;
  let mailDir: string;
  const colleagues = ['writer', 'confirmed', 'reader', 'admin', 'other'];

  beforeAll(async () => {
    mailDir = mkdtempSync(path.join(tmpdir(), 'engawa-mails-'));
    service = await startNotifications({ env: { MAIL_DIR: mailDir } });
    for (const staffId of colleagues) await addStaff({ staffId, displayName: '中村' });
    await addStaff({ staffId: 'gone', deactivated: true });
    await addStaff({ staffId: 'god', god: true });
    await addStaff({ staffId: 'token', integration: true });
    const directory = service.running.app.get(Directory);
    await eventually(async () => {
      expect(await directory.listStaffs('space-a')).toHaveLength(colleagues.length + 1);
      expect((await directory.findStaffs('space-a', ['god', 'token'])).size).toBe(2);
    });
    const choice = { kinds: { mustRead: { app: true, mail: 'now' } } };
    await service
      .asStaff({ staffId: 'other' })
      .patch('/notifications/preferences')
      .send(choice)
      .expect(200);
  });
  afterAll(async () => {
    await service?.stop();
    rmSync(mailDir, { recursive: true, force: true });
  });

  const addStaff = (facts: Parameters<typeof staffFacts>[0] & { staffId: string }) =>
    service.publish(events.staffAdded, {
      aggregate: { type: 'staff', id: facts.staffId },
      data: staffFacts({ email: `${facts.staffId}@example.com`, ...facts }),
    });
  const listed = async (staffId: string, postId: string): Promise<Notification[]> => {
    const { body } = await service.asStaff({ staffId }).get('/notifications').expect(200);
    return (body.items as Notification[]).filter((one) => one.postId === postId);
  };
  const mailsTo = (staffId: string) =>
    readdirSync(mailDir)
      .filter((name) => name.endsWith('.eml'))
      .map((name) => decodedMail(readFileSync(path.join(mailDir, name), 'utf8')))
      .filter((mail) => mail.includes(`To: ${staffId}@example.com`));

  /** A must-read post that all colleagues have been notified of. */
  async function mustReadPost() {
    const post = postFacts({ ownerId: 'writer', memo: '消火器の場所' });
    const about = { actor: 'writer', aggregate: { type: 'post', id: post.postId } };
    const publish = (version: number, mustRead: { confirmedBy: string[] } | null) =>
      service.publish(version === 1 ? events.postCreated : events.postUpdated, {
        ...about,
        version,
        data: { ...post, mustRead },
      });
    await publish(1, { confirmedBy: [] });
    for (const staffId of colleagues.slice(1)) {
      await eventually(async () => expect(await listed(staffId, post.postId)).toHaveLength(1));
    }
    return { post, about, publish };
  }

  it('reaches exactly those who have not confirmed, once, also those who only read it', async () => {
    const { post, about, publish } = await mustReadPost();
    const { postId } = post;
    await publish(2, { confirmedBy: ['confirmed'] });
    await eventually(async () =>
      expect(await listed('confirmed', postId)).toMatchObject([{ read: true }]),
    );
    const [first] = await listed('reader', postId);
    await service
      .asStaff({ staffId: 'reader' })
      .post(`/notifications/${first?.id}/read`)
      .expect(200);
    await addStaff({ staffId: 'new' });
    const directory = service.running.app.get(Directory);
    await eventually(async () =>
      expect((await directory.findStaffs('space-a', ['new'])).size).toBe(1),
    );

    const reminder = {
      ...about,
      actor: 'admin',
      version: 3,
      data: { postId, ownerId: 'writer', confirmedBy: ['confirmed'] },
    };
    const event = await service.publish(events.postReminded, reminder);
    const unread = [{ kind: 'mustRead', read: false, excerpt: '消火器の場所' }];
    for (const staffId of ['reader', 'other', 'new']) {
      await eventually(async () => expect(await listed(staffId, postId)).toMatchObject(unread));
    }
    const [again] = await listed('reader', postId);
    expect(again?.id).not.toBe(first?.id);
    await eventually(() => expect(mailsTo('other')).toHaveLength(2));
    const subjects = mailsTo('other').map((mail) => /^Subject: (.*)$/m.exec(mail)?.[1]);
    expect(subjects.sort()).toEqual([
      '中村さんが必読の投稿を書きました',
      '中村さんの必読の投稿を確認してください',
    ]);

    await service.running.app.get(ConfirmationReminderListener).onReminded(event);
    await throughout(async () => {
      expect(await listed('reader', postId)).toEqual([again]);
      expect(await listed('confirmed', postId)).toMatchObject([{ read: true }]);
      // Who sends it is not notified of it: theirs is the first one.
      expect(await listed('admin', postId)).toHaveLength(1);
      for (const staffId of ['writer', 'gone', 'god', 'token']) {
        expect(await listed(staffId, postId)).toEqual([]);
      }
      expect(mailsTo('other')).toHaveLength(2);
    });

    const next = await service.publish(events.postReminded, { ...reminder, version: 4 });
    await eventually(async () => {
      const [third] = await listed('reader', postId);
      expect(third).toBeDefined();
      expect(third?.id).not.toBe(again?.id);
    });
    const shown = await listed('reader', postId);
    // As from a stream that is published again.
    for (const repeated of [event, next]) {
      await service.running.app.get(ConfirmationReminderListener).onReminded(repeated);
    }
    expect(await listed('reader', postId)).toEqual(shown);

    await publish(5, { confirmedBy: ['confirmed', 'reader'] });
    await eventually(async () =>
      expect(await listed('reader', postId)).toMatchObject([{ read: true }]),
    );
  });

  it('reaches nobody who confirmed before it is applied, and nobody once it is no must-read', async () => {
    const { post, about, publish } = await mustReadPost();
    const { postId } = post;
    const sent = new Date();
    await publish(3, { confirmedBy: ['reader'] });
    await eventually(async () =>
      expect(await listed('reader', postId)).toMatchObject([{ read: true }]),
    );
    const late = { ...about, at: sent, data: { postId, ownerId: 'writer', confirmedBy: [] } };
    await service.publish(events.postReminded, { ...late, version: 2 });
    const [before] = await listed('other', postId);
    await eventually(async () => {
      const [now] = await listed('other', postId);
      expect(now).toBeDefined();
      expect(now?.id).not.toBe(before?.id);
    });
    expect(await listed('reader', postId)).toMatchObject([{ read: true }]);

    await publish(5, null);
    await eventually(async () => expect(await listed('other', postId)).toEqual([]));
    await service.publish(events.postReminded, { ...late, version: 4 });
    await throughout(async () => expect(await listed('other', postId)).toEqual([]));
  });
});
