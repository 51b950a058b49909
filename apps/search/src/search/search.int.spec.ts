import { events, type DataOf, type SearchHit, type SearchPostsAnswer } from '@engawa/contracts';
import { explainOf } from '@engawa/persistence';
import {
  eventually,
  memberFacts,
  staffFacts,
  startTestService,
  throughout,
  type TestService,
} from '@engawa/testing';
import { EntryIndex } from '../entry/entry-index.service';
import { entryOf } from '../entry/entry.mapper';
import { EntryRepository } from '../entry/entry.repository';
import { EntryService } from '../entry/entry.service';
import { search } from '../index';

let service: TestService;

type PostFacts = DataOf<typeof events.postCreated>;
type CommentFacts = DataOf<typeof events.commentCreated>;

beforeAll(async () => {
  service = await startTestService(search);
});
afterAll(() => service?.stop());

let clock = Date.UTC(2026, 3, 1);
function facts(postId: string, memo: string, more: Partial<PostFacts> = {}): PostFacts {
  clock += 60_000;
  const at = new Date(clock).toISOString();
  return {
    postId,
    commentId: null,
    ownerId: 'staff-x',
    memo,
    memberIds: [],
    mentions: [],
    labelIds: [],
    attachmentTitles: [],
    talkedAt: at,
    createdAt: at,
    mirror: null,
    ...more,
  };
}

async function ask(query: Record<string, string | number>, space = 'space-a') {
  const { body } = await service.asStaff({ space }).get('/search/posts').query(query).expect(200);
  return body as SearchPostsAnswer;
}
const ids = async (query: Record<string, string | number>, space?: string) =>
  (await ask(query, space)).posts.map((hit: SearchHit) => hit.id);

