import type { BulkAnswer, Post } from '@engawa/contracts';
import { eventually, type TestService } from '@engawa/testing';
import { callersOf, people, startTimeline } from '../timeline.fixture';

let service: TestService;
let callers: ReturnType<typeof callersOf>;

beforeAll(async () => {
  service = await startTimeline();
  callers = callersOf(service);
});
afterAll(() => service?.stop());

async function create(items: unknown[], key?: string): Promise<BulkAnswer> {
  const request = callers.writer.post('/posts/bulk');
  if (key) void request.set('idempotency-key', key);
  return (await request.send({ items }).expect(200)).body as BulkAnswer;
}

const imported = expect.objectContaining({ imported: true });

describe('createPosts', () => {
  it('creates or refuses each on its own, with the place of what is wrong', async () => {
    const talkedAt = '2025-04-01T03:00:00.000Z';
    const { items, created, refused } = await create([
      { memo: '一行目', talkedAt, memberIds: [people.sato], labelIds: ['idea'] },
      { memo: '' },
      { memo: '三行目', memberIds: [people.sato, 'nosuch'] },
      { memo: '四行目', labelIds: ['nosuch'] },
      { memo: '五行目', attachmentIds: ['x'] },
      { memo: '六行目', talkedAt: '2999-01-01T00:00:00.000Z' },
      { memo: '七行目' },
    ]);
    expect(items.map(({ status }) => status)).toEqual([201, 422, 422, 422, 400, 422, 201]);
    expect([created, refused]).toEqual([2, 5]);
    expect(items.map(({ problem }) => problem?.code ?? null)).toEqual([
      null,
      'timeline.post.empty',
      'timeline.post.unknown-member',
      'timeline.post.unknown-label',
      'request.invalid',
      'timeline.post.talk-ahead',
      null,
    ]);
    expect(items[2]!.problem?.errors).toMatchObject([{ pointer: '/body/items/2/memberIds/1' }]);
    const { body } = await callers.writer.get(`/posts/${items[0]!.id}`).expect(200);
    expect(body as Post).toMatchObject({
      ...{ memo: '一行目', talkedAt, version: 1, labelIds: ['idea'], task: null },
      ownerId: people.writer,
      members: [{ id: people.sato }],
    });
  });

  it('refuses entries that name thousands of unknown members, and creates the others', async () => {
    const unknown = Array.from({ length: 100 }, (_, entry) => ({
      memo: '見知らぬ会員',
      memberIds: Array.from({ length: 50 }, (__, n) => `nobody-${entry}-${n}`),
    }));
    const { created, refused, items } = await create([...unknown, { memo: '知っている話' }]);
    expect([created, refused]).toEqual([1, 100]);
    expect(items[0]!.problem?.code).toBe('timeline.post.unknown-member');
    // The next test counts events.
    await eventually(() => {
      const told = service.events.named('timeline.post.created');
      expect(told.map(({ aggregate }) => aggregate.id)).toContain(items.at(-1)!.id);
      const ends = service.events.named('timeline.posts.imported');
      expect(ends).toContainEqual(
        expect.objectContaining({ data: expect.objectContaining({ added: 1 }) }),
      );
    });
  });

  it('publishes one event for each post, nothing to chats, and one delivery to webhooks', async () => {
    service.events.clear();
    const { items } = await create([
      { memo: '駅前の店を手伝いたいとのこと。', memberIds: [people.sato], labelIds: ['idea'] },
      { memo: '来月から朝に来るそうです。', talkedAt: '2025-04-01T03:00:00.000Z' },
    ]);
    await eventually(() => {
      const told = service.events.named('timeline.post.created');
      expect(told.map(({ aggregate }) => aggregate.id).sort()).toEqual(
        items.map(({ id }) => id).sort(),
      );
      expect(told).toEqual(told.map(() => expect.objectContaining({ data: imported })));
      const ends = service.events.named('timeline.posts.imported');
      expect(ends).toMatchObject([{ data: { added: 2 } }]);
    });
  });

  it('creates nothing again under the same Idempotency-Key', async () => {
    const rows = Array.from({ length: 30 }, (_, n) => ({ memo: `反復 ${n}` }));
    const [first, second] = await Promise.all([
      create(rows, 'bulk-key-1'),
      create(rows, 'bulk-key-1'),
    ]);
    expect(second.items).toEqual(first.items);
    expect((await create(rows, 'bulk-key-1')).items).toEqual(first.items);
    const ids = first.items.map(({ id }) => id);
    expect(new Set(ids).size).toBe(30);
    const other = callers.writer.post('/posts/bulk').set('idempotency-key', 'bulk-key-1');
    await other.send({ items: [{ memo: '別' }] }).expect(422);
  });

  it('takes 500 and no more', async () => {
    const rows = Array.from({ length: 500 }, (_, n) => ({ memo: `満員 ${n}` }));
    expect(await create(rows)).toMatchObject({ created: 500, refused: 0 });
    await callers.writer
      .post('/posts/bulk')
      .send({ items: [...rows, rows[0]] })
      .expect(400);
  });

  it('shows them to the space of the caller only', async () => {
    const { items } = await create([{ memo: '越境' }]);
    await callers.foreign.get(`/posts/${items[0]!.id}`).expect(404);
  });
});
