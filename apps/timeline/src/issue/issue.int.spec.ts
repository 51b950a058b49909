import { events, type Post } from '@engawa/contracts';
import { eventually, staffFacts, type TestService } from '@engawa/testing';
import { changeMirror } from '@engawa/mirror';
import { explainOf, newId } from '@engawa/persistence';
import { PostRepository } from '../post/post.repository';
import { callersOf, people, startTimeline } from '../timeline.fixture';

let service: TestService;
let callers: ReturnType<typeof callersOf>;

beforeAll(async () => {
  service = await startTimeline();
  callers = callersOf(service);
});
afterAll(() => service?.stop());

async function create(body: object, by = callers.writer): Promise<Post> {
  return (
    await by
      .post('/posts')
      .send({ memo: 'memo', ...body })
      .expect(201)
  ).body;
}
const read = async (id: string) =>
  (await callers.writer.get(`/posts/${id}`).expect(200)).body as Post;
const solve = (id: string, body: object, by = callers.writer) =>
  by.put(`/posts/${id}/solution`).send(body);

describe('an issue', () => {
  const labelIds = ['operationalIssue'];
  const talkedAt = '2025-11-01T00:00:00.000Z';

  it('is open until a post solves it, knows how long that took, and can be opened again', async () => {
    const post = await create({ labelIds, talkedAt });
    expect(post.issue).toMatchObject({ state: 'open', openedAt: talkedAt, closedAt: null });
    const answer = await create({ talkedAt: '2025-11-03T12:00:00.000Z' }, callers.other);
    const { body } = await solve(post.id, { kind: 'post', postId: answer.id }).expect(200);
    expect(body.issue).toMatchObject({
      state: 'closed',
      closedAt: answer.talkedAt,
      secondsToSolution: 2.5 * 24 * 3_600,
      solution: {
        kind: 'post',
        postId: answer.id,
        solvedBy: { kind: 'staff', id: people.other },
        linkedBy: people.writer,
      },
    });
    const closed = await callers.writer.get('/posts?issue=closed').expect(200);
    expect((closed.body.items as Post[]).map(({ id }) => id)).toEqual([post.id]);
    const event = await eventually(() => {
      const found = service.events
        .of(events.postUpdated)
        .find(({ aggregate }) => aggregate.id === post.id);
      if (!found) throw new Error('no event yet');
      return found;
    });
    expect(event.data.issue).toMatchObject({
      closedAt: answer.talkedAt,
      solvedBy: { kind: 'staff', id: people.other },
      linkedAt: body.issue.solution.linkedAt,
    });
    const reopened = await callers.writer.delete(`/posts/${post.id}/solution`).expect(200);
    expect(reopened.body.issue).toMatchObject({ state: 'open', solution: null });
    const open = await callers.writer.get('/posts?issue=open').expect(200);
    expect((open.body.items as Post[]).map(({ id }) => id)).toContain(post.id);
  });

  it('tells that a post got the label, and not that its label became one', async () => {
    const label = (await callers.admin.post('/labels').send({ name: '騒音' }).expect(201)).body;
    const [labelled, classified] = [
      await create({ talkedAt }),
      await create({ talkedAt, labelIds: [label.id] }),
    ];
    const edit = (body: object) =>
      callers.writer.patch(`/posts/${labelled.id}`).set('if-match', '*').send(body).expect(200);
    await edit({ labelIds });
    await edit({ memo: 'other' });
    await callers.admin
      .patch(`/labels/${label.id}`)
      .set('if-match', '*')
      .send({ isIssue: true })
      .expect(200);
    const told = ({ id }: Post) =>
      service.events
        .of(events.postUpdated)
        .filter(({ aggregate }) => aggregate.id === id)
        .map(({ data }) => [data.issue?.openedAt, data.issue?.opened]);
    await eventually(() => {
      expect(told(labelled)).toEqual([
        [talkedAt, true],
        [talkedAt, undefined],
      ]);
      expect(told(classified)).toEqual([[talkedAt, undefined]]);
    });
  });

  it('is solved by a comment, by another member, and by a task when it is done', async () => {
    const post = await create({ labelIds, talkedAt });
    const comment = (
      await callers.other
        .post(`/posts/${post.id}/comments`)
        .send({ memo: '直しました' })
        .expect(201)
    ).body;
    const byComment = await solve(post.id, {
      kind: 'comment',
      postId: post.id,
      commentId: comment.id,
      solvedBy: { kind: 'member', id: people.sato },
    }).expect(200);
    expect(byComment.body.issue).toMatchObject({
      closedAt: comment.createdAt,
      solution: { solvedBy: { kind: 'member', id: people.sato } },
    });
    const task = { kind: 'task', postId: post.id };
    expect((await solve(post.id, task).expect(422)).body.code).toBe(
      'timeline.issue.unfinished-task',
    );
    const done = (
      await callers.writer
        .patch(`/posts/${post.id}`)
        .set('if-match', '*')
        .send({ task: { status: 'done', assignUserId: people.other } })
        .expect(200)
    ).body as Post;
    const byTask = await solve(post.id, task).expect(200);
    expect(byTask.body.issue).toMatchObject({
      closedAt: done.task!.statusUpdatedAt,
      solution: { kind: 'task', solvedBy: { kind: 'staff', id: people.other } },
    });
  });

  it('follows its labels, and what they mean', async () => {
    const label = (await callers.admin.post('/labels').send({ name: '設備' }).expect(201)).body;
    const post = await create({ labelIds: [label.id], talkedAt });
    expect(post.issue).toBeNull();
    await solve(post.id, { kind: 'post', postId: post.id }).expect(422);
    const other = await create({});
    expect((await solve(post.id, { kind: 'post', postId: other.id }).expect(422)).body.code).toBe(
      'timeline.issue.not-an-issue',
    );
    const mean = (isIssue: boolean) =>
      callers.admin.patch(`/labels/${label.id}`).set('if-match', '*').send({ isIssue }).expect(200);
    await mean(true);
    await eventually(async () =>
      expect((await read(post.id)).issue).toMatchObject({ state: 'open', openedAt: talkedAt }),
    );
    await mean(false);
    await eventually(async () => expect((await read(post.id)).issue).toBeNull());
    await callers.writer
      .patch(`/posts/${post.id}`)
      .set('if-match', '*')
      .send({ labelIds })
      .expect(200);
    const moved = await callers.writer
      .patch(`/posts/${post.id}`)
      .set('if-match', '*')
      .send({ talkedAt: '2025-11-02T00:00:00.000Z' })
      .expect(200);
    expect(moved.body.issue.openedAt).toBe('2025-11-02T00:00:00.000Z');
    const none = await callers.writer
      .patch(`/posts/${post.id}`)
      .set('if-match', '*')
      .send({ labelIds: [] })
      .expect(200);
    expect(none.body.issue).toBeNull();
  });

  it('follows what its labels mean now when its deletion is undone', async () => {
    const label = (await callers.admin.post('/labels').send({ name: '備品' }).expect(201)).body;
    const [deleted, kept] = [
      await create({ labelIds: [label.id], talkedAt }),
      await create({ labelIds: [label.id], talkedAt }),
    ];
    await callers.writer.delete(`/posts/${deleted.id}`).expect(204);
    await callers.admin
      .patch(`/labels/${label.id}`)
      .set('if-match', '*')
      .send({ isIssue: true })
      .expect(200);
    await eventually(async () => expect((await read(kept.id)).issue).not.toBeNull());
    await callers.writer.post(`/posts/${deleted.id}/restore`).expect(200);
    await eventually(async () =>
      expect((await read(deleted.id)).issue).toMatchObject({ state: 'open', openedAt: talkedAt }),
    );
  });

  it.each([
    ['itself', (id: string) => ({ kind: 'post', postId: id }), '/body/postId'],
    ['an unknown post', () => ({ kind: 'post', postId: 'none' }), '/body/postId'],
    [
      'an unknown comment',
      (id: string) => ({ kind: 'comment', postId: id, commentId: 'none' }),
      '/body/commentId',
    ],
    ['no comment', (id: string) => ({ kind: 'comment', postId: id }), '/body/commentId'],
  ])('is not solved by %s', async (_what, body, pointer) => {
    const post = await create({ labelIds });
    const answer = await solve(post.id, body(post.id)).expect(422);
    expect(answer.body).toMatchObject({
      code: 'timeline.issue.unknown-solution',
      errors: [{ pointer }],
    });
  });

  it('opens again when what solved it is deleted, and closes when that is undone', async () => {
    const post = await create({ labelIds, talkedAt });
    const answer = await create({ talkedAt: '2025-11-03T12:00:00.000Z' });
    const closed = await solve(post.id, { kind: 'post', postId: answer.id }).expect(200);
    await callers.writer.delete(`/posts/${answer.id}`).expect(204);
    await eventually(async () =>
      expect((await read(post.id)).issue).toMatchObject({
        ...{ state: 'open', closedAt: null, solution: null, secondsToSolution: null },
      }),
    );
    await callers.writer.post(`/posts/${answer.id}/restore`).expect(200);
    await eventually(async () => expect((await read(post.id)).issue).toEqual(closed.body.issue));
  });

  it('follows a comment that solved it, and the post above that comment', async () => {
    const post = await create({ labelIds, talkedAt });
    const above = await create({});
    const comment = (
      await callers.writer
        .post(`/posts/${above.id}/comments`)
        .send({ memo: '直しました' })
        .expect(201)
    ).body;
    const link = { kind: 'comment', postId: above.id, commentId: comment.id };
    await solve(post.id, link).expect(200);
    const becomes = (state: string) =>
      eventually(async () => expect((await read(post.id)).issue).toMatchObject({ state }));
    await callers.writer.delete(`/posts/${above.id}/comments/${comment.id}`).expect(204);
    await becomes('open');
    await callers.writer.post(`/posts/${above.id}/comments/${comment.id}/restore`).expect(200);
    await becomes('closed');
    await callers.writer.delete(`/posts/${above.id}`).expect(204);
    await becomes('open');
    await callers.writer.post(`/posts/${above.id}/restore`).expect(200);
    await becomes('closed');
    // Reopened by hand it stays open, whatever is restored.
    await callers.writer.delete(`/posts/${above.id}`).expect(204);
    await becomes('open');
    await callers.writer.delete(`/posts/${post.id}/solution`).expect(200);
    await callers.writer.post(`/posts/${above.id}/restore`).expect(200);
    const other = await create({ labelIds, talkedAt });
    await solve(other.id, { kind: 'post', postId: above.id }).expect(200);
    await callers.writer.delete(`/posts/${above.id}`).expect(204);
    // When this one is open, the restoration before it was processed too.
    await eventually(async () =>
      expect((await read(other.id)).issue).toMatchObject({ state: 'open' }),
    );
    expect((await read(post.id)).issue).toMatchObject({ state: 'open', solution: null });
  });

  it('opens again when the task that solved it is no longer done, and closes when it is', async () => {
    const setTask = (path: string, task: object | null) =>
      callers.writer.patch(path).set('if-match', '*').send({ task }).expect(200);
    const post = await create({ labelIds, talkedAt });
    const above = await create({ task: { status: 'done' } });
    const path = `/posts/${above.id}/comments`;
    const said = { memo: '直します', task: { status: 'done' } };
    const comment = (await callers.writer.post(path).send(said).expect(201)).body;
    for (const [link, source] of [
      [{ kind: 'task', postId: above.id }, `/posts/${above.id}`],
      [{ kind: 'task', postId: above.id, commentId: comment.id }, `${path}/${comment.id}`],
    ] as const) {
      const closed = (await solve(post.id, link).expect(200)).body as Post;
      for (const task of [{ status: 'waiting' }, null]) {
        await setTask(source, task);
        await eventually(async () =>
          expect((await read(post.id)).issue).toMatchObject({ state: 'open', solution: null }),
        );
        await setTask(source, { status: 'done' });
        await eventually(async () => expect((await read(post.id)).issue).toEqual(closed.issue));
      }
    }
  });

  it('opens again when its own task, which solved it, was changed in the tasks service', async () => {
    const post = await create({ labelIds, talkedAt, task: { status: 'done' } });
    await solve(post.id, { kind: 'task', postId: post.id }).expect(200);
    const { mirror } = (
      await eventually(() => {
        const event = service.events.of(events.postCreated).find((e) => e.data.postId === post.id);
        if (!event) throw new Error('no event yet');
        return event;
      })
    ).data;
    const theirs = changeMirror(mirror!, { present: false }, 'tasks').mirror;
    await service.publish(events.taskDeleted, {
      aggregate: { type: 'task', id: post.id },
      data: {
        ...{ taskId: post.id, postId: post.id, commentId: null, ownerId: people.writer },
        ...{ excerpt: '', memberIds: [], mirror: theirs, previous: null },
      },
    });
    await eventually(async () =>
      expect((await read(post.id)).issue).toMatchObject({ state: 'open', solution: null }),
    );
  });

  it('finds what a post solved by its index', async () => {
    const [post, answer] = [await create({ labelIds }), await create({})];
    await solve(post.id, { kind: 'post', postId: answer.id }).expect(200);
    const posts = service.running.app.get(PostRepository);
    const plan = await explainOf(posts.solvedByQuery('space-a', answer.id));
    expect(plan).toMatchObject({ index: 'solution', keysExamined: 1, returned: 1 });
  });

  it('is not solved by a stranger', async () => {
    const [post, other] = [await create({ labelIds }), await create({})];
    const by = (solvedBy: object) => ({ kind: 'post', postId: other.id, solvedBy });
    await solve(post.id, by({ kind: 'staff', id: people.foreign })).expect(422);
    await solve(post.id, by({ kind: 'staff', id: people.god })).expect(422);
    await solve(post.id, by({ kind: 'member', id: people.stranger })).expect(422);
    await solve(post.id, { kind: 'post', postId: other.id }, callers.foreign).expect(422);
  });
});

