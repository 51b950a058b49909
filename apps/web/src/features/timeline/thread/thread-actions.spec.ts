import { configureStore } from '@reduxjs/toolkit';
import type { LiveMessage, Session } from '@engawa/contracts';
import { type Asked, serve } from '../../../../test/answers';
import { api } from '../../../shared/api/api';
import { storeAccess } from '../../../shared/api/access';
import { tagsOf } from '../../../shared/live/live-tags';
import { applyLive } from '../feed/feed';
import { loadOlder, openFeed, shownPosts } from '../feed/feed.fixture';
import { putPost } from '../feed/feed-window';
import { postOf, sampleMember, sampleStaff } from '../post/post.fixture';
import { timelineApi } from '../timeline.api';
import { editComment, removeComment, writeComment } from './comment-actions';
import { editPost, removePost, restorePost, writePost } from './post-actions';
import { react, toggled } from './reaction-actions';
import { cachedPost, changeFeeds } from './thread-cache';

const place = { kind: 'all' } as const;
const session = {
  staff: { ...sampleStaff },
  space: { id: 'space' },
  permissions: [],
} as unknown as Session;
const nth = (n: number, memo = `メモ${n}`) =>
  postOf({
    id: `p${n}`,
    memo,
    talkedAt: new Date(Date.parse('2026-11-21T00:00:00Z') + n * 60_000).toISOString(),
  });
const input = {
  memo: '新しい投稿',
  memberIds: [sampleMember.id],
  mentions: [],
  labelIds: [],
  task: null,
  attachmentIds: [],
  mustRead: false,
  introduction: null,
};
const shown = { members: [sampleMember], attachments: [] };
const refusal = { status: 503, body: { code: 'gateway.unavailable', title: '応答できません' } };

function createStore() {
  return configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) => defaults({ serializableCheck: false }).concat(api.middleware),
  });
}

