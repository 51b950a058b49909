import { events } from '@engawa/contracts';
import { eventually, type TestService } from '@engawa/testing';
import { callersOf, startTimeline } from '../timeline.fixture';

let service: TestService;
let callers: ReturnType<typeof callersOf>;

beforeAll(async () => {
  service = await startTimeline();
  callers = callersOf(service);
});
afterAll(() => service?.stop());

/** The audit entry of an action on a target. */
function line(action: string, targetId?: string) {
  return eventually(() => {
    const told = service.events
      .of(events.timelineAudited)
      .find(({ data }) => data.action === action && (!targetId || data.target.id === targetId));
    expect([action, told?.actor]).toEqual([action, callers.admin.staffId]);
    return told!.data;
  });
}

describe('the audit log records', () => {
  it('labels, with old and new values', async () => {
    const { admin } = callers;
    const { body } = await admin
      .post('/labels')
      .send({ name: '見学', color: 'teal', isIssue: false })
      .expect(201);
    await line('timeline.label.created', body.id);
    await admin.patch(`/labels/${body.id}`).set('if-match', '*').send({ name: '内覧' }).expect(200);
    expect((await line('timeline.label.updated', body.id)).changes).toEqual([
      { field: 'name', before: '見学', after: '内覧' },
    ]);
    await admin.delete(`/labels/${body.id}`).expect(204);
    expect((await line('timeline.label.deleted', body.id)).target.name).toBe('内覧');
  });

  it('deletions of views that the space shares, not of private ones', async () => {
    const { admin } = callers;
    const add = (displayName: string, shared: boolean) =>
      admin.post('/saved-views').send({ displayName, criteria: {}, shared }).expect(201);
    const own = (await add('自分の一覧', false)).body;
    const shared = (await add('みんなの一覧', true)).body;
    await admin.delete(`/saved-views/${own.id}`).expect(204);
    await admin.delete(`/saved-views/${shared.id}`).expect(204);
    expect((await line('timeline.savedView.deleted')).target).toEqual({
      ...{ type: 'savedView', id: shared.id, name: 'みんなの一覧' },
    });
  });

  it('pictograms, exports and deletions, without what was written', async () => {
    const { admin } = callers;
    const { body: reactions } = await admin.get('/reactions').expect(200);
    const [reaction] = reactions.items;
    await admin.delete(`/reactions/${reaction.id}`).expect(204);
    expect((await line('timeline.reaction.deleted', reaction.id)).target.name).toContain(
      reaction.emoji,
    );
    const post = await admin.post('/posts').send({ memo: '内緒の話' }).expect(201);
    const comment = await admin
      .post(`/posts/${post.body.id}/comments`)
      .send({ memo: '内緒の返事' })
      .expect(201);
    await admin.delete(`/posts/${post.body.id}/comments/${comment.body.id}`).expect(204);
    await admin.delete(`/posts/${post.body.id}`).expect(204);
    await line('timeline.comment.deleted', comment.body.id);
    await line('timeline.post.deleted', post.body.id);
    await admin.get('/posts/export?from=2026-01-01T00:00:00Z').expect(200);
    expect((await line('timeline.posts.exported')).changes).toEqual([
      { field: 'from', before: null, after: '2026-01-01T00:00:00Z' },
    ]);
    expect(JSON.stringify(service.events.of(events.timelineAudited))).not.toContain('内緒');
  });
});