describe('must-read', () => {
  it('collects confirmations, each once, also for an edit of it in between', async () => {
    const post = await create({ mustRead: true });
    const confirm = (by = callers.other) => by.post(`/posts/${post.id}/confirmations`);
    await confirm().expect(200);
    const again = (await confirm().expect(200)).body as Post;
    expect(again.confirmations).toMatchObject([{ staffId: people.other }]);
    await Promise.all([confirm(callers.admin).expect(200), confirm(callers.writer).expect(200)]);
    await callers.writer
      .patch(`/posts/${post.id}`)
      .set('if-match', '"1"')
      .send({ memo: 'edited' })
      .expect(200);
    expect((await read(post.id)).confirmations).toHaveLength(3);
  });

  it('asks nobody where it is not set', async () => {
    const post = await create({});
    const { body } = await callers.other.post(`/posts/${post.id}/confirmations`).expect(422);
    expect(body.code).toBe('timeline.post.not-must-read');
  });

  it('reminds those who have not confirmed, at most once in ten minutes', async () => {
    const post = await create({ mustRead: true });
    const path = `/posts/${post.id}/confirmations`;
    await callers.other.post(path).expect(200);
    const { body: refused } = await callers.other.post(`${path}/reminders`).expect(403);
    expect(refused.code).toBe('timeline.post.forbidden');
    const key = newId();
    const remind = () => callers.admin.post(`${path}/reminders`).set('idempotency-key', key);
    expect((await remind().expect(200)).body).toMatchObject({ id: post.id, version: 3 });
    await remind().expect(200);

    const again = await callers.writer.post(`${path}/reminders`).expect(409);
    expect(again.body.code).toBe('timeline.post.already-reminded');
    const wait = Number(again.headers['retry-after']);
    expect(wait).toBeGreaterThan(500);
    expect(wait).toBeLessThanOrEqual(600);
    const sent = () =>
      service.events
        .of(events.postReminded)
        .filter(({ aggregate }) => aggregate.id === post.id)
        .map(({ actor, version, data }) => ({ actor, version, data }));
    const first = {
      actor: people.admin,
      version: 3,
      data: { postId: post.id, ownerId: people.writer, confirmedBy: [people.other] },
    };
    await eventually(() => expect(sent()).toEqual([first]));

    // An edit that began before the reminder is kept.
    await callers.writer
      .patch(`/posts/${post.id}`)
      .set('if-match', '"1"')
      .send({ memo: 'edited' })
      .expect(200);
    await service.running.app.get(PostRepository).change('space-a', post.id, () => ({
      set: { remindedAt: new Date(Date.now() - 10 * 60_000) },
    }));
    await callers.writer.post(`${path}/reminders`).expect(200);
    await eventually(() => expect(sent()).toHaveLength(2));
  });

  it('reminds nobody of a post that is no must-read or is gone', async () => {
    const post = await create({});
    const remind = () => callers.writer.post(`/posts/${post.id}/confirmations/reminders`);
    expect((await remind().expect(422)).body.code).toBe('timeline.post.not-must-read');
    await callers.writer.delete(`/posts/${post.id}`).expect(204);
    expect((await remind().expect(404)).body.code).toBe('timeline.post.not-found');
  });
});

