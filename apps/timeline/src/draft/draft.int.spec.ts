import { type Draft, DRAFT_LIMIT, events } from '@engawa/contracts';
import { explainOf, newId } from '@engawa/persistence';
import { eventually, joinCalls, memberFacts, type TestService, throughout } from '@engawa/testing';
import { callersOf, people, startTimeline } from '../timeline.fixture';
import { CommentRepository } from '../comment/comment.repository';
import { PostRepository } from '../post/post.repository';
import { DraftRepository } from './draft.repository';

let service: TestService;
let callers: ReturnType<typeof callersOf>;

beforeAll(async () => {
  service = await startTimeline();
  callers = callersOf(service);
});
afterAll(() => service?.stop());

const save = (id: string, body: object, by = callers.writer) => by.put(`/drafts/${id}`).send(body);
async function list(by = callers.writer): Promise<Draft[]> {
  return (await by.get('/drafts').expect(200)).body.items;
}

it('keeps everything that was chosen, and shows it on every device', async () => {
  const file = (
    await callers.writer.post('/attachments').attach('file', Buffer.from('x'), 'x.txt').expect(201)
  ).body;
  const id = newId();
  const written = {
    memo: '書きかけ',
    memberIds: [people.sato],
    labelIds: ['idea'],
    attachmentIds: [file.id],
    task: { status: 'inProgress', assignUserId: people.other },
    talkedAt: '2026-11-20T01:00:00.000Z',
    mustRead: true,
    whereList: '/members/member-sato',
  };
  const { body } = await save(id, { revision: 1, ...written }).expect(200);
  const { attachmentIds, ...shown } = written;
  expect(body).toMatchObject({
    id,
    ownerId: people.writer,
    isCommentDraft: false,
    members: [{ id: people.sato, familyName: '佐藤' }],
    attachments: [{ id: attachmentIds[0], title: 'x.txt' }],
    ...shown,
  });
  expect((await callers.writer.get(`/drafts/${id}`).expect(200)).body).toEqual(body);
  expect((await list())[0]).toEqual(body);
  await eventually(() => {
    expect(service.events.of(events.draftSaved).map(({ data }) => data)).toContainEqual({
      staffId: people.writer,
      draftId: id,
    });
  });
});

it('keeps no more than the limit when two are begun at the same moment', async () => {
  const drafts = service.running.app.get(DraftRepository);
  const caller = service.asStaff({ staffId: 'busy-writer' });
  for (let index = 1; index < DRAFT_LIMIT; index += 1) {
    await save(newId(), { revision: 1, memo: `${index}` }, caller).expect(200);
  }
  const restore = joinCalls(drafts, 'findPlaces');
  const ids = [newId(), newId()];
  const answers = await Promise.all(
    ids.map((id) => save(id, { revision: 1, memo: 'x' }, caller)),
  ).finally(restore);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  expect(await drafts.findPlaces('space-a', 'busy-writer')).toHaveLength(DRAFT_LIMIT);
  const saved = ids[answers.findIndex(({ status }) => status === 200)]!;
  await caller.delete(`/drafts/${saved}`).expect(204);
  await save(newId(), { revision: 1, memo: 'y' }, caller).expect(200);
});

it('never lets older text overwrite newer, in whatever order it arrives', async () => {
  const id = newId();
  await save(id, { revision: 3, memo: 'third' }).expect(200);
  const { body } = await save(id, { revision: 2, memo: 'second' }).expect(412);
  expect(body).toMatchObject({
    code: 'timeline.draft.stale',
    current: { revision: 3, memo: 'third' },
  });
  await save(id, { revision: 3, memo: 'other third' }).expect(412);
  // Repeated, as after a lost answer.
  await save(id, { revision: 3, memo: 'third' }).expect(200);
  const answers = await Promise.all(
    [9, 5, 8, 4, 7, 6].map((revision) => save(id, { revision, memo: `${revision}` })),
  );
  expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
  expect((await callers.writer.get(`/drafts/${id}`)).body.memo).toBe('9');
});

it('does not come back after it was sent', async () => {
  const id = newId();
  await save(id, { revision: 1, memo: 'to be sent' }).expect(200);
  const before = (await callers.writer.get('/drafts/count').expect(200)).body.count as number;
  await callers.writer.post('/posts').send({ memo: 'to be sent', draftId: id }).expect(201);
  expect((await callers.writer.get('/drafts/count')).body.count).toBe(before - 1);
  const late = await save(id, { revision: 99, memo: 'late autosave' }).expect(409);
  expect(late.body.code).toBe('timeline.draft.ended');
  await callers.writer.get(`/drafts/${id}`).expect(404);
  const twice = await callers.writer
    .post('/posts')
    .send({ memo: 'again', draftId: id })
    .expect(409);
  expect(twice.body.code).toBe('timeline.draft.ended');
});

it.each(['post', 'comment'] as const)(
  'is sent once as a %s by a request that is repeated while the first is under way',
  async (kind) => {
    const { body: post } = await callers.writer.post('/posts').send({ memo: 'x' }).expect(201);
    const id = newId();
    await save(id, { revision: 1, memo: '一度だけ' }).expect(200);
    const path = kind === 'post' ? '/posts' : `/posts/${post.id}/comments`;
    const send = () =>
      callers.writer
        .post(path)
        .set('idempotency-key', `once-${id}`)
        .send({ memo: '一度だけ', draftId: id })
        .expect(201);
    const { app } = service.running;
    const repository: Pick<PostRepository, 'findWritten'> =
      kind === 'post' ? app.get(PostRepository) : app.get(CommentRepository);
    const find = repository.findWritten.bind(repository);
    const first: Promise<{ body: { id: string } }>[] = [];
    // The repetition looks just before the first writes.
    const spy = jest.spyOn(repository, 'findWritten').mockImplementationOnce(async (...args) => {
      const found = await find(...args);
      first.push(send().then((answer) => answer));
      await first[0];
      return found;
    });
    const { body: repeated } = await send();
    spy.mockRestore();
    expect((await first[0]!).body.id).toBe(repeated.id);
    expect((await list()).map((draft) => draft.id)).not.toContain(id);
  },
);

