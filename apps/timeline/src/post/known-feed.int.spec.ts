import { events, type Post } from '@engawa/contracts';
import { eventually, memberFacts, staffFacts, type TestService } from '@engawa/testing';
import { callersOf, people, startTimeline } from '../timeline.fixture';
import { PostMapper } from './post.mapper';
import { PostRepository } from './post.repository';

let service: TestService;
let callers: ReturnType<typeof callersOf>;
let made: jest.SpyInstance;

beforeAll(async () => {
  service = await startTimeline();
  callers = callersOf(service);
  made = jest.spyOn(service.running.app.get(PostMapper), 'namedAnswers');
});
afterAll(() => service?.stop());

const FEED = '/posts?limit=20';
const create = async (body: object): Promise<Post> =>
  (await callers.writer.post('/posts').send(body).expect(201)).body;
const change = (path: string, body: object, by = callers.writer) =>
  by.patch(path).set('if-match', '*').send(body).expect(200);
const ask = (etag: string, path = FEED, by = callers.other) =>
  by.get(path).set('if-none-match', etag);
const tagOf = async (path = FEED, by = callers.other): Promise<string> =>
  (await by.get(path).expect(200)).headers['etag']!;

/** The tag of the feed, once 304 is answered without making the list. */
async function knownTag(path = FEED): Promise<string> {
  return eventually(async () => {
    const etag = await tagOf(path);
    await ask(etag, path).expect(304);
    made.mockClear();
    await ask(etag, path).expect(304);
    expect(made).not.toHaveBeenCalled();
    return etag;
  });
}

/** The changed list is sent in full, and equals what a caller without a tag gets. */
async function expectSent(etag: string, path = FEED): Promise<void> {
  const answer = await ask(etag, path).expect(200);
  const fresh = await callers.other.get(path).expect(200);
  expect(answer.body).toEqual(fresh.body);
  expect(answer.headers['etag']).toBe(fresh.headers['etag']);
  expect(answer.headers['etag']).not.toBe(etag);
}

describe('a feed that was made before', () => {
  const read = async (by = callers.other): Promise<Post[]> =>
    (await by.get(FEED).expect(200)).body.items;
  /** Reads until the list is no longer made for each reader. */
  const warm = () =>
    eventually(async () => {
      await read();
      made.mockClear();
      await read();
      expect(made).not.toHaveBeenCalled();
    });

  it('is not made again for anyone of the space, whether they have it or not', async () => {
    await create({ memo: '鍵の受け渡し', memberIds: [people.suzuki] });
    await warm();
    const [mine, theirs, foreign] = await Promise.all([
      read(),
      read(callers.writer),
      read(callers.foreign),
    ]);
    expect(mine[0]).toMatchObject({ memo: '鍵の受け渡し', members: [{ id: people.suzuki }] });
    expect(theirs).toEqual(mine);
    expect(foreign).toEqual([]);
    expect(made.mock.calls.map(([space]) => space)).not.toContain('space-a');
  });

  it("shows the reader's own write at once", async () => {
    await warm();
    const post = await create({ memo: '書いたばかり' });
    expect((await read(callers.writer))[0]).toMatchObject({ id: post.id, memo: '書いたばかり' });
    await warm();
    await change(`/posts/${post.id}`, { memo: '書き直した' });
    expect((await read(callers.writer))[0]).toMatchObject({ id: post.id, memo: '書き直した' });
    await warm();
    await callers.writer.delete(`/posts/${post.id}`).expect(204);
    expect((await read(callers.writer)).map(({ id }) => id)).not.toContain(post.id);
  });

  it('is not kept for the state before a post that was written meanwhile', async () => {
    await warm();
    await create({ memo: '前からある' });
    const posts = service.running.app.get(PostRepository);
    const findPage = posts.findRevisedFeedPage.bind(posts);
    let meanwhile: Post | undefined;
    jest.spyOn(posts, 'findRevisedFeedPage').mockImplementationOnce(async (...asked) => {
      meanwhile = await create({ memo: '書いてすぐ消す' });
      return findPage(...asked);
    });
    expect((await read())[0]).toMatchObject({ memo: '書いてすぐ消す' });
    await callers.writer.delete(`/posts/${meanwhile!.id}`).expect(204);
    expect((await read())[0]).toMatchObject({ memo: '前からある' });
  });
});