describe('introductions', () => {
  it('record who was introduced to whom, and the result', async () => {
    const introduction = { memberId: people.sato, toMemberId: people.suzuki, about: '開発の相談' };
    const post = await create({ introduction });
    expect(post.introduction).toMatchObject({
      member: { id: people.sato },
      toMember: { id: people.suzuki },
      about: '開発の相談',
      outcome: 'open',
    });
    const { body } = await callers.writer
      .patch(`/posts/${post.id}`)
      .set('if-match', '*')
      .send({ introduction: { ...introduction, outcome: 'succeeded', outcomeNote: '契約' } })
      .expect(200);
    expect(body.introduction).toMatchObject({ outcome: 'succeeded', outcomeNote: '契約' });
  });

  it('refuse strangers, and introducing somebody to themselves', async () => {
    const send = (introduction: object) =>
      callers.writer.post('/posts').send({ memo: 'x', introduction });
    const { body } = await send({ memberId: people.sato, toMemberId: people.stranger }).expect(422);
    expect(body.errors).toMatchObject([{ pointer: '/body/introduction/toMemberId' }]);
    await send({ memberId: people.sato, toMemberId: people.sato }).expect(400);
  });
});

describe('pins', () => {
  it('hold five posts, the last pinned first, and forget deleted ones', async () => {
    const posts: Post[] = [];
    for (let n = 0; n < 6; n += 1) posts.push(await create({ memo: `pin ${n}` }));
    const pin = (n: number, by = callers.writer) => by.put(`/posts/${posts[n]!.id}/pin`);
    await pin(0, callers.other).expect(403);
    for (let n = 0; n < 5; n += 1) await pin(n).expect(200);
    const full = await pin(5).expect(422);
    expect(full.body.code).toBe('timeline.pin.too-many');
    await pin(4).expect(200);
    await callers.writer.delete(`/posts/${posts[2]!.id}`).expect(204);
    const { body } = await pin(5, callers.admin).expect(200);
    expect((body.items as Post[]).map(({ memo }) => memo)).toEqual([
      'pin 5',
      'pin 4',
      'pin 3',
      'pin 1',
      'pin 0',
    ]);
    await callers.writer.delete(`/posts/${posts[5]!.id}/pin`).expect(200);
    expect((await callers.other.get('/posts/pins').expect(200)).body.items).toHaveLength(4);
    expect((await callers.foreign.get('/posts/pins').expect(200)).body.items).toEqual([]);
    await eventually(() => expect(service.events.of(events.pinsChanged).length).toBeGreaterThan(5));
  });
});