it('is not created by a first save that arrives after it was sent', async () => {
  const id = newId();
  const post = (await callers.writer.post('/posts').send({ memo: 'quick', draftId: id })).body;
  await save(id, { revision: 1, memo: 'quick' }).expect(409);
  const commentDraft = newId();
  await save(commentDraft, { revision: 1, memo: 'c', postIdForComment: post.id }).expect(200);
  const own = await callers.writer.get(`/drafts?postIdForComment=${post.id}`).expect(200);
  expect(own.body.items).toMatchObject([{ id: commentDraft, isCommentDraft: true }]);
  await callers.writer
    .post(`/posts/${post.id}/comments`)
    .send({ memo: 'c', draftId: commentDraft })
    .expect(201);
  await save(commentDraft, { revision: 2, memo: 'c2' }).expect(409);
});

it('is thrown away with its files, and stays away', async () => {
  const id = newId();
  const file = (
    await callers.writer.post('/attachments').attach('file', Buffer.from('y'), 'y.txt').expect(201)
  ).body;
  await save(id, { revision: 1, memo: 'x', attachmentIds: [file.id] }).expect(200);
  await callers.writer.delete(`/drafts/${id}`).expect(204);
  await callers.writer.delete(`/drafts/${id}`).expect(404);
  await save(id, { revision: 2, memo: 'x' }).expect(409);
  await callers.writer.delete(`/attachments/${file.id}`).expect(404);
});

it('keeps the text when a file is gone or of another', async () => {
  const foreign = (
    await callers.other.post('/attachments').attach('file', Buffer.from('z'), 'z.txt').expect(201)
  ).body;
  const id = newId();
  const body = { revision: 1, memo: 'text', attachmentIds: ['gone', foreign.id] };
  expect((await save(id, body).expect(200)).body).toMatchObject({ memo: 'text', attachments: [] });
});

it("is its writer's alone", async () => {
  const id = newId();
  await save(id, { revision: 1, memo: 'private' }).expect(200);
  for (const by of [callers.other, callers.admin]) {
    await by.get(`/drafts/${id}`).expect(404);
    await by.delete(`/drafts/${id}`).expect(404);
    await save(id, { revision: 2, memo: 'taken' }, by).expect(404);
    await by.post('/posts').send({ memo: 'x', draftId: id }).expect(201);
    expect((await list(by)).map((draft) => draft.id)).not.toContain(id);
  }
  await callers.foreign.get(`/drafts/${id}`).expect(404);
  expect(
    (await save(id, { revision: 1, memo: 'theirs' }, callers.foreign).expect(200)).body.memo,
  ).toBe('theirs');
  await throughout(async () => {
    expect((await callers.writer.get(`/drafts/${id}`).expect(200)).body.memo).toBe('private');
  });
});

it('is hidden when all its members resigned, and shown again when one returns', async () => {
  const id = newId();
  const memberIds = [people.suzuki, people.resigned];
  const saved = (await save(id, { revision: 1, memo: 'about', memberIds }).expect(200)).body;
  expect(saved.memberIds).toEqual([people.suzuki]);
  const shown = async () => {
    const ids = (await list()).map((draft) => draft.id);
    const { count } = (await callers.writer.get('/drafts/count').expect(200)).body;
    expect(count).toBe(ids.length);
    return ids.includes(id);
  };
  const facts = (deleted: boolean) => memberFacts({ memberId: people.suzuki, deleted });
  await service.publish(events.memberDeleted, { version: 2, data: facts(true) });
  await eventually(async () => expect(await shown()).toBe(false));
  await service.publish(events.memberRestored, { version: 3, data: facts(false) });
  await eventually(async () => expect(await shown()).toBe(true));
});

it.each([
  ['no revision', { memo: 'x' }],
  ['an unknown field', { revision: 1, ownerId: people.other }],
  ['an operator', { revision: { $gt: 0 } }],
  ['a memo of a megabyte', { revision: 1, memo: 'a'.repeat(900_000) }],
])('refuses %s', async (_what, body) => {
  await save(newId(), body).expect(400);
});

it('reads no more than it returns', async () => {
  const repository = service.running.app.get(DraftRepository);
  const plan = await explainOf(repository.openQuery('space-a', people.writer));
  expect(plan.index).toBe('owner');
  expect(plan.stages).not.toContain('SORT');
  expect(plan.keysExamined).toBeLessThanOrEqual(plan.returned + 1);
});

it('leaves out what is not of the space rather than losing the text', async () => {
  const { body } = await callers.writer
    .put('/drafts/draft-of-strangers')
    .send({
      revision: 1,
      memo: 'text',
      memberIds: [people.sato, people.stranger],
      labelIds: ['idea', 'no-such'],
      mentions: [people.other, people.foreign, people.god],
      task: { status: 'waiting', assignUserId: people.foreign, dueAt: null },
      introduction: { memberId: people.sato, toMemberId: people.stranger, about: 'x' },
      postIdForComment: 'no-such-post',
    })
    .expect(200);
  expect(body).toMatchObject({
    memo: 'text',
    memberIds: [people.sato],
    labelIds: ['idea'],
    mentions: [people.other],
    task: { status: 'waiting', assignUserId: null },
    introduction: null,
    postIdForComment: null,
  });
});
