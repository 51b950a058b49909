import { events, type Happening, type NotificationGroup } from '@engawa/contracts';
import { explainOf } from '@engawa/persistence';
import {
  eventually,
  startTestService,
  throughout,
  type TestCaller,
  type TestService,
} from '@engawa/testing';
import { filterOf, ActivityRepository } from '../handover/activity.repository';
import { notifications } from '../index';
import { commentFacts, postFacts, taskFacts } from '../notification/notification.fixture';

describe('groups and the handover', () => {
  let service: TestService;
  let count = 0;

  beforeAll(async () => {
    service = await startTestService(notifications);
  });
  afterAll(() => service?.stop());

  function someone(space = 'space-a'): TestCaller & { id: string } {
    count += 1;
    return Object.assign(service.asStaff({ staffId: `staff-${count}`, space }), {
      id: `staff-${count}`,
    });
  }

  const comment = (facts: ReturnType<typeof commentFacts>, space = 'space-a') =>
    service.publish(events.commentCreated, {
      space,
      actor: facts.ownerId,
      aggregate: { type: 'comment', id: facts.commentId },
      data: facts,
    });

  it('show one entry a post, the newest first, across pages', async () => {
    const staff = someone();
    const posts = Array.from({ length: 12 }, (_, index) => `post-${index}-${staff.id}`);
    for (const round of [1, 2, 3]) {
      for (const postId of posts) {
        await comment(
          commentFacts({ postId, postOwnerId: staff.id, ownerId: `writer-${round}`, memo: postId }),
        );
      }
    }
    await eventually(async () => {
      const { body } = await staff.get('/notifications/unread-count');
      expect(body.count).toBe(36);
    });
    const all: NotificationGroup[] = [];
    let cursor = '';
    do {
      const { body } = await staff
        .get(`/notifications/groups?limit=5${cursor && `&cursor=${cursor}`}`)
        .expect(200);
      all.push(...body.items);
      cursor = body.nextCursor ?? '';
    } while (cursor);
    expect(all.map(({ postId }) => postId).sort()).toEqual([...posts].sort());
    for (const group of all) {
      expect(group).toMatchObject({ count: 3, unreadCount: 3, latest: { kind: 'comment' } });
      expect(group.actors.map(({ id }) => id).sort()).toEqual(['writer-1', 'writer-2', 'writer-3']);
      expect(group.latest.postId).toBe(group.postId);
    }
    await staff.post('/notifications/read').send({ postId: posts[3] }).expect(200);
    const { body } = await staff.get('/notifications/groups?limit=50').expect(200);
    const read = body.items.find((group: NotificationGroup) => group.postId === posts[3]);
    expect(read).toMatchObject({ count: 3, unreadCount: 0 });
    expect((await someone().get('/notifications/groups')).body.items).toEqual([]);
  });

  it('tell what happened since one was last here', async () => {
    const staff = someone('space-h');
    const post = postFacts({
      ownerId: 'writer',
      issue: {
        openedAt: new Date().toISOString(),
        closedAt: null,
        solvedBy: null,
      },
    });
    const aggregate = { type: 'post', id: post.postId };
    await service.publish(events.postCreated, {
      space: 'space-h',
      actor: 'writer',
      aggregate,
      data: post,
    });
    await comment(commentFacts({ postId: post.postId }), 'space-h');
    const task = taskFacts({ postId: post.postId, assignUserId: staff.id });
    await service.publish(events.taskCreated, {
      space: 'space-h',
      actor: 'boss',
      aggregate: { type: 'task', id: task.taskId },
      data: task,
    });
    const ofKind = async (kind: string): Promise<{ count: number; items: Happening[] }> => {
      const { body } = await staff.get('/notifications/handover').expect(200);
      return body.sections.find((section: { kind: string }) => section.kind === kind);
    };
    await eventually(async () => {
      for (const kind of ['postWritten', 'commentWritten', 'issueOpened', 'taskHandedToMe']) {
        expect(await ofKind(kind)).toMatchObject({ count: 1, items: [{ postId: post.postId }] });
      }
    });
    expect(await ofKind('issueClosed')).toMatchObject({ count: 0, items: [] });
    const closed = { ...post.issue!, closedAt: new Date().toISOString() };
    for (const version of [2, 3]) {
      await service.publish(events.postUpdated, {
        space: 'space-h',
        actor: 'writer',
        version,
        aggregate,
        data: { ...post, issue: closed },
      });
    }
    await eventually(async () => expect(await ofKind('issueClosed')).toMatchObject({ count: 1 }));
    expect(await ofKind('issueOpened')).toMatchObject({ count: 1 });
    const other = service.asStaff({ staffId: 'other', space: 'space-h' });
    const theirs = (await other.get('/notifications/handover')).body.sections.find(
      (section: { kind: string }) => section.kind === 'taskHandedToMe',
    );
    expect(theirs.count).toBe(0);

    const { body } = await staff.get('/notifications/handover').expect(200);
    await staff.post('/notifications/handover/seen').send({ until: body.until }).expect(204);
    const next = await staff.get('/notifications/handover').expect(200);
    expect(next.body.since).toBe(body.until);
    expect(next.body.sections.every(({ count: n }: { count: number }) => n === 0)).toBe(true);
    await staff
      .post('/notifications/handover/seen')
      .send({ until: '2020-01-01T00:00:00.000Z' })
      .expect(204);
    expect((await staff.get('/notifications/handover')).body.since).toBe(body.until);
    const again = await staff.get(`/notifications/handover?since=${body.since}`).expect(200);
    expect(again.body.sections[0].count).toBe(1);

    await service.publish(events.postDeleted, {
      space: 'space-h',
      version: 4,
      aggregate,
      data: { postId: post.postId, commentId: null },
    });
    await eventually(async () => {
      const { body: empty } = await staff.get(`/notifications/handover?since=${body.since}`);
      expect(empty.sections.every(({ count: n }: { count: number }) => n === 0)).toBe(true);
    });
    await staff.get('/notifications/handover?since=yesterday').expect(400);
    await staff.post('/notifications/handover/seen').send({}).expect(400);
  });

  it('keep must-reads in the handover until one confirms them', async () => {
    const [staff, other] = [someone('space-m'), someone('space-m')];
    const post = postFacts({
      ownerId: 'writer',
      memo: '消火器の場所が変わりました',
      createdAt: new Date(Date.now() - 30 * 24 * 60 * 60 * 1000).toISOString(),
    });
    const publish = (version: number, mustRead: { confirmedBy: string[] } | null) =>
      service.publish(version === 1 ? events.postCreated : events.postUpdated, {
        space: 'space-m',
        actor: 'writer',
        version,
        aggregate: { type: 'post', id: post.postId },
        data: { ...post, mustRead },
      });
    const unconfirmed = async (reader: TestCaller): Promise<Happening[]> => {
      const { body } = await reader.get('/notifications/handover').expect(200);
      return body.sections.find(({ kind }: { kind: string }) => kind === 'mustRead').items;
    };
    await publish(1, { confirmedBy: [] });
    await eventually(async () => {
      expect(await unconfirmed(staff)).toMatchObject([{ postId: post.postId }]);
    });
    // Having seen the page is not having confirmed.
    const { body } = await staff.get('/notifications/handover').expect(200);
    await staff.post('/notifications/handover/seen').send({ until: body.until }).expect(204);
    expect(await unconfirmed(staff)).toHaveLength(1);

    await publish(2, { confirmedBy: [staff.id] });
    await eventually(async () => expect(await unconfirmed(staff)).toEqual([]));
    expect(await unconfirmed(other)).toHaveLength(1);
    expect(await unconfirmed(service.asStaff({ staffId: 'writer', space: 'space-m' }))).toEqual([]);

    await publish(3, null);
    await eventually(async () => expect(await unconfirmed(other)).toEqual([]));
    await publish(4, { confirmedBy: [] });
    await eventually(async () => expect(await unconfirmed(other)).toHaveLength(1));
    await service.publish(events.postDeleted, {
      space: 'space-m',
      version: 5,
      aggregate: { type: 'post', id: post.postId },
      data: { postId: post.postId, commentId: null },
    });
    await eventually(async () => expect(await unconfirmed(other)).toEqual([]));
    expect(await unconfirmed(service.asStaff({ staffId: 'reader', space: 'space-n' }))).toEqual([]);
  });

  it('leave out of the handover what one did oneself', async () => {
    const staff = someone('space-o');
    const mine = commentFacts({ ownerId: staff.id });
    const theirs = commentFacts({ ownerId: 'writer' });
    await comment(mine, 'space-o');
    await comment(theirs, 'space-o');
    const written = async (reader: TestCaller) => {
      const { body } = await reader.get('/notifications/handover').expect(200);
      const section = body.sections.find(
        ({ kind }: { kind: string }) => kind === 'commentWritten',
      ) as { count: number; items: Happening[] };
      return [section.count, section.items.map(({ commentId }) => commentId).sort()];
    };
    await eventually(async () => {
      expect(await written(someone('space-o'))).toEqual([
        2,
        [mine.commentId, theirs.commentId].sort(),
      ]);
    });
    expect(await written(staff)).toEqual([1, [theirs.commentId]]);
  });

  it('leave out of the handover what an import brought in', async () => {
    const staff = someone('space-i');
    const write = async (imported: boolean) => {
      const post = postFacts({ ownerId: 'writer', imported });
      await service.publish(events.postCreated, {
        space: 'space-i',
        actor: 'writer',
        aggregate: { type: 'post', id: post.postId },
        data: post,
      });
      return post.postId;
    };
    await write(true);
    const written = await write(false);
    const told = async () => {
      const { body } = await staff.get('/notifications/handover').expect(200);
      expect(
        body.sections.find(({ kind }: { kind: string }) => kind === 'postWritten'),
      ).toMatchObject({ count: 1, items: [{ postId: written }] });
    };
    await eventually(told);
    await throughout(told);
  });

  it('read the handover through an index', async () => {
    const repository = service.running.app.get(ActivityRepository);
    const range = {
      kind: 'postWritten',
      staffId: '',
      since: new Date(0),
      until: new Date(),
      reader: 'nobody',
    } as const;
    const plan = await explainOf(
      repository['query']('space-h', filterOf(range), { sort: { at: -1, id: -1 }, limit: 20 }),
    );
    expect(plan.stages).toContain('IXSCAN');
    expect(plan.stages).not.toContain('SORT');
    expect(plan.keysExamined).toBeLessThanOrEqual(plan.returned + 1);
  });
});
