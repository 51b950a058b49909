import type { Mirror, Post } from '@engawa/contracts';
import { explainOf, type NewDocument } from '@engawa/persistence';
import { connectAs, type TestCaller, type TestService } from '@engawa/testing';
import { people, startTimeline } from '../timeline.fixture';
import { type FeedFilter, PostRepository } from './post.repository';
import type { PostDocument } from './post.schema';

const SPACE = 'space-feed';
const START = Date.parse('2026-03-01T00:00:00Z');
const COUNT = 120;

/** Three posts share each talk time, so that pages end between equal times. */
const talkedAt = (index: number) => new Date(START + Math.floor(index / 3) * 3_600_000);
const idOf = (index: number) => `post-${String(index).padStart(4, '0')}`;

/** A task's mirror; an undone one stays with `present` false. */
function mirrorOf(present: boolean): Mirror {
  const stamp = '000000000000001-000000-timeline';
  return {
    present: { value: present, stamp },
    status: { value: { status: 'waiting', statusUpdatedAt: new Date(START).toISOString() }, stamp },
    assignUserId: { value: null, stamp },
    labelIds: { value: [], stamp },
    dueAt: { value: null, stamp },
  };
}

function plain(index: number): NewDocument<PostDocument> {
  return {
    id: idOf(index),
    ownerId: index % 2 === 0 ? 'ann' : 'bob',
    memo: `memo ${index}`,
    labelIds: index % 5 === 0 ? ['label-five', 'label-x'] : ['label-x'],
    memberIds: index % 3 === 0 ? ['m-three', 'm-x'] : [],
    talkedAt: talkedAt(index),
    mirror: index % 6 === 0 ? mirrorOf(index % 12 === 0) : null,
    attachments: [],
    reactions: [],
    editedAt: null,
    history: [{ memo: 'before', editedBy: 'ann', editedAt: new Date() }],
    contentVersion: 1,
    deleted: index % 40 === 7,
    commentCount: index % 3 === 1 ? 2 : 0,
    lastCommenterIds: [],
    commentTally: 0,
    mustRead: index % 10 === 3,
    confirmations: [],
    issue: null,
    ...(index % 4 === 0 ? { issueState: index % 8 === 0 ? 'open' : 'closed' } : {}),
    introduction: null,
    importKey: null,
  };
}

let service: TestService;
let staff: TestCaller;
let repository: PostRepository;

beforeAll(async () => {
  service = await startTimeline();
  staff = service.asStaff({ staffId: people.writer, space: SPACE });
  repository = service.running.app.get(PostRepository);
  await repository.insertMany(
    SPACE,
    Array.from({ length: COUNT }, (_, index) => ({ document: plain(index) })),
  );
});
afterAll(() => service?.stop());

/** Ids of the living posts that match, newest first. */
function expected(matches: (index: number) => boolean = () => true): string[] {
  return Array.from({ length: COUNT }, (_, index) => index)
    .filter((index) => index % 40 !== 7 && matches(index))
    .reverse()
    .map(idOf);
}

async function page(query: string) {
  const { body } = await staff.get(`/posts?${query}`).expect(200);
  return {
    ids: (body.items as Post[]).map((post) => post.id),
    next: body.nextCursor as string | null,
    previous: body.previousCursor as string | null,
  };
}

async function walk(query: string): Promise<string[]> {
  const ids: string[] = [];
  let { ids: found, next } = await page(query);
  for (;;) {
    ids.push(...found);
    if (next === null) return ids;
    ({ ids: found, next } = await page(`${query}&cursor=${next}`));
  }
}

describe('posts for the gateway', () => {
  const find = async (space: string, ids: string[]) => {
    const gateway = await connectAs(service.env, 'gateway');
    try {
      const question = { traceparent: null, requestId: null, payload: { space, ids } };
      return await gateway.ask('timeline.findPosts', question, 5_000);
    } finally {
      await gateway.close();
    }
  };

  it('are as listPosts answers them, without deleted ones', async () => {
    const ids = [1, 2, 7].map(idOf);
    const { body } = await staff.get(`/posts?ids=${ids.join(',')}`).expect(200);
    expect(body.items).toHaveLength(2);
    expect(await find(SPACE, ids)).toEqual(body.items);
  });

  it('are those of the space only', async () => {
    expect(await find('space-other', [idOf(1)])).toEqual([]);
  });
});

