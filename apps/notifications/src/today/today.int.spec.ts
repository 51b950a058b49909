import { addDays, dayOf, events, memberDayKinds } from '@engawa/contracts';
import { explainOf } from '@engawa/persistence';
import { ago, eventually, memberFacts, type TestCaller, type TestService } from '@engawa/testing';
import { filterOf, ActivityRepository } from '../activity/activity.repository';
import { commentFacts, postFacts, taskFacts } from '../notification/notification.fixture';
import { NotificationRepository } from '../notification/notification.repository';
import { ParticipationRepository } from '../participation/participation.repository';
import { ThreadRepository } from '../thread/thread.repository';
import { MemberDayRepository } from './member-day.repository';
import { rangesOf } from './member-day.rules';
import { OpenTaskRepository } from './open-task.repository';
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
