import { events, type Notification } from '@engawa/contracts';
import { Directory } from '@engawa/directory';
import { newEvent } from '@engawa/events';
import {
  eventually,
  staffFacts,
  throughout,
  type TestCaller,
  type TestService,
} from '@engawa/testing';
import { ParticipationRepository } from '../participation/participation.repository';
import {
  commentFacts,
  postFacts,
  reactionFacts,
  startNotifications,
  taskFacts,
} from './notification.fixture';
import { ThreadListener } from './thread.listener';

describe('notifications', () => {
  let service: TestService;
  let count = 0;

  beforeAll(async () => {
    service = await startNotifications();
    await service.publish(events.staffAdded, {
      data: staffFacts({ staffId: 'writer', displayName: '書田 文' }),
    });
  });

  afterAll(() => service?.stop());

  /** A staff member that no other test notifies. */
  function someone(name = 'staff'): TestCaller & { id: string } {
    count += 1;
    const staffId = `${name}-${count}`;
    return Object.assign(service.asStaff({ staffId }), { id: staffId });
  }

  async function listOf(caller: TestCaller, query = ''): Promise<Notification[]> {
    const { body } = await caller.get(`/notifications${query}`).expect(200);
    return body.items;
  }

  const unreadOf = async (caller: TestCaller): Promise<number> =>
    (await caller.get('/notifications/unread-count').expect(200)).body.count;

  async function received(caller: TestCaller, howMany = 1): Promise<Notification[]> {
    return eventually(async () => {
      const found = await listOf(caller, '?limit=100');
      expect(found).toHaveLength(howMany);
      return found;
    });
  }

  function publishComment(facts: ReturnType<typeof commentFacts>, version = 1) {
    const definition = version === 1 ? events.commentCreated : events.commentUpdated;
    return service.publish(definition, {
      version,
      actor: facts.ownerId,
      aggregate: { type: 'comment', id: facts.commentId },
      data: facts,
    });
  }

  it('notify the owner of a post of a comment', async () => {
    const owner = someone();
    const facts = commentFacts({ postOwnerId: owner.id });
    await publishComment(facts);
    const [told] = await received(owner);
    expect(told).toMatchObject({
      kind: 'comment',
      read: false,
      postId: facts.postId,
      commentId: facts.commentId,
      referenceId: `spaces/space-a/posts/${facts.postId}/comments/${facts.commentId}`,
      excerpt: facts.memo,
      actor: { id: 'writer', displayName: '書田 文' },
      taskStatus: null,
      emoji: null,
    });
    expect(await unreadOf(owner)).toBe(1);
    const { data: live } = await service.events.receiveSuch(
      events.notificationCreated,
      ({ data }) => data.staffId === owner.id,
    );
    expect(live).toEqual({
      staffId: owner.id,
      notificationId: told!.id,
      kind: 'comment',
      postId: facts.postId,
    });
  });

  it('are not written for integrations', async () => {
    const integration = someone();
    const owner = someone();
    await service.publish(events.staffAdded, {
      data: staffFacts({ staffId: integration.id, email: '', integration: true }),
    });
    const directory = service.running.app.get(Directory);
    await eventually(async () => {
      expect((await directory.findStaffs('space-a', [integration.id])).size).toBe(1);
    });
    const facts = commentFacts({ postOwnerId: integration.id, mentions: [owner.id] });
    await publishComment(facts);
    await received(owner, 1);
    await received(integration, 0);
  });

  it('notify earlier participants, and never the writer', async () => {
    const owner = someone();
    const first = someone();
    const second = someone();
    const thread = { postId: `thread-${first.id}`, postOwnerId: owner.id };
    // A comment is recorded after the notifications about it, and has no order with the next one.
    const participants = () =>
      service.running.app.get(ParticipationRepository).findParticipants('space-a', thread.postId);
    await publishComment(commentFacts({ ...thread, ownerId: first.id }));
    await eventually(async () => expect(await participants()).toEqual([first.id]));
    await received(owner, 1);
    await publishComment(commentFacts({ ...thread, ownerId: second.id }));
    await eventually(async () => expect(await participants()).toHaveLength(2));
    await received(first, 1);
    await publishComment(commentFacts({ ...thread, ownerId: owner.id }));
    await received(second, 1);
    await received(first, 2);
    await received(owner, 2);
  });

  it('notify of a mention and a comment of one event once, as a mention', async () => {
    const owner = someone();
    await publishComment(commentFacts({ postOwnerId: owner.id, mentions: [owner.id] }));
    const told = await received(owner);
    expect(told[0]!.kind).toBe('mention');
    await throughout(() => received(owner, 1).then(() => undefined));
  });

  it('notify of an edit only the newly mentioned', async () => {
    const [owner, early, late] = [someone(), someone(), someone()];
    const facts = commentFacts({ postOwnerId: owner.id, mentions: [early.id] });
    await publishComment(facts);
    await received(early);
    await publishComment({ ...facts, mentions: [early.id, late.id] }, 2);
    const [told] = await received(late);
    expect(told!.kind).toBe('mention');
    await received(early, 1);
    await received(owner, 1);
  });

  it('are created once for an event, however often it is delivered', async () => {
    const owner = someone();
    const facts = commentFacts({ postOwnerId: owner.id });
    const event = newEvent(events.commentCreated, {
      space: 'space-a',
      actor: 'writer',
      aggregate: { type: 'comment', id: facts.commentId },
      version: 1,
      data: facts,
    });
    const listener = service.running.app.get(ThreadListener);
    await Promise.all([listener.onComment(event), listener.onComment(event)]);
    await listener.onComment(event);
    expect(await listOf(owner)).toHaveLength(1);
    await owner.post('/notifications/read').send({}).expect(200);
    await listener.onComment(event);
    expect(await unreadOf(owner)).toBe(0);
  });

  it('notify of a reaction once, retract it while unread, and not again when it is toggled', async () => {
    const owner = someone();
    const facts = reactionFacts({ ownerId: owner.id });
    const react = (version: number, added: boolean) =>
      service.publish(added ? events.reactionAdded : events.reactionRemoved, {
        version,
        actor: facts.reactedBy,
        aggregate: { type: 'post', id: facts.postId },
        data: facts,
      });
    await react(1, true);
    const [told] = await received(owner);
    expect(told).toMatchObject({ kind: 'reaction', emoji: '👍', excerpt: facts.excerpt });
    await react(2, false);
    await received(owner, 0);
    expect(await unreadOf(owner)).toBe(0);
    await owner.post(`/notifications/${told!.id}/read`).expect(404);
    await react(3, true);
    const [again] = await received(owner);
    await owner.post(`/notifications/${again!.id}/read`).expect(200);
    await react(4, false);
    await react(5, true);
    await throughout(async () => expect(await listOf(owner)).toHaveLength(1));
    expect(await unreadOf(owner)).toBe(0);
  });

  it('leave out reactions to own posts', async () => {
    const owner = someone();
    await service.publish(events.reactionAdded, {
      data: reactionFacts({ ownerId: owner.id, reactedBy: owner.id }),
    });
    await throughout(async () => expect(await listOf(owner)).toHaveLength(0));
  });

  /** A task that is new, and not back with its source. */
  const made = (facts: ReturnType<typeof taskFacts>) => ({ ...facts, changed: ['present'] });

  it('notify an assignee, then owner and assignee of a new status', async () => {
    const [owner, assignee] = [someone(), someone()];
    const facts = taskFacts({ ownerId: owner.id, assignUserId: assignee.id });
    const aggregate = { type: 'task', id: facts.taskId };
    await service.publish(events.taskCreated, { actor: owner.id, aggregate, data: made(facts) });
    const [told] = await received(assignee);
    expect(told).toMatchObject({ kind: 'taskAssigned', taskStatus: 'waiting' });
    await service.publish(events.taskUpdated, {
      actor: assignee.id,
      aggregate,
      version: 2,
      data: {
        ...taskFacts({ ...facts, assignUserId: assignee.id, status: 'done' }),
        mirror: {
          ...facts.mirror,
          status: {
            ...facts.mirror.status,
            value: { ...facts.mirror.status.value, status: 'done' },
          },
        },
        previous: { status: 'waiting', assignUserId: null },
        changed: ['status'],
      },
    });
    const [moved] = await received(owner);
    expect(moved).toMatchObject({ kind: 'taskStatus', taskStatus: 'done' });
    await received(assignee, 1);
  });

  it('do not notify an assignee again when the task is back with its source', async () => {
    const assignee = someone();
    const facts = taskFacts({ assignUserId: assignee.id });
    const aggregate = { type: 'task', id: facts.taskId };
    const publish = (name: 'taskCreated' | 'taskDeleted', version: number, data = facts) =>
      service.publish(events[name], { actor: 'boss', aggregate, version, data });
    await publish('taskCreated', 1, made(facts));
    const [told] = await received(assignee);
    await publish('taskDeleted', 2);
    await publish('taskCreated', 3);
    await throughout(async () =>
      expect((await listOf(assignee)).map(({ id }) => id)).toEqual([told!.id]),
    );
  });

  it('do not stay when a task and its end come after the deletion of its post', async () => {
    const [assignee, other] = [someone(), someone()];
    const post = postFacts();
    const { postId } = post;
    const about = { type: 'post', id: postId };
    await service.publish(events.postCreated, { aggregate: about, data: post });
    await service.publish(events.postDeleted, {
      aggregate: about,
      version: 2,
      data: { postId, commentId: null },
    });
    const facts = taskFacts({ postId, assignUserId: assignee.id });
    const aggregate = { type: 'task', id: facts.taskId };
    await service.publish(events.taskCreated, { actor: 'boss', aggregate, data: made(facts) });
    await service.publish(events.taskDeleted, {
      actor: 'boss',
      aggregate,
      version: 2,
      data: facts,
    });
    // Undone by itself, not with its post.
    const undone = taskFacts({ assignUserId: other.id });
    const own = { type: 'task', id: undone.taskId };
    await service.publish(events.taskCreated, {
      actor: 'boss',
      aggregate: own,
      data: made(undone),
    });
    await received(other);
    const present = { ...undone.mirror.present, value: false };
    await service.publish(events.taskDeleted, {
      ...{ actor: 'boss', aggregate: own, version: 2 },
      data: { ...undone, mirror: { ...undone.mirror, present } },
    });
    for (const one of [assignee, other]) {
      await eventually(async () => expect(await listOf(one)).toEqual([]));
    }
    await throughout(async () => expect(await listOf(assignee)).toEqual([]));
  });

  it('notify the previous assignee, and retract their unread assignment', async () => {
    const [before, after] = [someone(), someone()];
    const facts = taskFacts({ assignUserId: before.id });
    const aggregate = { type: 'task', id: facts.taskId };
    await service.publish(events.taskCreated, { actor: 'boss', aggregate, data: made(facts) });
    await received(before);
    await service.publish(events.taskUpdated, {
      actor: 'boss',
      aggregate,
      version: 2,
      data: {
        ...facts,
        mirror: taskFacts({ assignUserId: after.id }).mirror,
        previous: { status: null, assignUserId: before.id },
        changed: ['assignUserId'],
      },
    });
    await received(after);
    await eventually(async () =>
      expect(await listOf(before)).toMatchObject([{ kind: 'taskUnassigned', read: false }]),
    );
    await eventually(() => {
      const withdrawn = service.events
        .of(events.notificationWithdrawn)
        .filter(({ data }) => data.staffId === before.id);
      expect(withdrawn).toHaveLength(1);
    });
  });

  it('retract everything about a deleted comment, also what was read', async () => {
    const [owner, reader] = [someone(), someone()];
    const facts = commentFacts({ postOwnerId: owner.id, mentions: [reader.id] });
    await publishComment(facts);
    await received(owner);
    await received(reader);
    await reader.post('/notifications/read').send({ postId: facts.postId }).expect(200);
    await service.publish(events.commentDeleted, {
      version: 2,
      aggregate: { type: 'comment', id: facts.commentId },
      data: { postId: facts.postId, commentId: facts.commentId },
    });
    await received(owner, 0);
    await received(reader, 0);
  });

  it('retract everything about a deleted post, also what was read', async () => {
    const owner = someone();
    const facts = commentFacts({ postOwnerId: owner.id });
    await publishComment(facts);
    const [told] = await received(owner);
    await owner.post(`/notifications/${told!.id}/read`).expect(200);
    const reaction = reactionFacts({ postId: facts.postId, ownerId: owner.id });
    await service.publish(events.reactionAdded, { actor: 'writer', data: reaction });
    await received(owner, 2);
    await service.publish(events.postDeleted, {
      version: 2,
      aggregate: { type: 'post', id: facts.postId },
      data: { postId: facts.postId, commentId: null },
    });
    await received(owner, 0);
    expect(await unreadOf(owner)).toBe(0);
  });

  it('reminds the assignee of a due date, or the owner while there is none', async () => {
    const [owner, assignee] = [someone(), someone()];
    for (const assignUserId of [assignee.id, null]) {
      const facts = taskFacts({ ownerId: owner.id, assignUserId });
      await service.publish(events.taskReminded, {
        aggregate: { type: 'task', id: facts.taskId },
        data: facts,
      });
    }
    for (const staff of [owner, assignee]) {
      const [told] = await received(staff);
      expect(told).toMatchObject({ kind: 'taskDue', actor: null, excerpt: '鍵の受け渡し' });
    }
  });

  it('reads one, those of a post, and all', async () => {
    const staff = someone();
    const posts = ['x', 'y', 'z'].map((name) => `${name}-${staff.id}`);
    for (const postId of posts) {
      await publishComment(commentFacts({ postId, postOwnerId: staff.id }));
      await publishComment(commentFacts({ postId, postOwnerId: staff.id }));
    }
    const told = await received(staff, 6);
    const one = told.find(({ postId }) => postId === posts[0])!;
    const read = await staff.post(`/notifications/${one.id}/read`).expect(200);
    expect(read.body).toEqual({ ...one, read: true });
    await staff.post(`/notifications/${one.id}/read`).expect(200);
    expect(await unreadOf(staff)).toBe(5);
    const opened = await staff.post('/notifications/read').send({ postId: posts[1] }).expect(200);
    expect(opened.body).toEqual({ count: 3 });
    expect((await listOf(staff, '?unread=true')).map(({ postId }) => postId).sort()).toEqual([
      posts[0],
      posts[2],
      posts[2],
    ]);
    const all = await staff.post('/notifications/read').send({}).expect(200);
    expect(all.body).toEqual({ count: 0 });
    expect((await listOf(staff)).every(({ read: isRead }) => isRead)).toBe(true);
    await publishComment(commentFacts({ postOwnerId: staff.id }));
    await received(staff, 7);
    expect(await unreadOf(staff)).toBe(1);
    await eventually(() => {
      const told = service.events
        .of(events.notificationRead)
        .filter(({ data }) => data.staffId === staff.id);
      expect(told).toHaveLength(4);
    });
  });

  it('makes the latest of a post unread again, and nothing else, also after all were read', async () => {
    const staff = someone();
    const posts = ['x', 'y', 'z'].map((name) => `${name}-${staff.id}`);
    for (const postId of posts) {
      await publishComment(commentFacts({ postId, postOwnerId: staff.id }));
      await publishComment(commentFacts({ postId, postOwnerId: staff.id }));
    }
    const told = await received(staff, 6);
    const unreadAgain = (postId: string) =>
      staff.post('/notifications/unread').send({ postId }).expect(200);
    const latestOf = (postId: string) => told.find((one) => one.postId === postId)!.id;
    const unread = async () => (await listOf(staff, '?unread=true')).map(({ id }) => id);

    await staff.post('/notifications/read').send({ postId: posts[0] }).expect(200);
    expect((await unreadAgain(posts[0]!)).body).toEqual({ count: 5 });
    await staff.post('/notifications/read').send({}).expect(200);
    expect((await unreadAgain(posts[1]!)).body).toEqual({ count: 1 });
    expect(await unread()).toEqual([latestOf(posts[1]!)]);
    expect((await unreadAgain(posts[1]!)).body).toEqual({ count: 1 });
    expect((await unreadAgain(posts[0]!)).body).toEqual({ count: 2 });
    // Comments of different posts are applied in any order.
    const both = [latestOf(posts[0]!), latestOf(posts[1]!)];
    expect(await unread()).toEqual(told.map(({ id }) => id).filter((id) => both.includes(id)));

    await staff.post('/notifications/unread').send({ postId: 'unknown' }).expect(404);
    await someone().post('/notifications/unread').send({ postId: posts[1] }).expect(404);
  });

  it('lists ten a page, newest first', async () => {
    const staff = someone();
    for (let index = 0; index < 25; index += 1) {
      await publishComment(commentFacts({ postOwnerId: staff.id, memo: `memo ${index}` }));
    }
    const all = await received(staff, 25);
    const first = await staff.get('/notifications').expect(200);
    expect(first.body.items).toHaveLength(10);
    const second = await staff.get(`/notifications?cursor=${first.body.nextCursor}`).expect(200);
    const third = await staff.get(`/notifications?cursor=${second.body.nextCursor}`).expect(200);
    expect([...first.body.items, ...second.body.items, ...third.body.items]).toEqual(all);
    expect(third.body.nextCursor).toBeNull();
    const times = all.map(({ createdAt }) => createdAt);
    expect(times).toEqual([...times].sort().reverse());
  });

  it("answers the same 404 for another's, another space's and unknown ones", async () => {
    const owner = someone();
    await publishComment(commentFacts({ postOwnerId: owner.id }));
    const [told] = await received(owner);
    const other = someone();
    const foreign = service.asStaff({ staffId: owner.id, space: 'space-b' });
    const answers = [
      await other.post(`/notifications/${told!.id}/read`).expect(404),
      await foreign.post(`/notifications/${told!.id}/read`).expect(404),
      await owner.post('/notifications/unknown/read').expect(404),
    ];
    for (const { body } of answers) {
      expect(body.code).toBe('notifications.notification.not-found');
    }
    expect(await listOf(foreign)).toEqual([]);
    expect(await unreadOf(owner)).toBe(1);
    await service.anonymous().get('/notifications').expect(401);
  });

  it.each([
    ['get', '/notifications?limit=0', undefined],
    ['get', '/notifications?unread=maybe', undefined],
    ['get', '/notifications?cursor=made-up', undefined],
    ['get', '/notifications?staffId=x', undefined],
    ['post', '/notifications/read', { postId: { $ne: '' } }],
    ['post', '/notifications/read', { all: true }],
    ['post', '/notifications/a%20b/read', undefined],
  ] as const)('refuses %s %s', async (method, path, body) => {
    await someone()[method](path).send(body).expect(400);
  });
});