describe('pages', () => {
  it('go ten by ten from the newest to the oldest, also between equal talk times', async () => {
    const first = await page('');
    expect(first.ids).toEqual(expected().slice(0, 10));
    expect(first.previous).toBeNull();
    expect(await walk('')).toEqual(expected());
    expect(await walk('limit=7')).toEqual(expected());
  });

  it('go back through the same pages', async () => {
    const second = await page(`cursor=${(await page('')).next}`);
    expect(second.ids).toEqual(expected().slice(10, 20));
    const back = await page(`cursor=${second.previous}`);
    expect(back.ids).toEqual(expected().slice(0, 10));
    expect(back.previous).toBeNull();
    expect((await page(`cursor=${back.next}`)).ids).toEqual(second.ids);
  });

  it('give five on each side of a post, and lead on both ways', async () => {
    const all = expected();
    const middle = all[50]!;
    const around = await page(`around=${middle}`);
    expect(around.ids).toEqual(all.slice(45, 56));
    expect((await page(`cursor=${around.previous}`)).ids).toEqual(all.slice(35, 45));
    expect((await page(`cursor=${around.next}`)).ids).toEqual(all.slice(56, 66));
  });

  it.each([
    ['the newest', 0, 0, 6],
    ['the oldest', -1, -6, undefined],
  ] as const)('give less where there is no more: around %s', async (_what, at, from, to) => {
    const all = expected();
    const around = await page(`around=${all.at(at)}`);
    expect(around.ids).toEqual(all.slice(from, to));
    expect(at === 0 ? around.previous : around.next).toBeNull();
  });

  it('start at the oldest where asked to', async () => {
    expect(await walk('order=oldest')).toEqual(expected().reverse());
    const from = talkedAt(60).toISOString();
    const first = await page(`order=oldest&from=${from}&limit=1`);
    expect(first.ids).toEqual([idOf(60)]);
  });

  it('repeat and lose nothing when posts come, go and change between two pages', async () => {
    const first = await page('');
    const new1 = plain(COUNT + 1);
    await repository.insert(SPACE, { ...new1, talkedAt: new Date(START + 1e10) });
    await repository.change(SPACE, first.ids[3]!, () => ({ set: { deleted: true } }));
    const rest: string[] = [];
    for (let next = first.next; next !== null;) {
      const found = await page(`cursor=${next}`);
      rest.push(...found.ids);
      next = found.next;
    }
    expect([...first.ids, ...rest]).toEqual(expected());
    await repository.change(SPACE, first.ids[3]!, () => ({ set: { deleted: false } }));
    await repository.change(SPACE, new1.id, () => ({ set: { deleted: true } }));
  });
});

describe('filters', () => {
  it.each<[string, (index: number) => boolean]>([
    ['ownerId=ann', (index) => index % 2 === 0],
    ['memberId=m-three', (index) => index % 3 === 0],
    ['labelId=label-five', (index) => index % 5 === 0],
    ['issue=open', (index) => index % 8 === 0],
    ['unanswered=true', (index) => index % 3 !== 1],
    ['hasTask=true', (index) => index % 12 === 0],
    ['mustRead=true', (index) => index % 10 === 3],
    ['hasTask=true&issue=open&unanswered=true', (index) => index % 24 === 0],
    ['mustRead=true&ownerId=bob', (index) => index % 10 === 3],
    ['ownerId=ann&labelId=label-five', (index) => index % 10 === 0],
    ['memberId=m-three&ownerId=bob', (index) => index % 6 === 3],
    [
      `from=${talkedAt(30).toISOString()}&to=${talkedAt(60).toISOString()}`,
      (index) => index >= 30 && index < 60,
    ],
    [
      `memberId=m-three&from=${talkedAt(30).toISOString()}`,
      (index) => index % 3 === 0 && index >= 30,
    ],
    ['ownerId=nobody', () => false],
  ])('%s', async (query, matches) => {
    expect(await walk(query)).toEqual(expected(matches));
  });

  it('reads the given ids, and leaves out deleted posts and those of other spaces', async () => {
    const { ids } = await page(`ids=${idOf(5)},${idOf(90)},${idOf(7)},none`);
    expect(ids).toEqual([idOf(90), idOf(5)]);
  });

  it('never shows earlier memos', async () => {
    const { text } = await staff.get('/posts').expect(200);
    expect(text).not.toContain('before');
  });
});

describe('bad positions', () => {
  it.each([
    ['a made-up cursor', 'cursor=AAAA', 400, 'request.invalid-cursor'],
    ['text that is no cursor', 'cursor=%24%7B%7D', 400, 'request.invalid'],
    ['a limit of nothing', 'limit=0', 400, 'request.invalid'],
    ['a limit of thousands', 'limit=5000', 400, 'request.invalid'],
    ['an operator', 'ownerId[$ne]=x', 400, 'request.invalid'],
    ['a repeated filter', 'ownerId=a&ownerId=b', 400, 'request.invalid'],
    ['a flag that is not true', 'hasTask=false', 400, 'request.invalid'],
    ['a wrong time', 'from=yesterday', 400, 'request.invalid'],
    ['an unknown post', 'around=none', 404, 'timeline.post.not-found'],
  ])('%s', async (_what, query, status, code) => {
    const { body } = await staff.get(`/posts?${query}`).expect(status);
    expect(body.code).toBe(code);
  });

  it('a cursor of another filter', async () => {
    const { next } = await page('ownerId=ann');
    const { body } = await staff.get(`/posts?ownerId=bob&cursor=${next}`).expect(400);
    expect(body.code).toBe('request.invalid-cursor');
  });
});

describe('plans', () => {
  const at = talkedAt(60).toISOString();
  it.each<[string, FeedFilter, string]>([
    ['everything', {}, 'feed'],
    ['of a staff member', { ownerId: 'ann' }, 'feed_owner'],
    ['of a member', { memberId: 'm-three' }, 'feed_member'],
    ['of a label', { labelId: 'label-five' }, 'feed_label'],
    ['open issues', { issue: 'open' }, 'feed_issue'],
    ['posts without comments', { unanswered: 'true' }, 'feed_unanswered'],
    ['posts that are tasks', { hasTask: 'true' }, 'feed_task'],
    ['must-read posts', { mustRead: 'true' }, 'feed_must_read'],
    ['up to a time', { to: at }, 'feed'],
    ['of a member up to a time', { memberId: 'm-three', to: at }, 'feed_member'],
  ])('%s: reads what it returns', async (_what, filter, index) => {
    const plan = await explainOf(repository.feedQuery(SPACE, filter, 10));
    expect(plan.stages).toContain('IXSCAN');
    expect(plan.stages).not.toContain('SORT');
    expect(plan.index).toBe(index);
    expect(plan.returned).toBe(10);
    expect(plan.keysExamined).toBeLessThanOrEqual(12);
    expect(plan.docsExamined).toBeLessThanOrEqual(10);
  });
});
