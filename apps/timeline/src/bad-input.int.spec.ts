import type { Comment, Draft, Label, Post, Reaction } from '@engawa/contracts';
import { newId } from '@engawa/persistence';
import type { TestService } from '@engawa/testing';
import { callersOf, people, startTimeline } from './timeline.fixture';

let service: TestService;
let callers: ReturnType<typeof callersOf>;

beforeAll(async () => {
  service = await startTimeline();
  callers = callersOf(service);
});
afterAll(() => service?.stop());

async function create(body: object = {}): Promise<Post> {
  return (
    await callers.writer
      .post('/posts')
      .send({ memo: 'memo', ...body })
      .expect(201)
  ).body;
}
async function writeComment(postId: string, body: object): Promise<Comment> {
  return (await callers.writer.post(`/posts/${postId}/comments`).send(body).expect(201)).body;
}

describe('a memo of 1 MB', () => {
  const memo = 'x'.repeat(1_000_000);

  it('is refused wherever one is written, with a pointer, and changes nothing', async () => {
    const post = await create();
    const comment = await writeComment(post.id, { memo: 'said' });
    const thread = `/posts/${post.id}/comments`;
    for (const [method, path, body] of [
      ['post', '/posts', { memo }],
      ['patch', `/posts/${post.id}`, { memo }],
      ['post', thread, { memo }],
      ['patch', `${thread}/${comment.id}`, { memo }],
      ['put', `/drafts/${newId()}`, { memo, revision: 1 }],
    ] as const) {
      const answer = await callers.writer[method](path).set('if-match', '*').send(body).expect(400);
      expect(answer.body).toMatchObject({
        code: 'request.invalid',
        errors: [{ pointer: '/body/memo' }],
      });
    }
    expect((await callers.writer.get(`/posts/${post.id}`).expect(200)).body.memo).toBe('memo');
    const { body } = await callers.writer.get(thread).expect(200);
    expect((body.items as Comment[]).map((one) => one.memo)).toEqual(['said']);
  });

  it('in a body beyond the limit is refused as a whole', async () => {
    const { body } = await callers.writer
      .post('/posts')
      .send({ memo: 'x'.repeat(2_000_000) })
      .expect(413);
    expect(body.code).toMatch(/^request\./);
  });
});

describe('1,000 of a thing', () => {
  it.each([
    ['mentions', Array(1_000).fill(people.other)],
    ['memberIds', Array(1_000).fill(people.sato)],
    ['labelIds', Array(1_000).fill('idea')],
    ['attachmentIds', Array(1_000).fill('a')],
  ])('is refused in drafts too: %s', async (field, ids) => {
    const { body } = await callers.writer
      .put(`/drafts/${newId()}`)
      .send({ memo: 'a', revision: 1, [field]: ids })
      .expect(400);
    expect(body.errors).toMatchObject([{ pointer: `/body/${field}` }]);
  });
});

