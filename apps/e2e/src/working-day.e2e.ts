import type { Comment, Label, Member, Notification, Post, Reaction, Task } from '@engawa/contracts';
import { Api, eventually } from './api';
import { Installation } from './world';

interface List<T> {
  items: T[];
  nextCursor: string | null;
  previousCursor: string | null;
}

const anyVersion = { 'if-match': '*' };

// The same day, all in one process and as a process for each service (OPS-1).
describe.each(['all-in-one', 'separate'] as const)('the first working day, %s', (shape) => {
  let installation: Installation;
  let admin: Api;
  let staff: Api;
  let other: Api;
  let members: Member[];

  beforeAll(async () => {
    installation = await Installation.start({ shape, posts: 30 });
    admin = await Api.signIn(installation.url, 'admin@engawa.example');
    staff = await Api.signIn(installation.url, 'staff@engawa.example');
    other = await Api.signIn(installation.url, 'admin@other.example');
    members = (await staff.get<List<Member>>('/members?limit=100')).body.items;
  }, 180_000);
  afterAll(() => installation?.stop());

  it('answers health, version and documents for the whole', async () => {
    expect((await fetch(`${installation.url}/health/live`)).status).toBe(200);
    expect((await fetch(`${installation.url}/health/ready`)).status).toBe(200);
    const document = (await (await fetch(`${installation.url}/api/openapi.json`)).json()) as {
      openapi: string;
      paths: Record<string, Record<string, { operationId?: string }>>;
    };
    expect(document.openapi).toMatch(/^3\.1/);
    const operations = Object.values(document.paths)
      .flatMap((methods) => Object.values(methods))
      .map((operation) => operation.operationId);
    expect(operations).toEqual(
      expect.arrayContaining([
        ...['signIn', 'signOut', 'refreshSession', 'getSession', 'listPosts', 'getPost'],
        ...['createPost', 'updatePost', 'deletePost', 'listComments', 'createComment'],
        ...['toggleReaction', 'listTasks', 'getTask', 'updateTask', 'listNotifications'],
        ...['markNotificationRead', 'getUnreadCount', 'listMembers', 'getMember', 'listStaffs'],
        ...['getStaff', 'listLabels', 'listReactions'],
      ]),
    );
    expect(new Set(operations).size).toBe(operations.length);
    const docs = await fetch(`${installation.url}/api/docs`);
    expect(docs.status).toBe(200);
    expect(await docs.text()).toContain('<html');
  });

  it('knows who is signed in and what they may do', () => {
    expect(admin.session).toMatchObject({
      admin: true,
      god: false,
      staff: { role: 'primaryAdmin' },
    });
    expect(staff.session).toMatchObject({ admin: false, god: false, staff: { role: 'staff' } });
    expect(staff.session?.space.id).toBe(admin.session?.space.id);
    expect(other.session?.space.id).not.toBe(admin.session?.space.id);
    expect(members.length).toBe(60);
  });

  it('writes, edits and deletes a post about members', async () => {
    const { items: labels } = (await staff.get<List<Label>>('/labels')).body;
    const written = await staff.post<Post>('/posts', {
      memo: '来月から週3日に増やしたいとのこと。\nhttps://example.com/',
      memberIds: [members[0]!.id, members[1]!.id],
      labelIds: [labels[0]!.id],
      talkedAt: '2025-11-20T05:30:00.000Z',
    });
    expect(written.status).toBe(201);
    expect(written.body).toMatchObject({
      ownerId: staff.staffId,
      owner: { displayName: staff.session?.staff.displayName },
      members: [{ id: members[0]!.id, deleted: false }, { id: members[1]!.id }],
      labelIds: [labels[0]!.id],
      talkedAt: '2025-11-20T05:30:00.000Z',
      task: null,
      editedAt: null,
    });
    const edited = await staff.patch<Post>(
      `/posts/${written.body.id}`,
      { memo: '週4日に変更。' },
      { 'if-match': `"${written.body.version}"` },
    );
    expect(edited.body.memo).toBe('週4日に変更。');
    expect(edited.body.editedAt).not.toBeNull();
    expect(edited.body.version).toBeGreaterThan(written.body.version);

    const stranger = await Api.signIn(installation.url, 'tsubasa@engawa.example');
    expect(
      (await stranger.patch(`/posts/${written.body.id}`, { memo: 'x' }, anyVersion)).status,
    ).toBe(403);
    expect((await other.get(`/posts/${written.body.id}`)).status).toBe(404);
    expect((await staff.delete(`/posts/${written.body.id}`)).status).toBe(204);
    expect((await staff.get(`/posts/${written.body.id}`)).status).toBe(404);
  });

  it('walks the timeline in both directions without a gap or a double', async () => {
    const seen: string[] = [];
    let path = '/posts';
    for (;;) {
      const page = (await staff.get<List<Post>>(path)).body;
      expect(page.items.length).toBeLessThanOrEqual(10);
      seen.push(...page.items.map((post) => post.id));
      if (!page.nextCursor) break;
      path = `/posts?cursor=${page.nextCursor}`;
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.length).toBe(30);
    const middle = seen[15]!;
    const around = (await staff.get<List<Post>>(`/posts?around=${middle}`)).body;
    expect(around.items.map((post) => post.id)).toEqual(seen.slice(10, 21));
    const newer = (await staff.get<List<Post>>(`/posts?cursor=${around.previousCursor}`)).body;
    expect(newer.items.map((post) => post.id)).toEqual(seen.slice(0, 10));
  });

  it('comments with a mention and reacts; the mentioned staff member is notified once', async () => {
    const { body: post } = await staff.post<Post>('/posts', { memo: '空調が寒いとのこと。' });
    const comment = await admin.post<Comment>(`/posts/${post.id}/comments`, {
      memo: '@水野 航 風向きを見てください。',
      mentions: [staff.staffId],
    });
    expect(comment.status).toBe(201);
    expect(comment.body.mentions).toMatchObject([{ id: staff.staffId }]);

    const told = await eventually(async () => {
      const { items } = (await staff.get<List<Notification>>('/notifications')).body;
      const about = items.filter((item) => item.postId === post.id);
      expect(about).toHaveLength(1);
      return about[0]!;
    });
    expect(told).toMatchObject({ kind: 'mention', read: false, actor: { id: admin.staffId } });

    const { items: reactions } = (await staff.get<List<Reaction>>('/reactions')).body;
    const on = await admin.post<{ reacted: boolean }>(`/posts/${post.id}/reactions`, {
      reactionId: reactions[0]!.id,
    });
    expect(on.body.reacted).toBe(true);
    const off = await admin.post<{ reacted: boolean; reactions: unknown[] }>(
      `/posts/${post.id}/reactions`,
      { reactionId: reactions[0]!.id },
    );
    expect(off.body).toMatchObject({ reacted: false, reactions: [] });

    expect((await admin.post(`/notifications/${told.id}/read`)).status).toBe(404);
    expect((await staff.post(`/notifications/${told.id}/read`)).status).toBeLessThan(300);
    const seen = (await staff.get<Post>(`/posts/${post.id}`)).body;
    expect(seen.commentCount).toBe(1);
    expect(seen.lastCommenters).toMatchObject([{ id: admin.staffId }]);
  });

  it('turns a post into a task that is mirrored both ways, and back', async () => {
    const { body: post } = await admin.post<Post>('/posts', {
      memo: 'モニターのケーブルを交換する',
      memberIds: [members[3]!.id],
      task: { status: 'waiting', assignUserId: staff.staffId },
    });
    const task = await eventually(async () => {
      const answer = await staff.get<Task>(`/tasks/${post.id}`);
      expect(answer.status).toBe(200);
      return answer.body;
    });
    expect(task).toMatchObject({
      threadReference: `spaces/${staff.session?.space.id}/posts/${post.id}`,
      task: { status: 'waiting', assignUserId: staff.staffId },
      memo: 'モニターのケーブルを交換する',
    });
    await eventually(async () => {
      const { items } = (await staff.get<List<Notification>>('/notifications')).body;
      expect(items.filter((item) => item.postId === post.id)).toMatchObject([
        { kind: 'taskAssigned' },
      ]);
    });

    const done = await staff.patch<Task>(`/tasks/${post.id}`, { status: 'done' });
    expect(done.body.task.status).toBe('done');
    await eventually(async () => {
      const mirrored = (await admin.get<Post>(`/posts/${post.id}`)).body;
      expect(mirrored.task).toMatchObject({ status: 'done', assignUserId: staff.staffId });
      expect(mirrored.task?.statusUpdatedAt).toBe(done.body.task.statusUpdatedAt);
    });

    await admin.patch(
      `/posts/${post.id}`,
      { task: { status: 'inProgress', assignUserId: null } },
      anyVersion,
    );
    await eventually(async () => {
      const mirrored = (await staff.get<Task>(`/tasks/${post.id}`)).body;
      expect(mirrored.task).toMatchObject({ status: 'inProgress', assignUserId: null });
    });

    await admin.patch(`/posts/${post.id}`, { task: null }, anyVersion);
    await eventually(async () => {
      expect((await staff.get(`/tasks/${post.id}`)).status).toBe(404);
    });
    expect((await admin.get<Post>(`/posts/${post.id}`)).body.task).toBeNull();
  });

  it('turns a comment into a task; deleting the task clears the comment', async () => {
    const { body: post } = await staff.post<Post>('/posts', { memo: '鍵の返却について。' });
    const { body: comment } = await staff.post<Comment>(`/posts/${post.id}/comments`, {
      memo: '明日連絡します。',
      task: { status: 'waiting', assignUserId: staff.staffId },
    });
    await eventually(async () => {
      const task = await admin.get<Task>(`/tasks/${comment.id}`);
      expect(task.body.threadReference).toBe(
        `spaces/${staff.session?.space.id}/posts/${post.id}/comments/${comment.id}`,
      );
    });
    expect((await staff.delete(`/tasks/${comment.id}`)).status).toBe(204);
    await eventually(async () => {
      const { items } = (await staff.get<List<Comment>>(`/posts/${post.id}/comments`)).body;
      expect(items[0]?.task).toBeNull();
    });
  });

  it('shows nothing of it to the other space', async () => {
    const mine = (await staff.get<List<Post>>('/posts')).body.items[0]!;
    for (const path of [
      `/posts/${mine.id}`,
      `/posts/${mine.id}/comments`,
      `/members/${members[0]!.id}`,
      `/staffs/${staff.staffId}`,
      `/tasks/${mine.id}`,
    ]) {
      const foreign = await other.get<{ code: string }>(path);
      const unknown = await other.get<{ code: string }>(
        path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, '00000000-0000-7000-8000-000000000000'),
      );
      expect([path, foreign.status, foreign.body.code]).toEqual([path, 404, unknown.body.code]);
      expect(unknown.status).toBe(404);
    }
    expect((await other.get<List<Member>>('/members')).body.items).toHaveLength(3);
  });
});
