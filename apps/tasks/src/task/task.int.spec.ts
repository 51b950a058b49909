import { events } from '@engawa/contracts';
import { Directory } from '@engawa/directory';
import { changeMirror } from '@engawa/mirror';
import {
  eventually,
  memberFacts,
  staffFacts,
  startTestService,
  throughout,
  type TestCaller,
  type TestService,
} from '@engawa/testing';
import { tasks } from '../index';
import { commentFacts, mirrorOf, postFacts, type PostFacts } from './task.fixture';

describe('tasks', () => {
  let service: TestService;
  let staff: TestCaller;
  const ann = staffFacts({ staffId: 'ann', displayName: '安藤 杏' });
  const left = staffFacts({ staffId: 'left', deactivated: true });
  const god = staffFacts({ staffId: 'god', god: true });
  const member = memberFacts({ memberId: 'member-1' });

  beforeAll(async () => {
    service = await startTestService(tasks);
    staff = service.asStaff({ staffId: 'ann' });
    await service.publish(events.staffAdded, { data: ann });
    await service.publish(events.staffAdded, { data: left });
    await service.publish(events.staffAdded, { data: god });
    await service.publish(events.memberAdded, { data: member });
    await service.publish(events.labelCreated, {
      data: { labelId: 'red', name: '要望', isIssue: false, order: 1 },
    });
  });

  afterAll(() => service?.stop());

  function aggregateOf(facts: { postId: string; commentId: string | null }) {
    return facts.commentId
      ? { type: 'comment', id: facts.commentId }
      : { type: 'post', id: facts.postId };
  }

  async function publishPost(facts: PostFacts, version = 1, space = 'space-a') {
    const definition = version === 1 ? events.postCreated : events.postUpdated;
    return service.publish(definition, {
      space,
      version,
      actor: facts.ownerId,
      aggregate: aggregateOf(facts),
      data: facts,
    });
  }

  async function taskOf(id: string, caller = staff) {
    return eventually(async () => (await caller.get(`/tasks/${id}`).expect(200)).body);
  }

  /** Names of the events that the service published about a task. */
  function eventNamesOf(taskId: string): string[] {
    return service.events.all
      .filter(({ name }) => name.startsWith('tasks.'))
      .filter(({ data }) => (data as { taskId: string }).taskId === taskId)
      .map(({ name }) => name);
  }

  async function isMissing(path: string): Promise<void> {
    await staff.get(path).expect(404);
  }

  async function gone(id: string) {
    await eventually(() => staff.get(`/tasks/${id}`).expect(404));
  }

  it('mirrors a post that is a task, with names', async () => {
    const facts = postFacts({
      ownerId: 'ann',
      memberIds: ['member-1'],
      mirror: mirrorOf({ assignUserId: 'ann', labelIds: ['red'] }),
    });
    await publishPost(facts);
    const task = await taskOf(facts.postId);
    expect(task).toMatchObject({
      id: facts.postId,
      version: 1,
      threadReference: `spaces/space-a/posts/${facts.postId}`,
      postId: facts.postId,
      commentId: null,
      memo: facts.memo,
      memberId: 'member-1',
      labelIds: ['red'],
      talkedAt: facts.talkedAt,
      task: { status: 'waiting', assignUserId: 'ann' },
    });
    await eventually(async () => {
      const { owner, assignee, members } = await taskOf(facts.postId);
      expect(owner.displayName).toBe('安藤 杏');
      expect(assignee.displayName).toBe('安藤 杏');
      expect(members[0].familyName).toBe(member.familyName);
    });
  });

  it('publishes the creation of a task once, in the name of its creator', async () => {
    const facts = postFacts({ ownerId: 'ann' });
    await publishPost(facts);
    await taskOf(facts.postId);
    const told = await eventually(() => {
      const found = service.events
        .of(events.taskCreated)
        .filter(({ data }) => data.taskId === facts.postId);
      expect(found).toHaveLength(1);
      return found[0]!;
    });
    expect(told).toMatchObject({ actor: 'ann', version: 1, space: 'space-a' });
    expect(told.data.mirror).toEqual(facts.mirror);
  });

  it('mirrors a comment with its own reference and leaves plain posts alone', async () => {
    const plain = postFacts({ mirror: null });
    await publishPost(plain);
    const facts = commentFacts({ postId: plain.postId });
    await service.publish(events.commentCreated, { data: facts, aggregate: aggregateOf(facts) });
    const task = await taskOf(facts.commentId);
    expect(task.threadReference).toBe(
      `spaces/space-a/posts/${plain.postId}/comments/${facts.commentId}`,
    );
    await staff.get(`/tasks/${plain.postId}`).expect(404);
  });

  it('shows whom a comment mentions as the comment does, with names', async () => {
    const facts = commentFacts({ postId: 'post-of-mention', mentions: ['ann'] });
    await service.publish(events.commentCreated, {
      aggregate: aggregateOf(facts),
      data: facts,
    });
    const { mentions } = await taskOf(facts.commentId!);
    const { displayName } = ann;
    expect(mentions).toMatchObject([{ id: 'ann', displayName }]);
  });

  it('keeps the newer of two versions, whichever comes first', async () => {
    const facts = postFacts({ memo: 'old' });
    await publishPost({ ...facts, memo: 'new' }, 3);
    expect((await taskOf(facts.postId)).memo).toBe('new');
    await publishPost({ ...facts, memo: 'stale' }, 2);
    await throughout(async () => expect((await taskOf(facts.postId)).memo).toBe('new'));
    await eventually(() => expect(eventNamesOf(facts.postId)).toEqual(['tasks.task.created']));
  });

  it('does not answer an equal mirror: no echo', async () => {
    const facts = postFacts();
    await publishPost(facts);
    await taskOf(facts.postId);
    await publishPost(facts, 2);
    await publishPost({ ...facts, memo: 'other' }, 3);
    await eventually(async () => expect((await taskOf(facts.postId)).memo).toBe('other'));
    await eventually(() =>
      expect(eventNamesOf(facts.postId)).toEqual(['tasks.task.created', 'tasks.task.updated']),
    );
  });

  it('says that its post lost an erased member, once', async () => {
    const facts = postFacts({ memo: '佐藤さんに電話した' });
    await publishPost(facts);
    await taskOf(facts.postId);
    await publishPost({ ...facts, memo: '■■さんに電話した', redacted: true }, 2);
    await publishPost({ ...facts, memo: '■■さんに電話した。' }, 3);
    await eventually(() => {
      const told = service.events
        .of(events.taskUpdated)
        .filter(({ data }) => data.taskId === facts.postId);
      expect(told.map(({ data }) => [data.excerpt, data.redacted])).toEqual([
        ['■■さんに電話した', true],
        ['■■さんに電話した。', undefined],
      ]);
    });
  });

  it('is deleted and restored with its post, also when a late event arrives in between', async () => {
    const facts = postFacts();
    await publishPost(facts);
    await taskOf(facts.postId);
    await service.publish(events.postDeleted, {
      version: 3,
      aggregate: aggregateOf(facts),
      data: { postId: facts.postId, commentId: null },
    });
    await gone(facts.postId);
    await publishPost(facts, 2);
    await throughout(() => isMissing(`/tasks/${facts.postId}`));
    await publishPost(facts, 4);
    await taskOf(facts.postId);
  });

  it('hides the tasks of comments while their post is deleted', async () => {
    const post = postFacts({ mirror: null });
    await publishPost(post);
    const facts = commentFacts({ postId: post.postId });
    await service.publish(events.commentCreated, { data: facts, aggregate: aggregateOf(facts) });
    await taskOf(facts.commentId);
    await service.publish(events.postDeleted, {
      version: 2,
      aggregate: aggregateOf(post),
      data: { postId: post.postId, commentId: null },
    });
    await gone(facts.commentId);
    const late = commentFacts({ postId: post.postId });
    await service.publish(events.commentCreated, { data: late, aggregate: aggregateOf(late) });
    await throughout(() => isMissing(`/tasks/${late.commentId}`));
    await publishPost(post, 3);
    await taskOf(facts.commentId);
    await taskOf(late.commentId);
  });

  it('changes status, assignee and labels and publishes them with a larger stamp', async () => {
    const facts = postFacts();
    await publishPost(facts);
    const before = await taskOf(facts.postId);
    const { body } = await staff
      .patch(`/tasks/${facts.postId}`)
      .set('if-match', '"1"')
      .send({ status: 'inProgress', assignUserId: 'ann', labelIds: ['red'] })
      .expect(200)
      .expect('etag', '"2"');
    expect(body.task).toMatchObject({ status: 'inProgress', assignUserId: 'ann' });
    expect(body.labelIds).toEqual(['red']);
    expect(body.task.statusUpdatedAt > before.task.statusUpdatedAt).toBe(true);
    const [told] = await eventually(() => {
      const found = service.events
        .of(events.taskUpdated)
        .filter(({ data }) => data.taskId === facts.postId);
      expect(found).toHaveLength(1);
      return found;
    });
    expect(told!.actor).toBe('ann');
    expect(told!.data.previous).toEqual({ status: 'waiting', assignUserId: null });
    expect(told!.data.mirror.status.stamp > facts.mirror!.status.stamp).toBe(true);
    expect(told!.data.mirror.present).toEqual(facts.mirror!.present);
  });

  it('refreshes statusUpdatedAt only when the status changes', async () => {
    const facts = postFacts();
    await publishPost(facts);
    const before = await taskOf(facts.postId);
    const same = await staff.patch(`/tasks/${facts.postId}`).send({ status: 'waiting' });
    expect(same.body).toEqual(before);
    const other = await staff.patch(`/tasks/${facts.postId}`).send({ assignUserId: 'ann' });
    expect(other.body.task.statusUpdatedAt).toBe(before.task.statusUpdatedAt);
  });

  it('lets the later change win when both sides changed the same', async () => {
    const facts = postFacts();
    await publishPost(facts);
    await taskOf(facts.postId);
    await staff.patch(`/tasks/${facts.postId}`).send({ status: 'done' }).expect(200);
    const at = new Date(Date.now() - 60_000);
    const old = changeMirror(
      { ...facts.mirror!, status: mirrorOf({ at }).status },
      { status: { status: 'skipped', statusUpdatedAt: at.toISOString() } },
      'timeline',
      at.getTime(),
    ).mirror;
    await publishPost({ ...facts, mirror: { ...old, present: facts.mirror!.present } }, 2);
    await throughout(async () => {
      expect((await taskOf(facts.postId)).task.status).toBe('done');
    });
  });

  it('is in the audit log without its text when it is deleted, but not when its post is', async () => {
    const [deleted, undone, withPost] = [postFacts(), postFacts(), postFacts({ memo: '内緒の話' })];
    for (const facts of [deleted, undone, withPost]) {
      await publishPost(facts);
      await taskOf(facts.postId);
    }
    await service.publish(events.postDeleted, {
      aggregate: aggregateOf(withPost),
      version: 2,
      data: { postId: withPost.postId, commentId: null },
    });
    await gone(withPost.postId);
    await staff.delete(`/tasks/${deleted.postId}`).expect(204);
    const mirror = changeMirror(undone.mirror!, { present: false }, 'timeline', Date.now()).mirror;
    await publishPost({ ...undone, mirror }, 2);
    await gone(undone.postId);
    await eventually(() => {
      const told = service.events.of(events.tasksAudited);
      expect(told.map(({ actor, data }) => ({ actor, ...data }))).toEqual(
        [deleted, undone].map(({ postId, ownerId }) => ({
          actor: postId === deleted.postId ? 'ann' : ownerId,
          action: 'tasks.task.deleted',
          target: { type: 'task', id: postId, name: '' },
          ...{ changes: [], network: null, userAgent: null },
        })),
      );
    });
  });

  it('is cleared on its source when it is deleted', async () => {
    const facts = postFacts();
    await publishPost(facts);
    await taskOf(facts.postId);
    await staff.delete(`/tasks/${facts.postId}`).expect(204);
    await staff.get(`/tasks/${facts.postId}`).expect(404);
    await staff.delete(`/tasks/${facts.postId}`).expect(404);
    const told = await eventually(() => {
      const found = service.events
        .of(events.taskDeleted)
        .find(({ data }) => data.taskId === facts.postId);
      expect(found).toBeDefined();
      return found!;
    });
    expect(told.data.mirror.present.value).toBe(false);
    await publishPost(facts, 2);
    await throughout(() => isMissing(`/tasks/${facts.postId}`));
  });

  it('answers the current version when two people move one card', async () => {
    const facts = postFacts();
    await publishPost(facts);
    await taskOf(facts.postId);
    const answers = await Promise.all(
      ['done', 'skipped'].map((status) =>
        staff.patch(`/tasks/${facts.postId}`).set('if-match', '"1"').send({ status }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
    const refused = answers.find(({ status }) => status === 412)!;
    const won = answers.find(({ status }) => status === 200)!;
    expect(refused.body.code).toBe('tasks.task.stale');
    expect(refused.body.current).toEqual(won.body);
  });

  it.each([
    ['a status that does not exist', { status: 'sleeping' }, 400, 'request.invalid'],
    ['an operator in place of a value', { status: { $ne: 'done' } }, 400, 'request.invalid'],
    ['an unknown field', { memo: 'x' }, 400, 'request.invalid'],
    ['an unknown staff', { assignUserId: 'nobody-known' }, 422, 'tasks.task.unknown-assignee'],
    ['a deactivated staff', { assignUserId: 'left' }, 422, 'tasks.task.deactivated-assignee'],
    ['an unknown label', { labelIds: ['no-label'] }, 422, 'tasks.task.unknown-label'],
  ])('refuses %s and changes nothing', async (_what, input, status, code) => {
    const facts = postFacts();
    await publishPost(facts);
    const before = await taskOf(facts.postId);
    if (code === 'tasks.task.unknown-assignee') {
      // Identity is not running here: the answer is 503, never a wrong rejection.
      const { status: got } = await staff.patch(`/tasks/${facts.postId}`).send(input);
      expect([422, 503]).toContain(got);
    } else {
      const { body } = await staff.patch(`/tasks/${facts.postId}`).send(input).expect(status);
      expect(body.code).toBe(code);
    }
    expect(await taskOf(facts.postId)).toEqual(before);
  });

  it('does not assign god, who is no colleague', async () => {
    const facts = postFacts();
    await publishPost(facts);
    const before = await taskOf(facts.postId);
    const directory = service.running.app.get(Directory);
    await eventually(async () => {
      expect((await directory.findStaffs('space-a', ['god'])).size).toBe(1);
    });
    const { body } = await staff
      .patch(`/tasks/${facts.postId}`)
      .send({ assignUserId: 'god' })
      .expect(422);
    expect(body.code).toBe('tasks.task.unknown-assignee');
    const filter = { displayName: '担当', criteria: { assignUserId: 'god' } };
    await staff.post('/task-filters').send(filter).expect(422);
    expect(await taskOf(facts.postId)).toEqual(before);
  });

  it('keeps spaces apart: the same 404 for foreign and unknown', async () => {
    const facts = postFacts();
    await publishPost(facts);
    await taskOf(facts.postId);
    const foreign = service.asStaff({ space: 'space-b', role: 'primaryAdmin' });
    for (const id of [facts.postId, 'no-such-task']) {
      for (const ask of [
        foreign.get(`/tasks/${id}`),
        foreign.patch(`/tasks/${id}`).send({ status: 'done' }),
        foreign.delete(`/tasks/${id}`),
      ]) {
        const { body } = await ask.expect(404);
        expect(body.code).toBe('tasks.task.not-found');
      }
    }
    const { body } = await foreign.get(`/tasks?ids=${facts.postId}`).expect(200);
    expect(body.items).toEqual([]);
    await service.anonymous().get(`/tasks/${facts.postId}`).expect(401);
  });

  it('takes the same post id of two spaces for two tasks', async () => {
    const facts = postFacts({ memo: 'a' });
    await publishPost(facts);
    await publishPost({ ...facts, memo: 'b' }, 1, 'space-b');
    expect((await taskOf(facts.postId)).memo).toBe('a');
    expect((await taskOf(facts.postId, service.asStaff({ space: 'space-b' }))).memo).toBe('b');
  });

  it('leaves deleted labels out', async () => {
    await service.publish(events.labelCreated, {
      data: { labelId: 'short-lived', name: '一時', isIssue: false, order: 9 },
    });
    const facts = postFacts({ mirror: mirrorOf({ labelIds: ['short-lived', 'red'] }) });
    await publishPost(facts);
    expect((await taskOf(facts.postId)).labelIds).toEqual(['short-lived', 'red']);
    await service.publish(events.labelDeleted, {
      version: 2,
      aggregate: { type: 'label', id: 'short-lived' },
      data: { labelId: 'short-lived', name: '一時', isIssue: false, order: 9 },
    });
    await eventually(async () => expect((await taskOf(facts.postId)).labelIds).toEqual(['red']));
  });

  it.each([
    'posts/x',
    'spaces/space-a/posts/',
    'spaces/space-a/posts/x/comments/',
    'spaces/space-a/posts/x/comments/y/z',
    'spaces/Space/posts/x',
    '/spaces/space-a/posts/x',
  ])('refuses the thread reference %s (TSK-1)', async (path) => {
    const { body } = await staff
      .get(`/tasks?threadReference=${encodeURIComponent(path)}`)
      .expect(422);
    expect(body).toMatchObject({
      code: 'tasks.task.invalid-thread-reference',
      title: 'Invalid threadReferencePath',
    });
  });

  it('finds the task of a thread reference', async () => {
    const facts = postFacts();
    await publishPost(facts);
    const { threadReference } = await taskOf(facts.postId);
    const { body } = await staff.get(`/tasks?threadReference=${threadReference}`).expect(200);
    expect(body.items.map(({ id }: { id: string }) => id)).toEqual([facts.postId]);
  });
});
