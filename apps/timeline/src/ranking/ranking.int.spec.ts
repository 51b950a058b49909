import { events } from '@engawa/contracts';
import { Directory } from '@engawa/directory';
import { connectAs, eventually, spaceFacts, staffFacts, type TestService } from '@engawa/testing';
import { explainOf } from '@engawa/persistence';
import { PostRepository } from '../post/post.repository';
import { startTimeline } from '../timeline.fixture';
import { monthOf, periodsOf } from './month.rules';
import { RankingRepository } from './ranking.repository';
import { RankingService } from './ranking.service';

const space = 'space-zones';
const tokyo = 'Asia/Tokyo';
const newYork = 'America/New_York';
const names = ['ann', 'bob', 'cat'];
/** November is over in Tokyo, but lasts 14 more hours in New York. */
const now = new Date('2025-11-30T20:00:00.000Z');

let service: TestService;
let version = 1;

beforeAll(async () => {
  service = await startTimeline();
  await service.publish(events.spaceCreated, {
    space,
    data: spaceFacts({ spaceId: space, timeZone: tokyo }),
  });
  for (const staffId of names) {
    await service.publish(events.staffAdded, {
      space,
      aggregate: { type: 'staff', id: staffId },
      data: staffFacts({ staffId, displayName: staffId }),
    });
  }
  const directory = service.running.app.get(Directory, { strict: false });
  await eventually(async () => expect(await directory.listStaffs(space)).toHaveLength(3));
  await eventually(async () =>
    expect(await directory.findSpace(space)).toMatchObject({ timeZone: tokyo }),
  );
});
afterAll(() => service?.stop());

async function moveTo(timeZone: string): Promise<void> {
  version += 1;
  await service.publish(events.spaceUpdated, {
    space,
    version,
    data: spaceFacts({ spaceId: space, timeZone }),
  });
}

/** Imports posts with the given times; does not wait. */
async function write(lines: readonly (readonly [string, string])[]): Promise<string> {
  const admin = service.asStaff({ staffId: 'ann', space, role: 'generalAdmin' });
  const rows = lines.map(([staffId, at], index) => `${at},${staffId},${index}`);
  const text = ['話した日時,スタッフ,メモ', ...rows].join('\r\n');
  const sent = await admin.post('/posts/imports').attach('file', Buffer.from(text), 'a.csv');
  const id = sent.body.id as string;
  await eventually(async () => {
    const { body } = await admin.get(`/posts/imports/${id}`).expect(200);
    expect(body).toMatchObject({ state: 'checked', counts: { add: lines.length } });
  });
  await admin.post(`/posts/imports/${id}/run`).expect(202);
  return id;
}

const parts = () => ({
  ranking: service.running.app.get(RankingService, { strict: false }),
  posts: service.running.app.get(PostRepository, { strict: false }),
  tallies: service.running.app.get(RankingRepository, { strict: false }),
});

/** The ranking computed from the posts. */
async function recomputed(month: string, timeZone: string) {
  const counts = new Map<string, number>();
  for (const post of await parts().posts.findAfterId(space, null, 1_000)) {
    if (post.deleted || monthOf(post.createdAt, timeZone) !== month) continue;
    counts.set(post.ownerId, (counts.get(post.ownerId) ?? 0) + 1);
  }
  return [...counts]
    .map(([id, posts]) => ({ id, posts }))
    .sort((a, b) => b.posts - a.posts || (a.id < b.id ? -1 : 1));
}

async function shown() {
  const { month, items } = await parts().ranking.current(space, now);
  return { month, items: items.map(({ staff, posts }) => ({ id: staff.id, posts })) };
}

async function expectRanking(month: string, timeZone: string, total: number) {
  await eventually(async () => {
    const items = await recomputed(month, timeZone);
    expect(items.reduce((sum, { posts }) => sum + posts, 0)).toBe(total);
    expect(await shown()).toEqual({ month, items });
  });
}

it('counts the posts around the borders of a month by the time zone that the space has', async () => {
  await write([
    ['ann', '2025-10-31T14:59:59Z'],
    ['ann', '2025-10-31T15:00:00Z'],
    ['ann', '2025-11-01T03:59:59Z'],
    ['bob', '2025-11-01T04:00:00Z'],
    ['bob', '2025-11-15T00:00:00Z'],
    ['cat', '2025-11-30T14:59:59Z'],
    ['cat', '2025-11-30T15:00:00Z'],
    ['cat', '2025-11-30T19:00:00Z'],
  ]);
  await expectRanking('2025-12', tokyo, 2);

  await moveTo(newYork);
  await expectRanking('2025-11', newYork, 5);

  // The time zone changes back and forth while posts are written.
  const writing = write([
    ['bob', '2025-11-30T14:00:00Z'],
    ['bob', '2025-11-30T16:00:00Z'],
    ['ann', '2025-11-30T17:00:00Z'],
    ['ann', '2025-11-01T02:00:00Z'],
  ]);
  await moveTo(tokyo);
  await writing;
  await moveTo(newYork);
  await expectRanking('2025-11', newYork, 8);
  await moveTo(tokyo);
  await expectRanking('2025-12', tokyo, 4);
  const { body } = await service
    .asStaff({ staffId: 'ann', space })
    .get('/ranking/counters')
    .expect(200);
  expect(body.items).toHaveLength(3);
  expect(body.items).toContainEqual({ staffId: 'ann', rank: { post: 5, issue: 0, resolved: 0 } });
});

it('takes a deleted post from the month that it counted in, in every time zone', async () => {
  const posts = await parts().posts.findAfterId(space, null, 1_000);
  const last = posts.find(({ createdAt }) => createdAt.toISOString().startsWith('2025-11-30T19'))!;
  const cat = service.asStaff({ staffId: 'cat', space });
  await cat.delete(`/posts/${last.id}`).expect(204);
  await expectRanking('2025-12', tokyo, 3);
  await moveTo(newYork);
  await expectRanking('2025-11', newYork, 7);
});

it('does not count god, who is no colleague', async () => {
  const before = await shown();
  expect(before.items.map(({ id }) => id)).toContain('bob');
  const tell = async (version: number, god: boolean) =>
    service.publish(events.staffUpdated, {
      ...{ space, version, aggregate: { type: 'staff', id: 'bob' } },
      data: staffFacts({ staffId: 'bob', displayName: 'bob', ...(god ? { god } : {}) }),
    });
  await tell(2, true);
  const others = before.items.filter(({ id }) => id !== 'bob');
  await eventually(async () => expect((await shown()).items).toEqual(others));
  await tell(3, false);
  await eventually(async () => expect(await shown()).toEqual(before));
});

it('answers the gateway as it answers a staff member', async () => {
  const gateway = await connectAs(service.env, 'gateway');
  const question = { traceparent: null, requestId: null, payload: { space } };
  const answer = await gateway.ask('timeline.findRanking', question, 5_000);
  await gateway.close();
  const { body } = await service.asStaff({ staffId: 'ann', space }).get('/ranking').expect(200);
  expect(answer).toEqual(body);
});

it('reads a month by an index', async () => {
  const { tallies } = parts();
  const plan = await explainOf(tallies.periodsQuery(space, periodsOf('2025-11', newYork)));
  expect(plan.index).toBe('month');
});