describe('changes of posts', () => {
  let store: ReturnType<typeof createStore>;
  const run = <T>(thunk: unknown): T => store.dispatch(thunk as never) as T;
  const items = () => shownPosts(store.getState(), place);
  const memos = () => items().map((post) => post.memo);
  /** Answers the newest page, then as the test says. */
  const open = async (then: (asked: Asked) => ReturnType<Parameters<typeof serve>[0]>) => {
    const log = serve((asked) =>
      asked.method === 'GET' && asked.url === '/api/v1/posts'
        ? {
            body: { items: [nth(3), nth(2), nth(1)], nextCursor: 'more', previousCursor: null },
          }
        : then(asked),
    );
    await run<Promise<unknown>>(openFeed(place));
    return log;
  };

  beforeEach(() => {
    store = createStore();
    storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
  });

  it('changes a post that nobody shows, although a change of it is announced meanwhile', async () => {
    let answer: (value: unknown) => void = () => undefined;
    const log = serve(({ method, body }) =>
      method === 'GET'
        ? new Promise((resolve) => (answer = resolve as never))
        : { body: { ...nth(1), ...(body as object), version: 2 } },
    );
    const editing = run<Promise<unknown>>(editPost('p1', { labelIds: ['l1'] }));
    while (log.length < 1) await new Promise((done) => setTimeout(done, 5));
    store.dispatch(api.util.invalidateTags([{ type: 'Post', id: 'p1' }]));
    answer({ body: nth(1) });
    expect(await editing).toMatchObject({ id: 'p1', labelIds: ['l1'] });
  });

  it('shows a new post at once and keeps it once, with the key of the first try', async () => {
    let answer: (value: unknown) => void = () => undefined;
    const log = await open(() => new Promise((resolve) => (answer = resolve as never)));
    const writing = run<Promise<unknown>>(writePost(session, input, shown, 'key-1'));
    expect(memos()).toEqual(['新しい投稿', 'メモ3', 'メモ2', 'メモ1']);
    expect(items()[0]?.pending).toBe(true);
    while (log.length < 2) await new Promise((done) => setTimeout(done, 5));
    answer({ status: 201, body: nth(9, '新しい投稿') });
    await writing;
    expect(items().map((post) => post.id)).toEqual(['p9', 'p3', 'p2', 'p1']);
    expect(items()[0]?.pending).toBeUndefined();
    expect(log.at(-1)?.headers['idempotency-key']).toBe('key-1');
  });

  it('removes a new post when it is refused', async () => {
    await open(() => refusal);
    await expect(run(writePost(session, input, shown, 'key-2'))).rejects.toMatchObject({
      code: 'gateway.unavailable',
      text: '応答できません',
    });
    expect(memos()).toEqual(['メモ3', 'メモ2', 'メモ1']);
  });

  it('shows an edit at once, and rolls it back when it is refused', async () => {
    const log = await open(() => refusal);
    const editing = run<Promise<unknown>>(editPost('p2', { memo: '直した' }, {}, 1));
    expect(memos()).toEqual(['メモ3', '直した', 'メモ1']);
    await expect(editing).rejects.toMatchObject({ status: 503 });
    expect(memos()).toEqual(['メモ3', 'メモ2', 'メモ1']);
    expect(log.at(-1)).toMatchObject({ method: 'PATCH', body: { memo: '直した' } });
    expect(log.at(-1)?.headers['if-match']).toBe('"1"');
  });

  it('turns a post into a task and back', async () => {
    await open(({ body }) => {
      const { task } = body as { task: { status: string } | null };
      const at = '2026-11-21T05:30:00.000Z';
      const full = task && { assignUserId: null, dueAt: null, ...task, statusUpdatedAt: at };
      return { body: { ...nth(2), version: task ? 2 : 3, task: full } };
    });
    await run(editPost('p2', { task: { status: 'waiting', assignUserId: null } }));
    expect(items()[1]?.task).toMatchObject({ status: 'waiting' });
    await run(editPost('p2', { task: null }));
    expect(items()[1]?.task).toBeNull();
  });

  it('sends a change again where others changed something else, and not where they changed the same', async () => {
    const now = { ...nth(2, '人が直した'), version: 4 };
    const stale = { status: 412, body: { code: 'timeline.post.stale', title: 'x', current: now } };
    const log = await open(({ headers, body }) =>
      headers['if-match'] === '"4"' ? { body: { ...now, ...(body as object), version: 5 } } : stale,
    );
    await run(editPost('p2', { labelIds: ['idea'] }));
    expect(log.slice(-2).map(({ headers }) => headers['if-match'])).toEqual(['"1"', '"4"']);
    expect(items()[1]).toMatchObject({ memo: '人が直した', labelIds: ['idea'] });
  });

  it('shows what somebody else chose first, and sends nothing again', async () => {
    const now = { ...nth(2), version: 4, labelIds: ['theirs'] };
    const stale = { status: 412, body: { code: 'timeline.post.stale', title: 'x', current: now } };
    const log = await open(() => stale);
    await expect(run(editPost('p2', { labelIds: ['mine'] }))).rejects.toMatchObject({
      status: 412,
    });
    expect(log.filter(({ method }) => method === 'PATCH')).toHaveLength(1);
    expect(items()[1]?.labelIds).toEqual(['theirs']);
  });

  it('toggles a reaction at once and rolls it back when it is refused', async () => {
    await open(() => refusal);
    const reacting = run<Promise<unknown>>(react({ postId: 'p1', reactionId: 'r1' }, 's-mizuno'));
    expect(items()[2]?.reactions).toMatchObject([{ reactionId: 'r1', reactedBy: 's-mizuno' }]);
    await expect(reacting).rejects.toMatchObject({ status: 503 });
    expect(items()[2]?.reactions).toEqual([]);
    const on = toggled([], 'r1', 'a');
    expect(toggled(on, 'r1', 'a')).toEqual([]);
    expect(toggled(on, 'r1', 'b')).toHaveLength(2);
  });

  it('deletes at once and brings back', async () => {
    await open(({ method }) => (method === 'DELETE' ? { status: 204 } : { body: nth(2) }));
    const removing = run<Promise<unknown>>(removePost('p2'));
    expect(memos()).toEqual(['メモ3', 'メモ1']);
    await removing;
    await run(restorePost('p2'));
    expect(memos()).toEqual(['メモ3', 'メモ2', 'メモ1']);
  });

  const notFound = { status: 404, body: { code: 'timeline.post.not-found', title: 'x' } };

  it.each([
    ['somebody else deleted it', () => notFound],
    [
      'the answer was lost',
      ({ method }: Asked) => (method === 'DELETE' ? ('no network' as const) : notFound),
    ],
  ])('counts a post as deleted if %s', async (_what, answer) => {
    await open(answer);
    await run(removePost('p2'));
    expect(memos()).toEqual(['メモ3', 'メモ1']);
  });

  it('shows a post again whose deletion did not arrive', async () => {
    await open(({ method }) => (method === 'DELETE' ? 'no network' : { body: nth(2) }));
    await expect(run(removePost('p2'))).rejects.toMatchObject({ code: 'network' });
    expect(memos()).toEqual(['メモ3', 'メモ2', 'メモ1']);
  });

  const message = (name: string, postId: string) => ({
    ...{ name, postId, commentId: null, version: 2, actor: 's2' },
    ...{ at: '2026-11-21T05:30:00.000Z', aggregate: { type: 'post', id: postId } },
  });

  /** A live message with a new post. */
  const arrives = (n: number) =>
    applyLive({
      reset: false,
      messages: [{ ...message('timeline.post.created', `p${n}`), post: nth(n) }],
    });

  it('undoes only what was refused, whatever came meanwhile', async () => {
    let refuse: (value: unknown) => void = () => undefined;
    const log = await open(() => new Promise((resolve) => (refuse = resolve as never)));
    const refused = async (change: unknown, asked: number) => {
      const changing = run<Promise<unknown>>(change);
      while (log.length < asked) await new Promise((done) => setTimeout(done, 5));
      await run(arrives(asked * 10));
      refuse(refusal);
      await expect(changing).rejects.toMatchObject({ status: 503 });
    };
    await refused(react({ postId: 'p1', reactionId: 'r1' }, 's-mizuno'), 2);
    await refused(removePost('p2'), 3);
    await refused(editPost('p2', { memo: '直した' }, {}, 1), 4);
    expect(memos()).toEqual(['メモ40', 'メモ30', 'メモ20', 'メモ3', 'メモ2', 'メモ1']);
    expect(items().flatMap(({ reactions }) => reactions)).toEqual([]);
  });

  it('keeps a post at its place until the server has moved it', async () => {
    let answer: (value: unknown) => void = () => undefined;
    const log = await open(() => new Promise((resolve) => (answer = resolve as never)));
    const talkedAt = nth(9).talkedAt;
    const changing = run<Promise<unknown>>(editPost('p2', { talkedAt }, {}, 1));
    while (log.length < 2) await new Promise((done) => setTimeout(done, 5));
    expect(memos()).toEqual(['メモ3', 'メモ2', 'メモ1']);
    expect(items()[1]?.talkedAt).toBe(talkedAt);
    answer({ body: { ...nth(2), talkedAt, version: 2 } });
    await changing;
    expect(memos()).toEqual(['メモ2', 'メモ3', 'メモ1']);
  });

  it('keeps what changes while a page is on its way', async () => {
    let answer: (value: unknown) => void = () => undefined;
    await open(({ method }) =>
      method === 'POST'
        ? { body: { reacted: true, reactions: toggled([], 'r1', 'me'), version: 2 } }
        : new Promise((resolve) => (answer = resolve as never)),
    );
    const loading = run<Promise<unknown>>(loadOlder(place));
    await run(react({ postId: 'p1', reactionId: 'r1' }, 'me'));
    const arriving = run<Promise<unknown>>(arrives(9));
    answer({ body: { items: [nth(0)], nextCursor: null, previousCursor: 'x' } });
    await Promise.all([loading, arriving]);
    expect(memos()).toEqual(['メモ9', 'メモ3', 'メモ2', 'メモ1', 'メモ0']);
    expect(items()[3]?.reactions).toMatchObject([{ reactionId: 'r1', reactedBy: 'me' }]);
  });

  it('refreshes what others changed with one read of the changed ids', async () => {
    const log = await open(() => ({
      body: {
        items: [nth(7), { ...nth(1, '直された'), version: 2 }],
        nextCursor: null,
        previousCursor: null,
      },
    }));
    await run(
      applyLive({
        reset: false,
        messages: [
          message('timeline.post.created', 'p7'),
          message('timeline.post.updated', 'p1'),
          message('timeline.reaction.added', 'p1'),
          message('timeline.post.deleted', 'p2'),
        ],
      }),
    );
    expect(memos()).toEqual(['メモ7', 'メモ3', '直された']);
    expect(log.filter(({ url }) => url.includes('ids='))).toHaveLength(1);
  });

  it('takes posts from messages that carry them, and reads the others', async () => {
    const log = await open(({ url }) => {
      const items = url.includes('ids=p1') ? [{ ...nth(1, '読んだ'), version: 2 }] : [];
      return { body: { items, nextCursor: null, previousCursor: null } };
    });
    await run(
      applyLive({
        reset: false,
        messages: [
          message('timeline.reaction.added', 'p3'),
          { ...message('timeline.post.created', 'p7'), post: nth(7) },
          {
            ...message('timeline.comment.created', 'p3'),
            post: { ...nth(3, '届いた'), version: 2 },
          },
          message('timeline.post.updated', 'p1'),
          { ...message('timeline.post.updated', 'p2'), post: { ...nth(2, '消えた'), version: 2 } },
          message('timeline.post.deleted', 'p2'),
        ],
      }),
    );
    expect(memos()).toEqual(['メモ7', '届いた', '読んだ']);
    expect(log.filter(({ url }) => url.includes('ids=')).map(({ url }) => url)).toEqual([
      expect.stringContaining('ids=p1&'),
    ]);
  });

  describe('of an open thread', () => {
    const single = (id: string) => {
      const reading = run<Promise<unknown>>(timelineApi.endpoints.getPost.initiate(id));
      return Promise.resolve(reading).catch(() => undefined);
    };
    const live = (...messages: LiveMessage[]) => run(applyLive({ reset: false, messages }));
    const reacted = (n: number) => ({
      ...nth(n),
      version: 2,
      reactions: toggled([], 'r1', 's2', new Date(0)),
    });

    it('follow what messages carry, also a count without a new version', async () => {
      await open(({ url }) => ({ body: nth(Number(url.slice(-1))) }));
      await Promise.all([single('p1'), single('p9')]);
      await live(
        { ...message('timeline.reaction.added', 'p1'), post: reacted(1) },
        // Not in the feed.
        {
          ...message('timeline.comment.created', 'p9'),
          post: { ...nth(9), commentCount: 3 },
        },
      );
      expect(cachedPost(store.getState(), 'p1')).toEqual(reacted(1));
      expect(cachedPost(store.getState(), 'p9')?.commentCount).toBe(3);
    });

    it('follow what is read after a message', async () => {
      await open(({ url }) => ({
        body: url.includes('ids=')
          ? { items: [reacted(1)], nextCursor: null, previousCursor: null }
          : nth(1),
      }));
      await single('p1');
      await live(message('timeline.reaction.added', 'p1'));
      expect(cachedPost(store.getState(), 'p1')).toEqual(reacted(1));
    });

    it('are the later version of what the feed and the thread have read', async () => {
      const log = await open(() => ({ body: nth(1) }));
      await single('p1');
      await run(changeFeeds((changes, feeds) => putPost(feeds, changes, reacted(1))));
      expect(cachedPost(store.getState(), 'p1')).toEqual(reacted(1));
      expect(log).toHaveLength(2);
    });

    it('are not shown as they were once they are gone, and again when they are back', async () => {
      const gone = { status: 404, body: { code: 'timeline.post.not-found', title: 'x' } };
      let isGone = false;
      await open(() => (isGone ? gone : { body: nth(9) }));
      await single('p9');
      isGone = true;
      store.dispatch(api.util.invalidateTags([{ type: 'Post', id: 'p9' }]) as never);
      const { select } = timelineApi.endpoints.getPost;
      while (!select('p9')(store.getState()).error) {
        await new Promise((done) => setTimeout(done, 5));
      }
      expect(cachedPost(store.getState(), 'p9')).toBeUndefined();
      isGone = false;
      await run(restorePost('p9'));
      expect(select('p9')(store.getState()).error).toBeUndefined();
      expect(cachedPost(store.getState(), 'p9')).toEqual(nth(9));
    });

    it.each([
      ['once', false, 1],
      ['again if a message stored them meanwhile', true, 2],
    ])('are asked for %s when they are deleted', async (_when, isStored, times) => {
      const gone = { status: 404, body: { code: 'timeline.post.not-found', title: 'x' } };
      let isGone = false;
      const log = await open(() => (isGone ? gone : { body: nth(9) }));
      await single('p9');
      isGone = true;
      log.length = 0;
      const deleted = message('timeline.post.deleted', 'p9');
      // As the live connection does, ahead of the feeds.
      store.dispatch(api.util.invalidateTags(tagsOf(deleted)) as never);
      const { select } = timelineApi.endpoints.getPost;
      const read = async () => {
        await new Promise((done) => setTimeout(done, 50));
        expect(select('p9')(store.getState()).error).toBeDefined();
      };
      if (isStored) {
        await read();
        await live({ ...message('timeline.reaction.added', 'p9'), post: reacted(9) });
      }
      await live(deleted);
      await read();
      expect(log).toHaveLength(times);
    });

    it('keep what others changed when a change is refused', async () => {
      let refuse: (value: unknown) => void = () => undefined;
      const log = await open(({ method }) =>
        method === 'POST'
          ? new Promise((resolve) => (refuse = resolve as never))
          : { body: nth(9) },
      );
      await single('p9');
      const reacting = run<Promise<unknown>>(react({ postId: 'p9', reactionId: 'r2' }, 'me'));
      while (log.length < 3) await new Promise((done) => setTimeout(done, 5));
      await live({ ...message('timeline.reaction.added', 'p9'), post: reacted(9) });
      refuse(refusal);
      await expect(reacting).rejects.toMatchObject({ status: 503 });
      expect(cachedPost(store.getState(), 'p9')).toEqual(reacted(9));
    });
  });

  describe('of comments', () => {
    const commentOf = (n: number) => ({
      ...{ id: `c${n}`, postId: 'p1', memo: `返信${n}`, version: 1, ownerId: 's', task: null },
      ...{ labelIds: [], mentions: [], reactions: [], attachments: [] },
      createdAt: `2026-11-21T0${n}:00:00Z`,
    });
    /** Shows a thread of three comments; answers to changes of the first are refused when asked to. */
    const openThread = async () => {
      let refuse: () => void = () => undefined;
      const log = await open(({ method, url }) => {
        if (method === 'GET')
          return { body: { items: [1, 2, 3].map(commentOf), nextCursor: null } };
        if (url.includes('/c2')) return new Promise((done) => (refuse = () => done(refusal)));
        return method === 'DELETE' ? { status: 204 } : { status: 201, body: commentOf(4) };
      });
      await run(timelineApi.endpoints.listComments.initiate('p1'));
      return {
        asked: async (times: number) => {
          while (log.length < times + 2) await new Promise((done) => setTimeout(done, 5));
        },
        refuse: () => refuse(),
      };
    };
    const thread = () => timelineApi.endpoints.listComments.select('p1')(store.getState()).data;
    const texts = () => thread()?.map(({ memo }) => memo);

    it('undoes a refused change in the comment that it was about', async () => {
      const { asked, refuse } = await openThread();
      const change = { memo: '直した' };
      const changing = run<Promise<unknown>>(editComment('p1', 'c2', change, {}, 1));
      expect(texts()).toEqual(['返信1', '直した', '返信3']);
      await asked(1);
      await run(removeComment(session, 'p1', 'c1'));
      refuse();
      await expect(changing).rejects.toMatchObject({ status: 503 });
      expect(texts()).toEqual(['返信2', '返信3']);
    });

    it('shows a comment again that could not be deleted, and keeps what was written meanwhile', async () => {
      const { asked, refuse } = await openThread();
      const removing = run<Promise<unknown>>(removeComment(session, 'p1', 'c2'));
      await asked(1);
      const { memo, mentions, labelIds, task, attachmentIds } = input;
      const content = { memo, mentions, labelIds, task, attachmentIds };
      const files = { mentions: [], attachments: [] };
      await run(writeComment(session, 'p1', content, files, 'key-3'));
      refuse();
      await expect(removing).rejects.toMatchObject({ status: 503 });
      expect(texts()).toEqual(['返信1', '返信2', '返信3', '返信4']);
    });
  });

  it('misses nothing after a lost connection, however much came', async () => {
    const newest = Array.from({ length: 75 }, (_, index) => nth(80 - index));
    await open(({ url }) => {
      const query = new URLSearchParams(url.split('?')[1]);
      const ids = query.get('ids')?.split(',');
      // p2 was deleted meanwhile.
      const all = [...newest, nth(3), nth(1)];
      if (ids) {
        const found = all.filter((post) => ids.includes(post.id));
        return { body: { items: found, nextCursor: null, previousCursor: null } };
      }
      const from = Number(query.get('cursor') ?? 0);
      const nextCursor = from + 50 < all.length ? String(from + 50) : null;
      return { body: { items: all.slice(from, from + 50), nextCursor, previousCursor: null } };
    });
    await run(applyLive({ reset: true, messages: [] }));
    expect(items().map((post) => post.id)).toEqual(
      [...newest, nth(3), nth(1)].map((post) => post.id),
    );
  });

  it('loads older posts from where it ended', async () => {
    const log = await open(() => ({
      body: { items: [nth(0)], nextCursor: null, previousCursor: 'x' },
    }));
    await run(loadOlder(place));
    expect(memos()).toEqual(['メモ3', 'メモ2', 'メモ1', 'メモ0']);
    await run(loadOlder(place));
    expect(log.filter(({ url }) => url.includes('cursor=more'))).toHaveLength(1);
  });
});
