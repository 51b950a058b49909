import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { events } from '@engawa/contracts';
import { MailQueue } from '@engawa/mail';
import { explainOf } from '@engawa/persistence';
import {
  eventually,
  spaceFacts,
  staffFacts,
  throughout,
  type TestCaller,
  type TestService,
} from '@engawa/testing';
import { DigestService } from '../digest/digest.service';
import {
  commentFacts,
  decodedMail,
  postFacts,
  reactionFacts,
  startNotifications,
} from '../notification/notification.fixture';
import { PreferenceRepository } from './preference.repository';

const DAY = 24 * 60 * 60 * 1000;

describe('preferences, mails and digests (NTF-3)', () => {
  let service: TestService;
  let mailDir: string;
  let count = 0;

  beforeAll(async () => {
    mailDir = mkdtempSync(path.join(tmpdir(), 'engawa-mails-'));
    service = await startNotifications({ env: { MAIL_DIR: mailDir } });
    await service.publish(events.spaceCreated, {
      data: spaceFacts({ spaceId: 'space-a', timeZone: 'Asia/Tokyo' }),
    });
    await service.publish(events.staffAdded, {
      data: staffFacts({ staffId: 'writer', displayName: '書田 文' }),
    });
  });

  afterAll(async () => {
    await service?.stop();
    rmSync(mailDir, { recursive: true, force: true });
  });

  async function someone(
    facts: { deactivated?: boolean } = {},
  ): Promise<TestCaller & { id: string; email: string }> {
    count += 1;
    const staffId = `staff-${count}`;
    const email = `${staffId}@example.com`;
    await service.publish(events.staffAdded, { data: staffFacts({ staffId, email, ...facts }) });
    return Object.assign(service.asStaff({ staffId }), { id: staffId, email });
  }

  /** Decoded mails to an address. */
  function mailsTo(email: string): string[] {
    return readdirSync(mailDir)
      .map((name) => readFileSync(path.join(mailDir, name), 'utf8'))
      .filter((mail) => mail.includes(email))
      .map(decodedMail);
  }

  const comment = (postOwnerId: string, more: Partial<ReturnType<typeof commentFacts>> = {}) => {
    const facts = commentFacts({ postOwnerId, ...more });
    return service.publish(events.commentCreated, {
      actor: 'writer',
      aggregate: { type: 'comment', id: facts.commentId },
      data: facts,
    });
  };

  const choose = (caller: TestCaller, app: boolean, mail: string, kind = 'comment') =>
    caller
      .patch('/notifications/preferences')
      .send({ kinds: { [kind]: { app, mail } } })
      .expect(200);

  async function unreadOf(caller: TestCaller): Promise<number> {
    return (await caller.get('/notifications/unread-count').expect(200)).body.count;
  }

  it('begin with everything in the app and no mails, and change by kind', async () => {
    const staff = await someone();
    const { body } = await staff.get('/notifications/preferences').expect(200);
    expect(body.kinds.mention).toEqual({ app: true, mail: 'none' });
    expect(body).toMatchObject({ digestHour: 8, locale: 'ja' });
    await choose(staff, false, 'digest');
    const changed = await staff
      .patch('/notifications/preferences')
      .send({ digestHour: 18, locale: 'en' })
      .expect(200);
    expect(changed.body).toEqual({
      ...body,
      kinds: { ...body.kinds, comment: { app: false, mail: 'digest' } },
      digestHour: 18,
      locale: 'en',
    });
  });

  it.each([
    { kinds: { nonsense: { app: true, mail: 'none' } } },
    { kinds: { comment: { app: 'yes', mail: 'none' } } },
    { kinds: { comment: { app: true, mail: 'weekly' } } },
    { digestHour: 24 },
    { locale: 'fr' },
    { staffId: 'somebody' },
  ])('refuse %j', async (input) => {
    const staff = await someone();
    await staff.patch('/notifications/preferences').send(input).expect(400);
  });

  it('keep a kind out of the app', async () => {
    const staff = await someone();
    await choose(staff, false, 'none');
    await comment(staff.id);
    await comment(staff.id, { mentions: [staff.id] });
    await eventually(async () => expect(await unreadOf(staff)).toBe(1));
    const { body } = await staff.get('/notifications').expect(200);
    expect(body.items.map(({ kind }: { kind: string }) => kind)).toEqual(['mention']);
  });

  it('tell of a comment on the own post that also mentions, where only comments are wanted', async () => {
    const staff = await someone();
    await choose(staff, false, 'none', 'mention');
    await choose(staff, true, 'now');
    await comment(staff.id, { mentions: [staff.id] });
    await eventually(async () => expect(await unreadOf(staff)).toBe(1));
    const { body } = await staff.get('/notifications').expect(200);
    expect(body.items.map(({ kind }: { kind: string }) => kind)).toEqual(['comment']);
    await eventually(() =>
      expect(mailsTo(staff.email)).toEqual([expect.stringContaining('コメントしました')]),
    );
  });

  it.each(['comment', 'reaction', 'mustRead'] as const)(
    'mail a %s although the first attempt ended before its mail was enqueued',
    async (kind) => {
      const staff = await someone();
      await choose(staff, true, 'now', kind);
      const queue = service.running.app.get(MailQueue);
      const enqueue = jest
        .spyOn(queue, 'postAbout')
        .mockRejectedValueOnce(Object.assign(new Error('cut off'), { name: 'MongoNetworkError' }));
      const reaction = reactionFacts({ ownerId: staff.id });
      const post = postFacts({ ownerId: 'writer' });
      if (kind === 'comment') await comment(staff.id);
      if (kind === 'reaction') {
        const { postId } = reaction;
        const aggregate = { type: 'reaction', id: postId };
        await service.publish(events.reactionAdded, { aggregate, data: reaction });
      }
      if (kind === 'mustRead') {
        const aggregate = { type: 'post', id: post.postId };
        await service.publish(events.postCreated, { aggregate, data: post });
        const mustRead = { confirmedBy: [] };
        await service.publish(events.postUpdated, {
          ...{ aggregate, version: 2, actor: 'writer', data: { ...post, mustRead } },
        });
      }
      await eventually(() => expect(mailsTo(staff.email)).toHaveLength(1));
      expect(enqueue.mock.calls.length).toBeGreaterThan(1);
      enqueue.mockRestore();
      expect(await unreadOf(staff)).toBe(1);
    },
  );

  it('mail what is true when the mail is sent: no erased name, and nothing that is deleted', async () => {
    const [staff, other] = [await someone(), await someone()];
    for (const one of [staff, other]) await choose(one, true, 'now');
    const away = `${mailDir}-away`;
    renameSync(mailDir, away);
    writeFileSync(mailDir, '');
    const [kept, gone] = [staff, other].map(({ id }) =>
      commentFacts({ postOwnerId: id, memo: '佐藤花子さんと話した' }),
    );
    const publish = (
      name: 'commentCreated' | 'commentUpdated' | 'commentDeleted',
      facts: ReturnType<typeof commentFacts>,
      more = {},
    ) =>
      service.publish(events[name], {
        ...{ version: name === 'commentCreated' ? 1 : 2, actor: 'writer' },
        aggregate: { type: 'comment', id: facts.commentId },
        data: { ...facts, ...more },
      });
    try {
      for (const facts of [kept!, gone!]) await publish('commentCreated', facts);
      for (const one of [staff, other]) {
        await eventually(async () => expect(await unreadOf(one)).toBe(1));
      }
      await publish('commentUpdated', kept!, { memo: '■■さんと話した', redacted: true });
      await publish('commentDeleted', gone!);
      await eventually(async () => expect(await unreadOf(other)).toBe(0));
      await eventually(async () => {
        const { body } = await staff.get('/notifications').expect(200);
        expect(body.items[0].excerpt).toBe('■■さんと話した');
      });
    } finally {
      rmSync(mailDir);
      renameSync(away, mailDir);
    }
    await eventually(() => expect(mailsTo(staff.email)).toHaveLength(1));
    expect(mailsTo(staff.email)[0]).toContain('■■さんと話した');
    expect(mailsTo(staff.email)[0]).not.toContain('花子');
    await throughout(() => expect(mailsTo(other.email)).toEqual([]));
  });

  it('mail such a comment where only comments go by mail, and list it once', async () => {
    const staff = await someone();
    await choose(staff, true, 'now');
    await comment(staff.id, { mentions: [staff.id] });
    await eventually(() =>
      expect(mailsTo(staff.email)).toEqual([expect.stringContaining('コメントしました')]),
    );
    const { body } = await staff.get('/notifications').expect(200);
    expect(body.items.map(({ kind }: { kind: string }) => kind)).toEqual(['mention']);
  });

  it('send a mail at once, with who, what and where', async () => {
    const staff = await someone();
    await choose(staff, true, 'now');
    const told = await comment(staff.id, { memo: 'プリンターの紙が切れています' });
    const [mail] = await eventually(() => {
      const mails = mailsTo(staff.email);
      expect(mails).toHaveLength(1);
      return mails;
    });
    expect(mail).toContain('書田 文さんがコメントしました');
    expect(mail).toContain('プリンターの紙が切れています');
    expect(mail).toContain(
      `http://localhost:4000/posts/${told.data.postId}/comments/${told.data.commentId}`,
    );
    expect(await unreadOf(staff)).toBe(1);
  });

  it('send by mail alone what is not wanted in the app', async () => {
    const staff = await someone();
    await choose(staff, false, 'now');
    await comment(staff.id);
    await eventually(() => expect(mailsTo(staff.email)).toHaveLength(1));
    expect((await staff.get('/notifications')).body.items).toEqual([]);
    expect(await unreadOf(staff)).toBe(0);
  });

  it('send nothing to a deactivated staff', async () => {
    const staff = await someone({ deactivated: true });
    await choose(staff, true, 'now');
    await comment(staff.id);
    await eventually(async () => expect(await unreadOf(staff)).toBe(1));
    await throughout(() => expect(mailsTo(staff.email)).toHaveLength(0));
  });

  it('gather a day into one digest, once, of what is still unread', async () => {
    const staff = await someone();
    await choose(staff, true, 'digest');
    await comment(staff.id, { memo: '一つ目の話' });
    const second = await comment(staff.id, { memo: '二つ目の話' });
    await comment(staff.id, { memo: '三つ目の話' });
    await eventually(async () => expect(await unreadOf(staff)).toBe(3));
    await staff.post('/notifications/read').send({ postId: second.data.postId }).expect(200);

    const stored = await service.running.app
      .get(PreferenceRepository)
      .findById('space-a', staff.id);
    const local = new Intl.DateTimeFormat('ja', {
      timeZone: 'Asia/Tokyo',
      hour: 'numeric',
      minute: 'numeric',
    }).format(stored!.digestAt!);
    expect(local).toBe('8:00');

    const digests = service.running.app.get(DigestService);
    await digests.runDue(new Date(stored!.digestAt!.getTime() - 1));
    await throughout(() => expect(mailsTo(staff.email)).toHaveLength(0));
    await Promise.all([1, 2].map(() => digests.runDue(stored!.digestAt!)));
    const [mail] = await eventually(() => {
      const mails = mailsTo(staff.email);
      expect(mails).toHaveLength(1);
      return mails;
    });
    expect(mail).toContain('未読のお知らせ 2 件');
    expect(mail).toContain('一つ目の話');
    expect(mail).not.toContain('二つ目の話');
    expect(mail).toContain('三つ目の話');

    await digests.runDue(new Date(stored!.digestAt!.getTime() + DAY));
    await throughout(() => expect(mailsTo(staff.email)).toHaveLength(1));
    const next = await service.running.app.get(PreferenceRepository).findById('space-a', staff.id);
    expect(next!.digestAt!.getTime()).toBe(stored!.digestAt!.getTime() + 2 * DAY);
  });

  it('stop digests when no kind asks for one any more', async () => {
    const staff = await someone();
    await choose(staff, true, 'digest');
    await comment(staff.id);
    await eventually(async () => expect(await unreadOf(staff)).toBe(1));
    await choose(staff, true, 'none');
    await service.running.app.get(DigestService).runDue(new Date(Date.now() + 3 * DAY));
    await throughout(() => expect(mailsTo(staff.email)).toHaveLength(0));
  });

  it('are found by the time of the digest alone', async () => {
    const repository = service.running.app.get(PreferenceRepository);
    const plan = await explainOf(
      repository['store'].model
        .find({ space: 'space-a', digestAt: { $type: 'date', $lte: new Date() } } as never)
        .hint('digestAt_1') as never,
    );
    expect(plan.index).toBe('digestAt_1');
    expect(plan.keysExamined).toBeLessThanOrEqual(plan.returned + 1);
  });
});
