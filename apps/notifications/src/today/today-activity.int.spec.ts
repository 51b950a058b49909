import { events } from '@engawa/contracts';
import { derivedId } from '@engawa/events';
import { ago, eventually, throughout, type TestService } from '@engawa/testing';
import { ActivityRepository } from '../activity/activity.repository';
import { commentFacts, postFacts } from '../notification/notification.fixture';
import { ParticipationRepository } from '../participation/participation.repository';
import { ThreadRepository } from '../thread/thread.repository';
import { todayCalls, TodayTest, type Earlier } from './today.fixture';

describe('today', () => {
  let today: TodayTest;
  let service: TestService;
  let space: string;
  let earlier: Earlier;

  beforeAll(async () => {
    today = await TodayTest.start();
    ({ service } = today);
  });
  afterAll(() => today?.stop());
  beforeEach(async () => {
    ({ space, earlier } = await today.newSpace());
  });

  const { reader, todayOf, publishPost, publishComment, dueTask, publishTask } = todayCalls(() => ({
    service,
    space,
  }));

  it('groups what happened by member, each post once, the latest first', async () => {
    const [first, second, third] = [
      postFacts({ memberIds: ['sato', 'aoki'], memo: '空調の音' }),
      postFacts({ memberIds: ['aoki'] }),
      postFacts({ memberIds: ['nobody-knows'] }),
    ] as const;
    for (const post of [first, second, third]) await publishPost(post);
    await publishComment(
      commentFacts({ postId: first.postId, createdAt: new Date(Date.now() + 5).toISOString() }),
    );
    const staff = reader();
    await eventually(async () => {
      const { away } = await todayOf(staff);
      expect(away).toMatchObject({ count: 3, complete: true });
      expect(
        away.groups.map((group) => [group.member?.id, group.posts.map((p) => p.postId)]),
      ).toEqual(
        expect.arrayContaining([
          ['sato', [first.postId]],
          ['aoki', [second.postId]],
          [undefined, [third.postId]],
        ]),
      );
      expect(away.groups.at(-1)?.member).toBeNull();
      expect(away.groups.find(({ member }) => member?.id === 'sato')?.posts[0]).toMatchObject({
        excerpt: '空調の音',
        owner: { displayName: '書田 文' },
        happened: expect.arrayContaining([
          { kind: 'postWritten', count: 1 },
          { kind: 'commentWritten', count: 1 },
        ]),
      });
    });
    // One's own activities are omitted.
    expect((await todayOf(reader('writer'))).away.count).toBe(0);
  });

  it('lists activity since the last visit, for the account on every device', async () => {
    const post = postFacts({ memberIds: ['sato'], createdAt: ago(0.01) });
    await publishPost(post);
    const staff = reader();
    await eventually(async () => expect((await todayOf(staff)).away.count).toBe(1));
    const { since, until } = await todayOf(staff);
    await staff.post('/today/seen').send({ until }).expect(204);
    const next = await todayOf(reader());
    expect(next).toMatchObject({ since: until, away: { count: 0, groups: [] } });
    await staff.post('/today/seen').send({ until: '2020-01-01T00:00:00.000Z' }).expect(204);
    expect((await todayOf(staff)).since).toBe(until);
    expect((await todayOf(staff, `?since=${since}`)).away.count).toBe(1);
    await service.publish(events.postDeleted, {
      space,
      version: 2,
      aggregate: { type: 'post', id: post.postId },
      data: { postId: post.postId, commentId: null },
    });
    await eventually(async () =>
      expect((await todayOf(staff, `?since=${since}`)).away.count).toBe(0),
    );
    await publishPost(post, 3);
    await eventually(async () =>
      expect((await todayOf(staff, `?since=${since}`)).away.count).toBe(1),
    );
    await staff.get('/today?since=yesterday').expect(400);
    await staff.post('/today/seen').send({}).expect(400);
  });

  it('lists what was written before the last visit and came after it', async () => {
    const staff = reader();
    const { until } = await todayOf(staff);
    await staff.post('/today/seen').send({ until }).expect(204);
    const at = ago(0.5);
    const post = postFacts({
      memberIds: ['sato'],
      createdAt: at,
      issue: { openedAt: at, closedAt: null, solvedBy: null },
    });
    await publishPost(post);
    await publishComment(commentFacts({ postId: post.postId, createdAt: at }));
    await eventually(async () => {
      const { away } = await todayOf(staff);
      const happened = away.groups[0]?.posts.flatMap((one) => one.happened);
      expect(happened?.map(({ kind }) => kind).sort()).toEqual([
        ...['commentWritten', 'issueOpened', 'postWritten'],
      ]);
    });
  });

  it('knows the members of posts that are older than its copies', async () => {
    const post = postFacts({ memberIds: ['sato'], memo: '以前の投稿' });
    earlier.posts.push(post);
    await publishComment(commentFacts({ postId: post.postId }));
    await eventually(async () => {
      const { away } = await todayOf(reader());
      expect(away.groups).toMatchObject([
        { member: { id: 'sato' }, posts: [{ excerpt: '以前の投稿' }] },
      ]);
    });
  });

  it('says how an issue and a task went', async () => {
    const openedAt = ago(0.02);
    const post = postFacts({
      memberIds: ['sato'],
      issue: { openedAt, closedAt: null, solvedBy: null },
    });
    await publishPost(post);
    const closed = { openedAt, closedAt: ago(0.01), solvedBy: null };
    for (const version of [2, 3]) await publishPost({ ...post, issue: closed }, version);
    await publishTask(dueTask(null, { postId: post.postId }));
    await eventually(async () => {
      const [group] = (await todayOf(reader())).away.groups;
      expect(group?.posts[0]?.happened.map(({ kind, count: n }) => `${kind} ${n}`).sort()).toEqual([
        'issueClosed 1',
        'issueOpened 1',
        'postWritten 1',
        'taskHandedToMe 1',
      ]);
    });
  });

  describe('what happens now to an issue of long ago', () => {
    const [talkedAt, solvedAt] = [ago(5), ago(3)];
    const issue = { openedAt: talkedAt, closedAt: null, solvedBy: null };
    /** What a reader sees who was here a moment before. */
    const news = async (since: string) => {
      const { away } = await todayOf(reader(), `?since=${since}`);
      return away.groups.flatMap(({ posts }) =>
        posts.flatMap(({ happened }) => happened.map((one) => `${one.kind} ${one.count}`)),
      );
    };

    it('is news when it is solved by a comment of days ago, once', async () => {
      const since = ago(0.02);
      const post = postFacts({ issue, talkedAt, createdAt: talkedAt });
      await publishPost(post);
      const closed = { ...issue, closedAt: solvedAt, linkedAt: ago(0.01) };
      await publishPost({ ...post, issue: closed }, 2);
      await eventually(async () => expect(await news(since)).toEqual(['issueClosed 1']));
      await publishPost({ ...post, issue: closed, memo: '直した' }, 3);
      await publishPost({ ...post, issue: { ...closed, linkedAt: ago(0) } }, 4);
      await throughout(async () => expect(await news(since)).toEqual(['issueClosed 1']));
    });

    it('is news when it is written, and when an old post gets the label, once', async () => {
      const since = ago(0.02);
      const written = postFacts({ issue, talkedAt });
      const labelled = postFacts({ talkedAt, createdAt: talkedAt });
      await publishPost(written);
      await publishPost(labelled);
      await publishPost({ ...labelled, issue: { ...issue, opened: true } }, 2);
      const both = ['issueOpened 1', 'issueOpened 1', 'postWritten 1'];
      await eventually(async () => expect((await news(since)).sort()).toEqual(both));
      for (const post of [written, labelled]) await publishPost({ ...post, issue }, 3);
      await throughout(async () => expect((await news(since)).sort()).toEqual(both));
    });

    it('is none where a label became an issue label, and where an import brought it', async () => {
      const since = ago(0.02);
      const post = postFacts({ talkedAt, createdAt: talkedAt });
      await publishPost(post);
      await publishPost({ ...post, issue }, 2);
      await publishPost(postFacts({ issue, talkedAt, createdAt: talkedAt, imported: true }));
      await throughout(async () => expect(await news(since)).toEqual([]));
      expect(await news(ago(6))).toContain('issueOpened 1');
    });
  });

  it('knows what an earlier version recorded, once, also when its copy follows', async () => {
    const post = postFacts({ memo: '前の版で書かれた' });
    const comment = commentFacts({ postId: post.postId });
    const { app } = service.running;
    const recorded = (kind: 'postWritten' | 'commentWritten', at: string) =>
      app.get(ActivityRepository).note(space, {
        id: derivedId(kind, post.postId, at),
        kind,
        staffId: '',
        at: new Date(at),
        actorId: 'writer',
        postId: post.postId,
        commentId: kind === 'postWritten' ? null : comment.commentId,
        excerpt: '',
        confirmedBy: [],
        gone: false,
      });
    await recorded('postWritten', post.createdAt);
    await recorded('commentWritten', comment.createdAt);
    const copies = { mentions: [], ownerId: 'writer', gone: false };
    await app.get(ThreadRepository).insert(space, {
      ...copies,
      id: post.postId,
      memberIds: [],
      excerpt: post.memo,
      mustRead: false,
    });
    await app
      .get(ParticipationRepository)
      .insert(space, { ...copies, id: comment.commentId, postId: post.postId });
    const happened = async () => (await todayOf(reader())).away.groups[0]?.posts[0]?.happened;
    const both = [
      { kind: 'postWritten', count: 1 },
      { kind: 'commentWritten', count: 1 },
    ];
    expect(await happened()).toEqual(both);
    await publishPost(post);
    await publishComment(comment);
    const copied = async () => {
      const [thread] = await app.get(ThreadRepository).findByIds(space, [post.postId]);
      const [talk] = await app.get(ParticipationRepository).findByIds(space, [comment.commentId]);
      expect([thread?.writtenAt, talk?.writtenAt]).toEqual([
        new Date(post.createdAt),
        new Date(comment.createdAt),
      ]);
    };
    await eventually(copied);
    expect(await happened()).toEqual(both);
  });

  it('knows who opened an issue that an earlier version recorded, whoever edits the post', async () => {
    const openedAt = ago(0.02);
    const issue = { openedAt, closedAt: null, solvedBy: null };
    const post = postFacts({ issue, imported: true });
    await service.running.app.get(ActivityRepository).note(space, {
      id: derivedId('issueOpened', `${post.postId}/${openedAt}`),
      kind: 'issueOpened',
      staffId: '',
      at: new Date(openedAt),
      actorId: 'reader',
      postId: post.postId,
      commentId: null,
      excerpt: '',
      confirmedBy: [],
      gone: false,
    });
    await publishPost(post);
    await publishPost({ ...post, imported: undefined, memo: '直した' }, 2);
    const closed = { ...issue, closedAt: ago(0.01) };
    await publishPost({ ...post, imported: undefined, issue: closed }, 3);
    await eventually(async () => {
      const [group] = (await todayOf(reader())).away.groups;
      expect(group?.posts[0]?.happened).toEqual([{ kind: 'issueClosed', count: 1 }]);
    });
  });

  it('leaves out comments that are deleted, also when their post comes back', async () => {
    const post = postFacts();
    const [kept, dropped] = [
      commentFacts({ postId: post.postId }),
      commentFacts({ postId: post.postId }),
    ];
    await publishPost(post);
    for (const comment of [kept, dropped]) await publishComment(comment);
    const comments = async () =>
      (await todayOf(reader())).away.groups[0]?.posts[0]?.happened.find(
        ({ kind }) => kind === 'commentWritten',
      )?.count;
    await eventually(async () => expect(await comments()).toBe(2));
    await service.publish(events.commentDeleted, {
      space,
      version: 2,
      aggregate: { type: 'comment', id: dropped.commentId },
      data: { postId: post.postId, commentId: dropped.commentId },
    });
    await eventually(async () => expect(await comments()).toBe(1));
    await service.publish(events.postDeleted, {
      space,
      version: 2,
      aggregate: { type: 'post', id: post.postId },
      data: { postId: post.postId, commentId: null },
    });
    await eventually(async () => expect(await comments()).toBeUndefined());
    await publishPost(post, 3);
    await eventually(async () => expect(await comments()).toBe(1));
  });

  it('leaves out what an import brought in', async () => {
    await publishPost(postFacts({ imported: true }));
    const written = postFacts();
    await publishPost(written);
    const told = async () =>
      expect((await todayOf(reader())).away).toMatchObject({
        count: 1,
        groups: [{ posts: [{ postId: written.postId }] }],
      });
    await eventually(told);
    await throughout(told);
  });
});
