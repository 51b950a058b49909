import { events, type Post, type Task } from '@engawa/contracts';
import { Directory } from '@engawa/directory';
import { notifications } from '@engawa/notifications';
import { tasks } from '@engawa/tasks';
import {
  eventually,
  spaceFacts,
  staffFacts,
  startTestSystem,
  type TestCaller,
  type TestSystem,
} from '@engawa/testing';
import { timeline } from '@engawa/timeline';

describe('timeline, tasks and notifications together (TSK-4, NTF-1)', () => {
  let system: TestSystem;

  beforeAll(async () => {
    system = await startTestSystem({ services: [timeline, tasks, notifications] });
    await system.publish(events.spaceCreated, { data: spaceFacts({ spaceId: 'space-a' }) });
    for (const staffId of ['ann', 'bob', 'cat']) {
      await system.publish(events.staffAdded, { data: staffFacts({ staffId }) });
    }
    await eventually(async () => {
      const { body } = await on('timeline').get('/labels').expect(200);
      expect(body.items.length).toBeGreaterThan(3);
    });
    // Nobody answers for a staff member whose event is still on its way.
    for (const { app } of Object.values(system.services)) {
      await eventually(async () =>
        expect(await app.get(Directory).listStaffs('space-a')).toHaveLength(3),
      );
    }
  });

  afterAll(() => system?.stop());

  function on(service: string, staffId = 'ann'): TestCaller {
    return system.asStaff(
      { staffId, role: staffId === 'boss' ? 'generalAdmin' : 'staff' },
      service,
    );
  }

  async function newPost(body: object): Promise<Post> {
    return (await on('timeline').post('/posts').send(body).expect(201)).body;
  }

  const postOf = async (id: string): Promise<Post> =>
    (await on('timeline').get(`/posts/${id}`).expect(200)).body;

  const taskOf = async (id: string): Promise<Task> =>
    eventually(async () => (await on('tasks').get(`/tasks/${id}`).expect(200)).body);

  async function noTask(id: string): Promise<void> {
    await eventually(() => on('tasks').get(`/tasks/${id}`).expect(404));
  }

  async function kindsTold(staffId: string): Promise<string[]> {
    const { body } = await on('notifications', staffId).get('/notifications').expect(200);
    return body.items.map(({ kind }: { kind: string }) => kind);
  }

  it('carry status, assignee, labels and due date both ways, and notify those concerned', async () => {
    const post = await newPost({
      memo: '内覧の準備',
      labelIds: ['idea'],
      task: { assignUserId: 'bob', dueAt: '2027-01-01T00:00:00.000Z' },
    });
    expect(await taskOf(post.id)).toMatchObject({
      labelIds: ['idea'],
      task: { status: 'waiting', assignUserId: 'bob', dueAt: '2027-01-01T00:00:00.000Z' },
    });
    await eventually(async () => expect(await kindsTold('bob')).toEqual(['taskAssigned']));

    const change = { status: 'done', assignUserId: 'cat', labelIds: ['request'], dueAt: null };
    await on('tasks', 'bob').patch(`/tasks/${post.id}`).send(change).expect(200);
    await eventually(async () => {
      expect(await postOf(post.id)).toMatchObject({
        labelIds: ['request'],
        task: { status: 'done', assignUserId: 'cat', dueAt: null },
      });
    });
    await eventually(async () => expect(await kindsTold('ann')).toEqual(['taskStatus']));
    await eventually(async () => expect(await kindsTold('cat')).toEqual(['taskAssigned']));
    await eventually(async () => expect(await kindsTold('bob')).toEqual([]));

    const back = { task: { status: 'inProgress' } };
    await on('timeline').patch(`/posts/${post.id}`).set('if-match', '*').send(back).expect(200);
    await eventually(async () => {
      expect((await taskOf(post.id)).task.status).toBe('inProgress');
    });
  });

  it('clear the task of a post when it is deleted, and the tasks of a deleted post until it is restored', async () => {
    const post = await newPost({ memo: '鍵の受け渡し', task: {} });
    await taskOf(post.id);
    await on('tasks').delete(`/tasks/${post.id}`).expect(204);
    await eventually(async () => expect((await postOf(post.id)).task).toBeNull());
    await on('timeline')
      .patch(`/posts/${post.id}`)
      .set('if-match', '*')
      .send({ task: {} })
      .expect(200);
    await taskOf(post.id);
    const comment = await on('timeline', 'cat')
      .post(`/posts/${post.id}/comments`)
      .send({ memo: '確認します', mentions: ['bob'], task: {} })
      .expect(201);
    await taskOf(comment.body.id);
    await eventually(async () => expect(await kindsTold('bob')).toContain('mention'));
    await on('timeline').delete(`/posts/${post.id}`).expect(204);
    await noTask(post.id);
    await noTask(comment.body.id);
    await eventually(async () => expect(await kindsTold('bob')).not.toContain('mention'));
    await on('timeline').post(`/posts/${post.id}/restore`).expect(200);
    await taskOf(post.id);
    await taskOf(comment.body.id);
  });

  it('refuse a label that the timeline does not know', async () => {
    const post = await newPost({ memo: 'ラベル', task: {} });
    await taskOf(post.id);
    const { body } = await on('tasks')
      .patch(`/tasks/${post.id}`)
      .send({ labelIds: ['no-such-label'] })
      .expect(422);
    expect(body.code).toBe('tasks.task.unknown-label');
  });

  it('lose a label that is deleted, on both sides', async () => {
    const label = await on('timeline', 'boss').post('/labels').send({ name: '夏祭り' }).expect(201);
    const labelId: string = label.body.id;
    const content = { memo: '出店の手配', labelIds: [labelId, 'idea'], task: {} };
    const post = await newPost(content);
    const comment = await on('timeline')
      .post(`/posts/${post.id}/comments`)
      .send(content)
      .expect(201);
    const ids = [post.id, comment.body.id as string];
    for (const id of ids) expect((await taskOf(id)).labelIds).toEqual([labelId, 'idea']);

    await on('timeline', 'boss').delete(`/labels/${labelId}`).expect(204);

    for (const id of ids) {
      await eventually(async () => expect((await taskOf(id)).labelIds).toEqual(['idea']));
    }
    await eventually(async () => expect((await postOf(post.id)).labelIds).toEqual(['idea']));
    const { body } = await on('tasks')
      .patch(`/tasks/${post.id}`)
      .send({ labelIds: [labelId] })
      .expect(422);
    expect(body.code).toBe('tasks.task.unknown-label');
  });

  it('agree: the repair finds no differences, also while posts are written and changed', async () => {
    const written: string[] = [];
    const writing = (async () => {
      for (let index = 0; index < 60; index += 1) {
        const { id } = await newPost({ memo: `投稿 ${index}`, task: {} });
        written.push(id);
        const change = { memo: '直した', task: { status: 'done' } };
        if (index % 3 === 0)
          await on('timeline').patch(`/posts/${id}`).set('if-match', '*').send(change).expect(200);
      }
    })();
    const healthy = { missing: 0, different: 0, orphaned: 0 };
    const during = await on('tasks', 'boss').post('/tasks/repair').expect(200);
    expect(during.body).toMatchObject(healthy);
    await writing;
    for (const id of written) await taskOf(id);
    const after = await on('tasks', 'boss').post('/tasks/repair').expect(200);
    expect(after.body).toMatchObject(healthy);
    expect(after.body.checked).toBeGreaterThanOrEqual(60);
  });
});