describe('a feed that the caller has', () => {
  let post: Post;
  beforeAll(async () => {
    post = await create({ memo: '見学のあと', memberIds: [people.sato], labelIds: ['idea'] });
  });

  it('is not made again while nothing changed, for each address', async () => {
    const etag = await knownTag();
    await ask(etag, '/posts?limit=21').expect(304);
    expect(made).toHaveBeenCalledTimes(1);
    await ask(etag.replace('"', '"x')).expect(200);
    await ask(etag, FEED, callers.writer).expect(304);
    await ask(etag, FEED, callers.foreign).expect(200);
    await ask(etag, FEED, service.anonymous()).expect(401);
  });

  it('is refused to the same caller without the permission', async () => {
    const etag = await knownTag();
    const withoutScope = service.asStaff({ staffId: people.other, scopes: ['member.read'] });
    await ask(etag, FEED, withoutScope).expect(403);
    await ask(etag).expect(304);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['a new post', () => create({ memo: '次の日', memberIds: [people.suzuki] })],
    ['an edit', () => change(`/posts/${post.id}`, { memo: '週3日で入会' })],
    ['a comment', () => callers.other.post(`/posts/${post.id}/comments`).send({ memo: '了解' })],
    [
      'a reaction',
      () => callers.other.post(`/posts/${post.id}/reactions`).send({ reactionId: 'like' }),
    ],
    ['a task', () => change(`/posts/${post.id}`, { task: { status: 'waiting' } })],
    ['a task that ends', () => change(`/posts/${post.id}`, { task: null })],
    ['a must-read', () => change(`/posts/${post.id}`, { mustRead: true }, callers.admin)],
    ['a confirmation', () => callers.admin.post(`/posts/${post.id}/confirmations`).expect(200)],
    ['an issue', () => change(`/posts/${post.id}`, { labelIds: ['businessIssue'] })],
    ['a deletion', () => callers.writer.delete(`/posts/${post.id}`).expect(204)],
    ['a restored post', () => callers.writer.post(`/posts/${post.id}/restore`).expect(200)],
  ])('is sent after %s', async (_what, act) => {
    const etag = await knownTag();
    await act();
    await eventually(() => expectSent(etag));
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      'another name of the writer',
      () =>
        service.publish(events.staffUpdated, {
          version: 2,
          data: staffFacts({ staffId: people.writer, displayName: '書き手の新しい名前' }),
        }),
    ],
    [
      'another name of a member',
      () =>
        service.publish(events.memberUpdated, {
          version: 2,
          data: memberFacts({ memberId: people.sato, familyName: '斎藤' }),
        }),
    ],
    [
      'the deactivation of the writer',
      () =>
        service.publish(events.staffDeactivated, {
          version: 3,
          data: staffFacts({ staffId: people.writer, deactivated: true }),
        }),
    ],
    [
      'a merge of a member',
      () =>
        service.publish(events.memberUpdated, {
          version: 3,
          data: memberFacts({ memberId: people.sato, mergedInto: people.suzuki, deleted: true }),
        }),
    ],
  ])('is sent after %s', async (_what, act) => {
    const etag = await knownTag();
    await act();
    await eventually(() => expectSent(etag));
  });

  it('is sent after another filter of its saved view', async () => {
    await create({ memo: 'ラベルつき', labelIds: ['idea'] });
    const { body } = await callers.other
      .post('/saved-views')
      .send({ displayName: '見方', criteria: { labelId: 'idea' } })
      .expect(201);
    const { id } = body;
    const path = `${FEED}&view=${id}`;
    const etag = await knownTag(path);
    await change(`/saved-views/${id}`, { criteria: { unanswered: true } }, callers.other);
    await expectSent(etag, path);
  });
});