describe('HTML and scripts', () => {
  const evil = `<img src=x onerror=alert(1)><script>alert("1")</script>'"&{{x}}\${y}`;

  it('stay the text that they are in everything that is written', async () => {
    const introduction = {
      ...{ memberId: people.sato, toMemberId: people.suzuki },
      ...{ about: evil, outcome: 'met', outcomeNote: evil },
    };
    const post = await create({ memo: evil, introduction });
    expect(post).toMatchObject({ memo: evil, introduction: { about: evil, outcomeNote: evil } });
    expect((await writeComment(post.id, { memo: evil })).memo).toBe(evil);
    const draftId = newId();
    const draft = (
      await callers.writer.put(`/drafts/${draftId}`).send({ memo: evil, revision: 1 }).expect(200)
    ).body as Draft;
    expect(draft.memo).toBe(evil);
    const name = '<b onclick=x>ラベル</b>';
    const label = (await callers.admin.post('/labels').send({ name }).expect(201)).body as Label;
    expect(label.name).toBe(name);
    const reactions = (await callers.admin.get('/reactions').expect(200)).body.items as Reaction[];
    const renamed = await callers.admin
      .patch(`/reactions/${reactions[0]!.id}`)
      .set('if-match', '*')
      .send({ name })
      .expect(200);
    expect(renamed.body.name).toBe(name);
    await callers.writer
      .patch(`/posts/${post.id}`)
      .set('if-match', '*')
      .send({ memo: `${evil}!` })
      .expect(200);
    const history = await callers.other.get(`/posts/${post.id}/history`).expect(200);
    expect(history.body.items).toMatchObject([{ memo: evil }]);
  });

  it('leave as text in a file name and in what is exported', async () => {
    const title = '<script>alert(1)<script>.txt';
    const file = await callers.writer
      .post('/attachments')
      .attach('file', Buffer.from('text'), title)
      .expect(201);
    expect(file.body.title).not.toMatch(/[/\\\0]/);
    await create({ memo: evil, talkedAt: '2011-05-05T00:00:00.000Z' });
    const range = 'from=2011-05-01T00:00:00.000Z&to=2011-06-01T00:00:00.000Z';
    const { text, headers } = await callers.admin.get(`/posts/export?${range}`).expect(200);
    expect(headers['content-type']).toContain('text/csv');
    expect(text).toContain(evil.replaceAll('"', '""'));
  });
});

describe('a pictogram that does not exist', () => {
  it('is refused on posts and comments, for an unknown, deleted or malformed one', async () => {
    const post = await create();
    const comment = await writeComment(post.id, { memo: 'said' });
    for (const path of [
      `/posts/${post.id}/reactions`,
      `/posts/${post.id}/comments/${comment.id}/reactions`,
    ]) {
      const unknown = await callers.writer.post(path).send({ reactionId: 'none' }).expect(422);
      expect(unknown.body.code).toBe('timeline.reaction.unknown');
      await callers.writer
        .post(path)
        .send({ reactionId: { $ne: null } })
        .expect(400);
      await callers.writer.post(path).send({}).expect(400);
    }
    expect((await callers.writer.get(`/posts/${post.id}`)).body.reactions).toEqual([]);
  });
});

describe('a cursor that was made up', () => {
  it.each([
    ['letters', 'AAAA'],
    ['an object', 'eyJhIjoxfQ'],
    ['an operator', '%24where'],
    ['5,000 letters', 'a'.repeat(5_000)],
  ])('of %s is refused', async (_what, cursor) => {
    const post = await create();
    for (const path of ['/posts', `/posts/${post.id}/comments`]) {
      const { body } = await callers.writer.get(`${path}?cursor=${cursor}`).expect(400);
      expect(body.code).toMatch(/^request\.invalid/);
    }
  });
});

describe('two editors', () => {
  it('of one comment: the later gets the current version, and nothing is lost', async () => {
    const post = await create();
    const comment = await writeComment(post.id, { memo: 'first' });
    const path = `/posts/${post.id}/comments/${comment.id}`;
    const save = (memo: string, by = callers.writer) =>
      by.patch(path).set('if-match', `"${comment.version}"`).send({ memo });
    const stored = (await save('second', callers.admin).expect(200)).body as Comment;
    const late = await save('mine').expect(412);
    expect(late.body.current).toMatchObject({ memo: 'second', version: stored.version });
    expect((await callers.writer.get(path).expect(200)).body.memo).toBe('second');
  });

  it('of one draft, on two devices: neither text overwrites the other', async () => {
    const id = newId();
    const save = (memo: string, revision: number) =>
      callers.writer.put(`/drafts/${id}`).send({ memo, revision });
    await save('begun', 1).expect(200);
    await save('here', 2).expect(200);
    const late = await save('there', 2).expect(412);
    expect(late.body.current).toMatchObject({ memo: 'here', revision: 2 });
    expect((await callers.writer.get(`/drafts/${id}`).expect(200)).body.memo).toBe('here');
  });
});