describe('searchPosts', () => {
  it('finds pieces of Japanese, in any width and kana', async () => {
    await service.publish(events.postCreated, { data: facts('a0', '慣らし') });
    await eventually(async () => expect(await ids({ q: '慣らし' })).toEqual(['a0']));
    await service.publish(events.postCreated, {
      data: facts('a1', '来週の展示会の打ち合わせをした。ガイドも必要'),
    });
    await eventually(async () => expect(await ids({ q: '展示会' })).toEqual(['a1']));
    for (const q of ['示', '示会', '打ち合わせ', 'ｶﾞｲﾄﾞ', 'がいど', '来週 必要']) {
      expect(`${q} ${await ids({ q })}`).toBe(`${q} a1`);
    }
    for (const q of ['会展', '展示会場', '来週 東京', '展示 会の打ち合わせX']) {
      expect(`${q} ${await ids({ q })}`).toBe(`${q} `);
    }
  });

  it('keeps a phrase together and words apart', async () => {
    await service.publish(events.postCreated, { data: facts('b1', 'open day for members') });
    await service.publish(events.postCreated, { data: facts('b2', 'day of the open door') });
    await eventually(async () => expect(await ids({ q: 'open day' })).toEqual(['b2', 'b1']));
    expect(await ids({ q: '"open day"' })).toEqual(['b1']);
    expect(await ids({ q: '"OPEN　DAY"' })).toEqual(['b1']);
  });

  it('finds other spellings and marks them', async () => {
    const space = 'space-spelling';
    await service.publish(events.memberAdded, {
      space,
      data: memberFacts({
        memberId: 'm-s',
        familyName: '渡邊',
        familyNameKana: 'ワタナベ',
        company: '齋藤印刷',
      }),
    });
    await service.publish(events.postCreated, {
      space,
      data: facts('s1', '髙﨑様とcaféで面談。会費は12,000円、ヴァイオリンとサーバーの展示\n会', {
        memberIds: ['m-s'],
      }),
    });
    for (const [q, marked] of [
      ['高崎', 'memo 髙﨑'],
      ['CAFE', 'memo café'],
      ['12000', 'memo 12,000'],
      ['バイオリン', 'memo ヴァイオリン'],
      ['サーバ', 'memo サーバー'],
      ['展示会', 'memo 展示\n会'],
      ['渡辺', 'memberName 渡邊'],
      ['watanabe', 'memberKana ワタナベ'],
      ['斎藤', 'company 齋藤'],
    ] as const) {
      await eventually(async () => {
        const [hit] = (await ask({ q }, space)).posts;
        expect(`${q} ${hit?.id}`).toBe(`${q} s1`);
        const memo = { field: 'memo', text: hit!.memo, highlights: hit!.highlights };
        expect(
          [memo, ...hit!.found].flatMap(({ field, text, highlights }) =>
            highlights.map(({ start, end }) => `${field} ${text.slice(start, end)}`),
          ),
        ).toEqual([marked]);
      });
    }
  });

  it('finds the same once it is packed, with every filter', async () => {
    const space = 'space-packed';
    for (let n = 0; n < 40; n += 1) {
      await service.publish(events.postCreated, {
        space,
        data: facts(`k${n}`, `座席の相談${n % 4}`, {
          ownerId: `s${n % 3}`,
          memberIds: [`m${n % 5}`, `m${n % 7}`],
          labelIds: n % 2 ? [`l${n % 3}`] : [],
          talkedAt: new Date(Date.UTC(2026, 2, 1 + (n % 10))).toISOString(),
        }),
      });
    }
    await eventually(async () => expect((await ask({ q: '座席' }, space)).total).toBe(40));
    const filters: Record<string, string | number>[] = [
      {},
      { staffId: 's1' },
      { memberId: 'm2', otherMemberId: 'm4' },
      { labelId: 'l1' },
      { labelId: 'none' },
      { kind: 'comment' },
      { from: '2026-03-04T00:00:00.000Z', to: '2026-03-08T00:00:00.000Z' },
      { page: 2 },
    ];
    const all = () =>
      Promise.all(filters.map((filter) => ask({ q: '相談1 座席', ...filter }, space)));
    const before = await all();
    await service.running.app.get(EntryIndex).packAll(space);
    expect(await all()).toEqual(before);
    const unfiltered = await ask(filters[6]!, space);
    expect(unfiltered.total).toBe(16);
    await service.publish(events.postDeleted, {
      space,
      version: 2,
      data: { postId: 'k1', commentId: null },
    });
    await eventually(async () => expect((await ask({ q: '座席' }, space)).total).toBe(39));
  });

  it('finds a restored comment whose post returns while the comment does', async () => {
    const post = facts('r1', '余談', { ownerId: 'staff-r' });
    const { postId } = post;
    const comment: CommentFacts = { ...facts('r1', '戻る話'), commentId: 'r1-c', postOwnerId: 'x' };
    const entries = service.running.app.get(EntryService);
    const repository = service.running.app.get(EntryRepository);
    const keep = (data: PostFacts | CommentFacts, version: number) =>
      entries.upsert('space-a', entryOf(data, version, new Date()));
    // Without events: a deletion that is still being applied would read its post during the restore.
    await keep(post, 1);
    await keep(comment, 1);
    const deleted = { version: 2, postId, at: new Date() };
    await entries.remove('space-a', { ...deleted, id: postId, kind: 'post' });
    await entries.remove('space-a', { ...deleted, id: 'r1-c', kind: 'comment' });
    const find = repository.findById.bind(repository);
    const hides = jest.spyOn(repository, 'setShown');
    let isFirst = true;
    const reads = jest.spyOn(repository, 'findById').mockImplementation(async (space, id) => {
      const found = await find(space, id);
      if (id === postId && found?.gone && isFirst) {
        isFirst = false;
        // Events of one batch are applied side by side.
        await keep(post, 3);
      }
      return found;
    });
    try {
      await keep(comment, 3);
      expect(hides).toHaveBeenCalledWith('space-a', 'r1-c', false);
      expect((await find('space-a', 'r1-c'))!.shown).toBe(true);
      await eventually(async () => expect(await ids({ q: '戻る話' })).toEqual(['r1-c']));
    } finally {
      for (const spy of [reads, hides]) spy.mockRestore();
    }
  });

  it('marks what was found', async () => {
    await service.publish(events.postCreated, {
      data: facts('h1', '駅前のｶﾌｪで面談、カフェは満席'),
    });
    await eventually(async () => expect(await ids({ q: 'かふぇ' })).toEqual(['h1']));
    const [hit] = (await ask({ q: 'かふぇ' })).posts;
    const marked = hit!.highlights.map(({ start, end }) => hit!.memo.slice(start, end));
    expect(marked).toEqual(['ｶﾌｪ', 'カフェ']);
  });

  it('finds comments, file titles, labels, staff and members, and follows a new name', async () => {
    const staffId = 'staff-n';
    await service.publish(events.staffAdded, {
      data: staffFacts({ staffId, displayName: '宇都宮担当' }),
    });
    await service.publish(events.memberAdded, {
      data: memberFacts({ memberId: 'm-n', familyName: '橘', familyNameKana: 'タチバナ' }),
    });
    await service.publish(events.labelCreated, {
      data: { labelId: 'l-n', name: '見学希望', isIssue: false, order: 1 },
    });
    await service.publish(events.postCreated, {
      data: facts('n1', '本文', {
        ownerId: staffId,
        memberIds: ['m-n'],
        labelIds: ['l-n'],
        attachmentTitles: ['間取り図.pdf'],
      }),
    });
    await service.publish(events.commentCreated, {
      aggregate: { type: 'comment', id: 'n2' },
      data: { ...facts('n1', '返信は明日'), commentId: 'n2', postOwnerId: staffId } as CommentFacts,
    });
    for (const [q, found] of [
      ['宇都宮', ['n1']],
      ['橘', ['n1']],
      ['たちばな', ['n1']],
      ['見学', ['n1']],
      ['間取り', ['n1']],
      ['返信は', ['n2']],
      ['橘 見学 本文', ['n1']],
    ] as const) {
      await eventually(async () => expect(`${q} ${await ids({ q })}`).toBe(`${q} ${found.join()}`));
    }
    const [hit] = (await ask({ q: '橘' })).posts;
    expect(hit).toMatchObject({
      kind: 'post',
      owner: { displayName: '宇都宮担当' },
      members: [{ familyName: '橘' }],
    });
    await service.publish(events.memberUpdated, {
      version: 2,
      data: memberFacts({ memberId: 'm-n', familyName: '桜井', familyNameKana: 'サクライ' }),
    });
    await eventually(async () => expect(await ids({ q: '桜井' })).toEqual(['n1']));
    expect(await ids({ q: '橘' })).toEqual([]);
  });

  it('shows and filters by the kept member of two who were merged', async () => {
    await service.publish(events.memberAdded, {
      data: memberFacts({ memberId: 'm-kept', familyName: '保持' }),
    });
    await service.publish(events.memberDeleted, {
      version: 2,
      data: {
        ...memberFacts({ memberId: 'm-other', familyName: '他方', deleted: true }),
        mergedInto: 'm-kept',
      },
    });
    await service.publish(events.postCreated, {
      data: facts('mg1', '統合の話', { memberIds: ['m-other'] }),
    });
    await eventually(async () => expect(await ids({ memberId: 'm-kept' })).toEqual(['mg1']));
    await eventually(async () => {
      const [hit] = (await ask({ q: '統合の話' })).posts;
      expect(hit?.members).toMatchObject([{ id: 'm-kept', familyName: '保持' }]);
    });
  });

  it('learns names that come after the post', async () => {
    await service.publish(events.postCreated, {
      data: facts('o1', '先', { memberIds: ['m-late'] }),
    });
    await eventually(async () => expect(await ids({ q: '先' })).toContain('o1'));
    await service.publish(events.memberAdded, {
      data: memberFacts({ memberId: 'm-late', familyName: '後発' }),
    });
    await eventually(async () => expect(await ids({ q: '後発' })).toEqual(['o1']));
  });

  it('follows changes and deletions, whatever their order', async () => {
    await service.publish(events.postCreated, { data: facts('c1', '初稿の文') });
    await eventually(async () => expect(await ids({ q: '初稿' })).toEqual(['c1']));
    await service.publish(events.postUpdated, { version: 3, data: facts('c1', '三稿の文') });
    await service.publish(events.postUpdated, { version: 2, data: facts('c1', '二稿の文') });
    await eventually(async () => expect(await ids({ q: '三稿' })).toEqual(['c1']));
    expect(await ids({ q: '初稿' })).toEqual([]);
    await service.publish(events.commentCreated, {
      aggregate: { type: 'comment', id: 'c2' },
      data: { ...facts('c1', '返事の文'), commentId: 'c2', postOwnerId: 's' } as CommentFacts,
    });
    await eventually(async () => expect(await ids({ q: '返事の文' })).toEqual(['c2']));
    await service.publish(events.postDeleted, {
      version: 5,
      data: { postId: 'c1', commentId: null },
    });
    await eventually(async () => expect(await ids({ q: '三稿' })).toEqual([]));
    await eventually(async () => expect(await ids({ q: '返事の文' })).toEqual([]));
    await service.publish(events.postUpdated, { version: 4, data: facts('c1', '四稿の文') });
    await service.publish(events.commentUpdated, {
      version: 2,
      aggregate: { type: 'comment', id: 'c2' },
      data: { ...facts('c1', '遅い返事'), commentId: 'c2', postOwnerId: 's' } as CommentFacts,
    });
    await throughout(async () => {
      expect(await ids({ q: '四稿' })).toEqual([]);
    });
    await eventually(async () => expect(await ids({ q: '遅い返事' })).toEqual([]));
  });

  it('pages ten by ten, newest talk first, and filters', async () => {
    const space = 'space-p';
    for (let n = 0; n < 23; n += 1) {
      await service.publish(events.postCreated, {
        space,
        data: facts(`p${n}`, `頁の試験 ${n}`, {
          ownerId: n % 2 ? 'odd' : 'even',
          memberIds: n < 5 ? ['first'] : [],
          labelIds: n === 7 ? ['seven'] : [],
        }),
      });
    }
    await eventually(async () => expect((await ask({ q: '頁の試験' }, space)).total).toBe(23));
    const first = await ask({ q: '頁の試験' }, space);
    expect(first).toMatchObject({ totalPageCount: 3, totalIsExact: true });
    expect(first.posts.map((hit) => hit.id)).toEqual(
      Array.from({ length: 10 }, (_, n) => `p${22 - n}`),
    );
    expect(await ids({ q: '頁の試験', page: 3 }, space)).toEqual(['p2', 'p1', 'p0']);
    expect(await ids({ q: '頁', page: 3 }, space)).toEqual(['p2', 'p1', 'p0']);
    expect(await ids({ q: '頁', page: 900 }, space)).toEqual([]);
    expect((await ask({ q: '頁', staffId: 'odd' }, space)).total).toBe(11);
    expect(await ids({ memberId: 'first', staffId: 'odd' }, space)).toEqual(['p3', 'p1']);
    expect(await ids({ labelId: 'seven' }, space)).toEqual(['p7']);
    const [seventh] = (await ask({ labelId: 'seven' }, space)).posts;
    const from = seventh!.talkedAt;
    expect((await ask({ from }, space)).total).toBe(16);
    expect((await ask({ to: from, q: '試験' }, space)).total).toBe(7);
    expect(await ids({ q: '頁の試験' })).toEqual([]);
  });

  it.each([
    { q: 'x'.repeat(201) },
    { page: 0 },
    { page: 'x' },
    { nothing: '1' },
    { 'q[$ne]': '1' },
  ])('refuses %p', async (query) => {
    await service.asStaff().get('/search/posts').query(query).expect(400);
  });

  it('takes signs literally and lets nobody in without a token', async () => {
    for (const q of ['.*', '$where', '(((', '\\', '"', '%00']) await ask({ q });
    await service.anonymous().get('/search/posts?q=x').expect(401);
  });

  it('reads filtered lists from indexes', async () => {
    const repository = service.running.app.get(EntryRepository);
    for (const filter of [
      {},
      { staffId: 'odd' },
      { memberIds: ['first'] },
      { labelId: 'seven' },
      { taskStatus: 'done' as const },
    ]) {
      const plan = await explainOf(
        repository.hitQuery('space-p', filter, { skip: 0, limit: 10 }) as never,
      );
      expect(plan.stages).toContain('IXSCAN');
      expect(plan.stages).not.toContain('SORT');
      expect(plan.keysExamined).toBeLessThanOrEqual(plan.returned + 2);
    }
  });
});