describe('the read position', () => {
  it('moves forward only, never beyond now, and is its own for each staff member', async () => {
    const get = async (by = callers.writer) => (await by.get('/read-position').expect(200)).body;
    const put = async (timeline: string) =>
      (await callers.writer.put('/read-position').send({ timeline }).expect(200)).body.timeline;
    expect(await get()).toEqual({ timeline: null });
    const noon = '2025-11-20T12:00:00.000Z';
    expect(await put(noon)).toBe(noon);
    expect(await put('2025-11-19T12:00:00.000Z')).toBe(noon);
    const now = Date.now();
    const future = Date.parse(await put('2999-01-01T00:00:00.000Z'));
    expect(future).toBeGreaterThanOrEqual(now);
    expect(future).toBeLessThanOrEqual(Date.now());
    expect(await get(callers.other)).toEqual({ timeline: null });
    await callers.writer.put('/read-position').send({ timeline: 'now' }).expect(400);
  });
});

describe('the ranking of the month', () => {
  it('shows the three with the most posts, skips the excluded, and follows deletions', async () => {
    const space = 'space-rank';
    const names = ['ann', 'bob', 'cat', 'dan', 'eve'];
    for (const staffId of names) {
      const facts = staffFacts({ staffId, excludeFromRanking: staffId === 'eve' });
      await service.publish(events.staffAdded, {
        space,
        aggregate: { type: 'staff', id: staffId },
        data: facts,
      });
    }
    const as = (staffId: string) => service.asStaff({ staffId, space });
    const counts: [string, number][] = [
      ['eve', 6],
      ['ann', 1],
      ['bob', 4],
      ['cat', 2],
      ['dan', 3],
    ];
    const bobs: Post[] = [];
    for (const [staffId, count] of counts) {
      for (let n = 0; n < count; n += 1) {
        const post = await create({ labelIds: n === 0 ? ['businessIssue'] : [] }, as(staffId));
        if (staffId === 'bob') bobs.push(post);
      }
    }
    const ranking = async () => {
      const { items } = (await as('ann').get('/ranking').expect(200)).body;
      return items.map((item: { place: number; staff: { id: string }; posts: number }) => [
        item.place,
        item.staff.id,
        item.posts,
      ]);
    };
    await eventually(async () =>
      expect(await ranking()).toEqual([
        [1, 'bob', 4],
        [2, 'dan', 3],
        [3, 'cat', 2],
      ]),
    );
    for (const post of bobs.slice(1)) await as('bob').delete(`/posts/${post.id}`).expect(204);
    await as('cat')
      .put(`/posts/${bobs[0]!.id}/solution`)
      .send({ kind: 'post', postId: (await create({}, as('cat'))).id })
      .expect(200);
    await eventually(async () => {
      expect(await ranking()).toEqual([
        [1, 'cat', 3],
        [2, 'dan', 3],
        [3, 'ann', 1],
      ]);
      const { items } = (await as('ann').get('/ranking/counters').expect(200)).body;
      expect(items).toContainEqual({ staffId: 'cat', rank: { post: 3, issue: 1, resolved: 1 } });
      expect(items).toContainEqual({ staffId: 'bob', rank: { post: 1, issue: 1, resolved: 0 } });
    });
    expect((await callers.foreign.get('/ranking').expect(200)).body.items).toEqual([]);
  });
});
