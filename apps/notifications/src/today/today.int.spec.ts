import { addDays, dayOf, events, memberDayKinds, type Today } from '@engawa/contracts';
import { derivedId } from '@engawa/events';
import { newMirror } from '@engawa/mirror';
import { explainOf } from '@engawa/persistence';
import {
  answerAs,
  eventually,
  memberFacts,
  spaceFacts,
  staffFacts,
  startTestService,
  throughout,
  type TestCaller,
  type TestService,
} from '@engawa/testing';
import { filterOf, ActivityRepository } from '../activity/activity.repository';
import { notifications } from '../index';
import { commentFacts, postFacts, taskFacts } from '../notification/notification.fixture';
import { NotificationRepository } from '../notification/notification.repository';
import { ParticipationRepository } from '../participation/participation.repository';
import { ThreadRepository } from '../thread/thread.repository';
import { MemberDayRepository } from './member-day.repository';
import { rangesOf } from './member-day.rules';
import { OpenTaskRepository } from './open-task.repository';

const DAY_MS = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

type PostFacts = ReturnType<typeof postFacts>;

describe('today', () => {
  let service: TestService;
  let others: { close(): Promise<void> }[];
  let space: string;
  let count = 0;
  /** Answers of the owners for unknown entities. */
  let earlier: {
    posts: PostFacts[];
    tasks: ReturnType<typeof taskFacts>[];
    reachOut: unknown;
    matches: unknown;
  };

  beforeAll(async () => {
    service = await startTestService(notifications);
    others = await Promise.all([
      answerAs(service, 'tasks', {
        'tasks.findOpenTasks': ({ staffId }: { staffId: string }) => ({
          items: earlier.tasks
            .filter(({ mirror }) => mirror.assignUserId.value === staffId)
            .map((facts) => ({ version: 1, facts })),
        }),
      }),
      answerAs(service, 'search', {
        'search.findReachOut': () => earlier.reachOut,
        'search.findMatches': () => earlier.matches,
      }),
      answerAs(service, 'timeline', {
        'timeline.findTaskSources': ({ ids }: { ids: string[] }) => ({
          items: earlier.posts
            .filter(({ postId }) => ids.includes(postId))
            .map((facts) => ({ id: facts.postId, version: 1, deleted: false, facts })),
          next: null,
        }),
      }),
      answerAs(service, 'identity', { 'identity.findStaffs': () => [] }),
      answerAs(service, 'members', { 'members.findMembers': () => [] }),
    ]);
  });
  afterAll(async () => {
    await Promise.all(others?.map((other) => other.close()) ?? []);
    await service?.stop();
  });
  beforeEach(async () => {
    count += 1;
    space = `today-${count}`;
    earlier = {
      ...{ posts: [], tasks: [] },
      reachOut: { version: 1, candidates: [] },
      matches: { version: 1, matches: [] },
    };
    await service.publish(events.spaceCreated, {
      space,
      data: spaceFacts({ spaceId: space, timeZone: 'Asia/Tokyo' }),
    });
    await service.publish(events.staffAdded, {
      space,
      data: staffFacts({ staffId: 'writer', displayName: '書田 文' }),
    });
    for (const memberId of ['sato', 'aoki']) {
      await service.publish(events.memberAdded, {
        space,
        aggregate: { type: 'member', id: memberId },
        data: memberFacts({ memberId }),
      });
    }
  });

  const reader = (staffId = 'reader') => service.asStaff({ staffId, space });
  const todayOf = async (staff: TestCaller, query = ''): Promise<Today> =>
    (await staff.get(`/today${query}`).expect(200)).body;

  const publishPost = (facts: PostFacts, version = 1) =>
    service.publish(version === 1 ? events.postCreated : events.postUpdated, {
      space,
      actor: facts.ownerId,
      version,
      aggregate: { type: 'post', id: facts.postId },
      data: facts,
    });
  const publishComment = (facts: ReturnType<typeof commentFacts>) =>
    service.publish(events.commentCreated, {
      space,
      actor: facts.ownerId,
      aggregate: { type: 'comment', id: facts.commentId },
      data: facts,
    });
  const dueTask = (dueAt: string | null, more: Parameters<typeof taskFacts>[0] = {}) => {
    const facts = taskFacts(more);
    return {
      ...facts,
      mirror: newMirror(
        {
          present: true,
          status: facts.mirror.status.value,
          assignUserId: 'reader',
          labelIds: [],
          dueAt,
        },
        'timeline',
      ),
    };
  };
  const publishTask = (
    facts: ReturnType<typeof taskFacts>,
    name: 'taskCreated' | 'taskUpdated' | 'taskDeleted' = 'taskCreated',
    version = 1,
  ) =>
    service.publish(events[name], {
      space,
      actor: 'writer',
      version,
      aggregate: { type: 'task', id: facts.taskId },
      data: facts,
    });

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

  it('asks for must-reads until the reader confirms them, however old', async () => {
    const post = postFacts({ ownerId: 'writer', memo: '消火器の場所', createdAt: ago(30) });
    const unconfirmed = async (staff: TestCaller) =>
      (await todayOf(staff)).mustReads.items.map(({ excerpt }) => excerpt);
    await publishPost({ ...post, mustRead: { confirmedBy: [] } });
    await eventually(async () => expect(await unconfirmed(reader())).toEqual(['消火器の場所']));
    expect((await todayOf(reader())).count).toBe(1);
    expect(await unconfirmed(reader('writer'))).toEqual([]);
    await publishPost({ ...post, mustRead: { confirmedBy: ['reader'] } }, 2);
    await eventually(async () => expect(await unconfirmed(reader())).toEqual([]));
    expect(await unconfirmed(reader('other'))).toHaveLength(1);
    await publishPost({ ...post, mustRead: null }, 3);
    await eventually(async () => expect(await unconfirmed(reader('other'))).toEqual([]));
    await publishPost({ ...post, mustRead: { confirmedBy: [] } }, 4);
    await eventually(async () => expect(await unconfirmed(reader())).toHaveLength(1));
    await service.publish(events.postDeleted, {
      space,
      version: 5,
      aggregate: { type: 'post', id: post.postId },
      data: { postId: post.postId, commentId: null },
    });
    await eventually(async () => expect(await unconfirmed(reader())).toEqual([]));
    await publishPost({ ...post, mustRead: { confirmedBy: [] } }, 6);
    await eventually(async () => expect(await unconfirmed(reader())).toHaveLength(1));
    expect(
      (await todayOf(service.asStaff({ staffId: 'reader', space: 'elsewhere' }))).mustReads.count,
    ).toBe(0);
  });

  it('lists open tasks by due date and counts those of this day of the space', async () => {
    const late = dueTask(ago(2), { memberIds: ['sato'] });
    const someday = dueTask(null);
    const later = dueTask(ago(-10));
    earlier.tasks.push(someday);
    await publishTask(later);
    await publishTask(late);
    const staff = reader();
    const listed = async () => {
      const { tasks, count: waiting } = await todayOf(staff);
      return [tasks.items.map(({ id }) => id), tasks.count, waiting];
    };
    await eventually(async () =>
      expect(await listed()).toEqual([[late.taskId, later.taskId, someday.taskId], 3, 1]),
    );
    expect((await todayOf(staff)).tasks.items[0]).toMatchObject({
      members: [{ id: 'sato' }],
      status: 'waiting',
    });
    await publishTask({ ...later, mirror: taskFacts({ status: 'done' }).mirror }, 'taskUpdated', 2);
    await publishTask(late, 'taskDeleted', 2);
    await eventually(async () => {
      const copy = await service.running.app.get(OpenTaskRepository).findById(space, late.taskId);
      expect(copy).toMatchObject({ open: false, excerpt: '' });
    });
    await eventually(async () => expect(await listed()).toEqual([[someday.taskId], 1, 0]));
  });

  it('names the members of the post for a task of a comment', async () => {
    const post = postFacts({ memberIds: ['aoki'] });
    await publishPost(post);
    await publishTask(dueTask(ago(1), { postId: post.postId, commentId: 'c1', taskId: 'c1' }));
    await eventually(async () => {
      const { tasks } = await todayOf(reader());
      expect(tasks.items).toMatchObject([{ id: 'c1', members: [{ id: 'aoki' }] }]);
    });
  });

  it('shows mentions until they are read', async () => {
    const mention = commentFacts({ mentions: ['reader'] });
    await publishComment(mention);
    const staff = reader();
    await eventually(async () =>
      expect((await todayOf(staff)).mentions).toMatchObject({
        count: 1,
        items: [{ kind: 'mention', commentId: mention.commentId }],
      }),
    );
    await staff.post('/notifications/read').send({ postId: mention.postId }).expect(200);
    expect((await todayOf(staff)).mentions.count).toBe(0);
  });

  it('proposes members with one reason each, and nobody who has resigned', async () => {
    const candidate = (memberId: string, reason: string, from = ago(1)) => ({
      memberId,
      reason,
      from,
      until: null,
      lastTalkedAt: null,
      openIssues: 1,
    });
    earlier.reachOut = { version: 1, candidates: [candidate('aoki', 'quiet')] };
    const proposed = async () =>
      (await todayOf(reader())).reachOut.map(({ member, reason }) => `${member.id} ${reason}`);
    await eventually(async () => expect(await proposed()).toEqual(['aoki quiet']));
    await service.publish(events.memberDeleted, {
      space,
      version: 2,
      aggregate: { type: 'member', id: 'aoki' },
      data: memberFacts({ memberId: 'aoki', deleted: true }),
    });
    await eventually(async () => expect(await proposed()).toEqual([]));
    await service.publish(events.reachOutChanged, {
      space,
      version: 2,
      aggregate: { type: 'reachOut', id: 'reachOut' },
      data: {
        candidates: [
          candidate('sato', 'issue') as never,
          candidate('future', 'quiet', ago(-1)) as never,
        ],
      },
    });
    await eventually(async () => expect(await proposed()).toEqual(['sato issue']));
    await publishTask(dueTask(ago(0), { memberIds: ['sato'] }));
    await eventually(async () => expect(await proposed()).toEqual(['sato followUp']));
  });

  it('proposes members to introduce, and nobody who has resigned', async () => {
    const found = (seeker: string, giver: string) => ({
      seeks: {
        postId: 'p1',
        memberId: seeker,
        excerpt: 'デザイナーを探している',
        talkedAt: ago(1),
      },
      offers: { postId: 'p2', memberId: giver, excerpt: '名刺のデザイン', talkedAt: ago(2) },
      words: [{ seeks: 'デザイナー', offers: 'デザイン', field: null }],
    });
    const proposed = async (caller = reader()) =>
      (await todayOf(caller)).matches.map(
        ({ seeks, offers }) => `${seeks.member.id} ${offers.member.id}`,
      );
    earlier.matches = { version: 1, matches: [found('sato', 'aoki')] };
    await eventually(async () => expect(await proposed()).toEqual(['sato aoki']));
    const limited = service.asStaff({ staffId: 'reader', space, scopes: ['notification.read'] });
    expect(await proposed(limited)).toEqual([]);
    const publish = (version: number, matches: ReturnType<typeof found>[]) =>
      service.publish(events.matchesChanged, {
        space,
        version,
        aggregate: { type: 'matches', id: 'matches' },
        data: { matches },
      });
    await publish(2, [found('aoki', 'sato'), ...Array(4).fill(found('sato', 'aoki'))]);
    await eventually(async () =>
      expect(await proposed()).toEqual(['aoki sato', 'sato aoki', 'sato aoki']),
    );
    await service.publish(events.memberDeleted, {
      space,
      version: 2,
      aggregate: { type: 'member', id: 'aoki' },
      data: memberFacts({ memberId: 'aoki', deleted: true }),
    });
    await eventually(async () => expect(await proposed()).toEqual([]));
  });

  describe('days of members', () => {
    const day = (days: number) => addDays(dayOf(new Date(), 'Asia/Tokyo'), days);
    const change = (memberId: string, version: number, facts: Parameters<typeof memberFacts>[0]) =>
      service.publish(facts?.deleted ? events.memberDeleted : events.memberUpdated, {
        space,
        version,
        aggregate: { type: 'member', id: memberId },
        data: memberFacts({ memberId, ...facts }),
      });
    const daysOf = (birthday: string, years: number, contractUntil: string) => ({
      days: {
        birthday: birthday.slice(5),
        memberSince: `${Number(birthday.slice(0, 4)) - years}${birthday.slice(4)}`,
        contractUntil,
      },
    });
    const shown = async () =>
      (await todayOf(reader())).memberDays.items.map(({ member, kind, day: on, years }) =>
        `${on} ${member.id} ${kind} ${years ?? ''}`.trim(),
      );

    it('come from today to the seventh day, the nearest first', async () => {
      await change('sato', 2, daysOf(day(0), 2, day(7)));
      await change('aoki', 2, daysOf(day(8), 1, day(-1)));
      await change('nobody', 2, daysOf(day(3), 0, day(8)));
      await eventually(async () =>
        expect(await shown()).toEqual([
          `${day(0)} sato birthday`,
          `${day(0)} sato anniversary 2`,
          `${day(3)} nobody birthday`,
          `${day(7)} sato contractEnd`,
        ]),
      );
    });

    it('follow changes in any order, and resigned members', async () => {
      await change('sato', 4, daysOf(day(1), 0, day(9)));
      await eventually(async () => expect(await shown()).toEqual([`${day(1)} sato birthday`]));
      await change('sato', 3, daysOf(day(2), 0, day(9)));
      await change('aoki', 2, daysOf(day(5), 0, day(9)));
      await eventually(async () =>
        expect(await shown()).toEqual([`${day(1)} sato birthday`, `${day(5)} aoki birthday`]),
      );
      await change('sato', 5, { deleted: true, ...daysOf(day(1), 0, day(9)) });
      await change('aoki', 3, {});
      await eventually(async () => expect(await shown()).toEqual([]));
    });

    it('come from imports, are of one space, and are not shown to a token without members', async () => {
      await service.publish(events.membersImported, {
        space,
        data: {
          importId: 'i1',
          members: [
            { ...memberFacts({ memberId: 'sato' }), ...daysOf(day(6), 1, day(9)), version: 2 },
          ],
        },
      });
      await eventually(async () => expect(await shown()).toHaveLength(2));
      const limited = service.asStaff({ staffId: 'reader', space, scopes: ['notification.read'] });
      expect((await todayOf(limited)).memberDays).toEqual({ count: 0, items: [] });
      const elsewhere = service.asStaff({ staffId: 'reader', space: 'elsewhere' });
      expect((await todayOf(elsewhere)).memberDays.count).toBe(0);
    });
  });

  it('leaves out what a token may not read', async () => {
    await publishTask(dueTask(ago(1), { memberIds: ['sato'] }));
    await eventually(async () => expect((await todayOf(reader())).tasks.count).toBe(1));
    const limited = service.asStaff({ staffId: 'reader', space, scopes: ['notification.read'] });
    expect(await todayOf(limited)).toMatchObject({ count: 0, tasks: { count: 0 }, reachOut: [] });
  });

  it('reads through indexes', async () => {
    const { app } = service.running;
    const range = { since: new Date(0), until: new Date(), reader: 'nobody' };
    const opened = filterOf({ ...range, kind: 'issueOpened', staffId: '' });
    for (const query of [
      app.get(ThreadRepository).writtenBetweenQuery(space, range, 20),
      app.get(ParticipationRepository).writtenBetweenQuery(space, range, 20),
      app.get(ActivityRepository)['query'](space, { postId: 'p1' }, {}),
      app.get(ActivityRepository)['query'](space, opened, {
        sort: { createdAt: -1, id: -1 },
        limit: 20,
      }),
      app.get(OpenTaskRepository).openQuery(space, 'reader', 20),
      app.get(NotificationRepository).mentionQuery(space, 'reader', new Date(0), 20),
      ...memberDayKinds.flatMap((kind) =>
        rangesOf(kind, '2026-12-28').map((range) =>
          app.get(MemberDayRepository).rangeQuery(space, kind, range, 20),
        ),
      ),
    ]) {
      const plan = await explainOf(query);
      expect(plan.stages).toContain('IXSCAN');
      expect(plan.stages).not.toContain('SORT');
      expect(plan.keysExamined).toBeLessThanOrEqual(plan.returned + 1);
    }
  });
});
