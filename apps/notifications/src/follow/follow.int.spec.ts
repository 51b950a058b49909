import { randomUUID } from 'node:crypto';
import { events, FOLLOW_LIMIT, type Follow, type Notification } from '@engawa/contracts';
import type { EventTransport } from '@engawa/events';
import { DuplicateKey, explainOf } from '@engawa/persistence';
import {
  answerAs,
  eventually,
  joinCalls,
  memberFacts,
  type TestCaller,
  type TestService,
  throughout,
} from '@engawa/testing';
import {
  commentFacts,
  postFacts,
  reactionFacts,
  taskFacts,
  startNotifications,
} from '../notification/notification.fixture';
import { ThreadRepository } from '../thread/thread.repository';
import { FollowRepository } from './follow.repository';

describe('follow and mute (NTF-1)', () => {
  let service: TestService;
  let owners: EventTransport;
  let count = 0;

  beforeAll(async () => {
    service = await startNotifications();
    // The owner of members knows nobody who was not published.
    owners = await answerAs(service, 'owners', { 'members.findMembers': () => [] });
    for (const [memberId, familyName] of [
      ['sato', '佐藤'],
      ['suzuki', '鈴木'],
    ] as const) {
      await service.publish(events.memberAdded, {
        aggregate: { type: 'member', id: memberId },
        data: memberFacts({ memberId, familyName }),
      });
    }
  });
  afterAll(async () => {
    await owners?.close();
    await service?.stop();
  });

  function someone(): TestCaller & { id: string } {
    count += 1;
    const staffId = `follower-${count}`;
    return Object.assign(service.asStaff({ staffId }), { id: staffId });
  }
  const listed = async (caller: TestCaller): Promise<Notification[]> =>
    (await caller.get('/notifications').expect(200)).body.items;
  const received = (caller: TestCaller, howMany: number) =>
    eventually(async () => {
      const found = await listed(caller);
      expect(found).toHaveLength(howMany);
      return found;
    });
  const follows = async (caller: TestCaller): Promise<Follow[]> =>
    (await caller.get('/notifications/follows').expect(200)).body.items;
  const followMember = (caller: TestCaller, memberId: string) =>
    eventually(() => caller.put(`/notifications/follows/members/${memberId}`).expect(200));
  const choose = (caller: TestCaller, postId: string, choice: 'follow' | 'mute') =>
    eventually(() =>
      caller.put(`/notifications/follows/posts/${postId}`).send({ choice }).expect(200),
    );
  async function write(facts: Parameters<typeof postFacts>[0] = {}, version = 1, postId?: string) {
    const data = postFacts({ ...facts, ...(postId ? { postId } : {}) });
    await service.publish(version === 1 ? events.postCreated : events.postUpdated, {
      version,
      actor: data.ownerId,
      aggregate: { type: 'post', id: data.postId },
      data,
    });
    return data;
  }
  async function comment(facts: Parameters<typeof commentFacts>[0]) {
    const data = commentFacts(facts);
    await service.publish(events.commentCreated, {
      actor: data.ownerId,
      aggregate: { type: 'comment', id: data.commentId },
      data,
    });
    return data;
  }

  it('notifies of posts about a followed member and of their comments, until unfollowed', async () => {
    const staff = someone();
    const { body } = await followMember(staff, 'sato');
    expect(body).toMatchObject({
      ...{ target: 'member', targetId: 'sato', choice: 'follow', excerpt: '' },
      members: [{ id: 'sato', familyName: '佐藤' }],
    });
    await followMember(staff, 'sato');
    expect(await follows(staff)).toHaveLength(1);

    const post = await write({ memberIds: ['sato', 'suzuki'], memo: '見学の相談' });
    const [told] = await received(staff, 1);
    expect(told).toMatchObject({
      ...{ kind: 'followed', postId: post.postId, commentId: null, excerpt: '見学の相談' },
    });
    const reply = await comment({ postId: post.postId });
    const [latest] = await received(staff, 2);
    expect(latest).toMatchObject({ kind: 'followed', commentId: reply.commentId });

    await staff.delete('/notifications/follows/members/sato').expect(204);
    await staff.delete('/notifications/follows/members/sato').expect(204);
    expect(await follows(staff)).toEqual([]);
    await write({ memberIds: ['sato'] });
    await throughout(async () => expect(await listed(staff)).toHaveLength(2));
  });

  it('notifies of a member whom an edit newly names, and once for each post', async () => {
    const staff = someone();
    await followMember(staff, 'suzuki');
    const post = await write({ memberIds: ['sato'] });
    await write({ ...post, memberIds: ['sato', 'suzuki'] }, 2, post.postId);
    await received(staff, 1);
    await write({ ...post, memo: '追記' }, 3, post.postId);
    await write({ ...post, memberIds: ['suzuki'] }, 4, post.postId);
    await throughout(async () => expect(await listed(staff)).toHaveLength(1));
  });

  it('notifies of comments and task statuses of a followed post', async () => {
    const staff = someone();
    const post = await write({ memo: '鍵の件' });
    const { body } = await choose(staff, post.postId, 'follow');
    expect(body).toMatchObject({ target: 'post', targetId: post.postId, excerpt: '鍵の件' });
    const reply = await comment({ postId: post.postId });
    expect((await received(staff, 1))[0]).toMatchObject({
      ...{ kind: 'followed', commentId: reply.commentId },
    });
    await service.publish(events.taskUpdated, {
      actor: 'writer',
      aggregate: { type: 'task', id: post.postId },
      version: 2,
      data: taskFacts({
        ...{ taskId: post.postId, postId: post.postId, status: 'done', changed: ['status'] },
      }),
    });
    expect((await received(staff, 2))[0]!.kind).toBe('taskStatus');
  });

  it('keeps a muted post quiet, except for what is for the reader alone', async () => {
    const staff = someone();
    const post = await write({ ownerId: staff.id });
    await choose(staff, post.postId, 'mute');
    expect(await follows(staff)).toMatchObject([{ choice: 'mute', targetId: post.postId }]);
    const about = { postId: post.postId, postOwnerId: staff.id };
    await comment(about);
    await service.publish(events.reactionAdded, {
      actor: 'reader',
      aggregate: { type: 'post', id: post.postId },
      version: 3,
      data: reactionFacts({ postId: post.postId, ownerId: staff.id }),
    });
    await comment({ ...about, mentions: [staff.id] });
    expect((await received(staff, 1))[0]!.kind).toBe('mention');
    await throughout(async () => expect(await listed(staff)).toHaveLength(1));

    await staff.delete(`/notifications/follows/posts/${post.postId}`).expect(204);
    await comment(about);
    await received(staff, 2);
  });

  it('publishes to other windows of the staff member, and lists nothing that was deleted', async () => {
    const staff = someone();
    const post = await write();
    await choose(staff, post.postId, 'mute');
    const told = await service.events.receiveSuch(
      events.followChanged,
      ({ data }) => data.targetId === post.postId,
    );
    expect(told.data).toEqual({ staffId: staff.id, target: 'post', targetId: post.postId });
    await service.publish(events.postDeleted, {
      version: 2,
      aggregate: { type: 'post', id: post.postId },
      data: { postId: post.postId, commentId: null },
    });
    await eventually(async () => expect(await follows(staff)).toEqual([]));
    await staff.put(`/notifications/follows/posts/${post.postId}`).send({}).expect(404);
  });

  it('is no more than the limit when two are followed at the same moment', async () => {
    const { app } = service.running;
    const staff = someone();
    const posts = Array.from({ length: FOLLOW_LIMIT + 1 }, () => randomUUID());
    const document = {
      ownerId: 'owner',
      memberIds: [],
      mentions: [],
      excerpt: '',
      mustRead: false,
    };
    await app.get(ThreadRepository).insertMany(
      'space-a',
      posts.map((id) => ({ document: { id, ...document, gone: false } })),
    );
    const follow = (postId: string) =>
      staff.put(`/notifications/follows/posts/${postId}`).send({ choice: 'follow' });
    const [one, other, ...followed] = posts;
    for (const postId of followed) await follow(postId).expect(200);
    const restore = joinCalls(app.get(FollowRepository), 'findOf');
    const answers = await Promise.all([follow(one!), follow(other!)]).finally(restore);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await follows(staff)).toHaveLength(FOLLOW_LIMIT);
    await staff.delete(`/notifications/follows/posts/${followed.at(-1)}`).expect(204);
    await follow(answers[0]!.status === 200 ? other! : one!).expect(200);
  });

  it('is private, and refuses members and posts that the space does not have', async () => {
    const [staff, other] = [someone(), someone()];
    const foreign = service.asStaff({ staffId: staff.id, space: 'space-b' });
    await followMember(staff, 'sato');
    expect(await follows(other)).toEqual([]);
    expect(await follows(foreign)).toEqual([]);
    const post = await write();
    for (const refused of [
      foreign.put('/notifications/follows/members/sato'),
      foreign.put(`/notifications/follows/posts/${post.postId}`).send({ choice: 'mute' }),
      staff.put('/notifications/follows/members/nobody'),
      staff.put(`/notifications/follows/posts/${randomUUID()}`).send({}),
    ]) {
      const { body } = await refused.expect(404);
      expect(body.code).toBe('notifications.follow.not-found');
    }
    await foreign.delete('/notifications/follows/members/sato').expect(204);
    expect(await follows(staff)).toHaveLength(1);
    await service.anonymous().get('/notifications/follows').expect(401);
    await staff
      .put(`/notifications/follows/posts/${post.postId}`)
      .send({ choice: 'x' })
      .expect(400);
  });

  it('gives up while an earlier removal is not published', async () => {
    const staff = someone();
    const repository = service.running.app.get(FollowRepository);
    await followMember(someone(), 'sato');
    const spy = jest.spyOn(repository, 'insert').mockImplementation(async () => {
      throw new DuplicateKey('follows', '_id_');
    });
    try {
      const { body } = await staff.put('/notifications/follows/members/sato').expect(409);
      expect(body.code).toBe('request.contended');
    } finally {
      spy.mockRestore();
    }
    expect(await follows(staff)).toEqual([]);
  });

  it('is deleted for an erased member', async () => {
    const staff = someone();
    const memberId = `erased-${staff.id}`;
    await service.publish(events.memberAdded, {
      aggregate: { type: 'member', id: memberId },
      data: memberFacts({ memberId }),
    });
    await followMember(staff, memberId);
    await service.publish(events.memberErased, { data: { memberId, memberIds: [memberId] } });
    await eventually(async () => expect(await follows(staff)).toEqual([]));
  });

  it('reads through indexes', async () => {
    const repository = service.running.app.get(FollowRepository);
    const staff = someone();
    await followMember(staff, 'sato');
    for (const query of [
      () => repository.ofQuery('space-a', staff.id),
      () => repository.aboutQuery('space-a', { target: 'member', targetIds: ['sato'] }),
    ]) {
      // Deleted follows leave the index once their events are published.
      await eventually(async () => {
        const plan = await explainOf(query());
        expect(plan.stages).toContain('IXSCAN');
        expect(plan.stages).not.toContain('SORT');
        expect(plan.keysExamined).toBeLessThanOrEqual(plan.returned + 1);
      });
    }
  });
});
