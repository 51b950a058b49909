import { events, type DataOf, type SearchHit } from '@engawa/contracts';
import { explainOf } from '@engawa/persistence';
import { eventually, startTestService, type TestService } from '@engawa/testing';
import { EntryRepository, type EntryFilter } from '../entry/entry.repository';
import { OPEN_ISSUE_INDEX } from '../entry/entry.schema';
import { search } from '../index';

type PostFacts = DataOf<typeof events.postCreated>;
let service: TestService;

const at = (day: number) => new Date(Date.UTC(2026, 4, day)).toISOString();
function post(postId: string, day: number, more: Partial<PostFacts> = {}): PostFacts {
  return {
    postId,
    commentId: null,
    ownerId: 's1',
    memo: `話${postId}`,
    memberIds: [],
    mentions: [],
    labelIds: [],
    attachmentTitles: [],
    talkedAt: at(day),
    createdAt: at(day),
    mirror: null,
    ...more,
  };
}
const issue = (opened: number, closed: number | null) => ({
  openedAt: at(opened),
  closedAt: closed === null ? null : at(closed),
  solvedBy: null,
});
const ids = async (query: Record<string, string>) => {
  const { body } = await service.asStaff().get('/search/posts').query(query).expect(200);
  return body.posts.map((hit: SearchHit) => hit.id) as string[];
};

beforeAll(async () => {
  service = await startTestService(search);
  // Talk on one day, opened as an issue on another, solved on a third.
  for (const facts of [
    post('open', 1, { labelIds: ['l1'], memberIds: ['m1', 'm2'], issue: issue(10, null) }),
    post('solved', 2, { labelIds: ['l1', 'l2'], memberIds: ['m1'], issue: issue(11, 20) }),
    post('late', 9, { labelIds: ['l2'], memberIds: ['m2'], issue: issue(12, null) }),
    post('plain', 3, { memberIds: ['m1', 'm2', 'm3'] }),
    post('labelled', 4, { labelIds: ['l3'] }),
  ]) {
    await service.publish(events.postCreated, { data: facts });
  }
  await eventually(async () => expect(await ids({})).toHaveLength(5));
});
afterAll(() => service?.stop());

describe('filters of searchPosts (SRC-1, INS-5)', () => {
  it('find posts without a label', async () => {
    expect(await ids({ labelId: 'none' })).toEqual(['plain']);
    expect(await ids({ labelId: 'none', q: '話plain' })).toEqual(['plain']);
  });

  it('find posts that name two members together', async () => {
    expect(await ids({ memberId: 'm1', otherMemberId: 'm2' })).toEqual(['plain', 'open']);
    expect(await ids({ memberId: 'm3', otherMemberId: 'm1' })).toEqual(['plain']);
    expect(await ids({ memberId: 'm1', otherMemberId: 'm1', issue: 'solved' })).toEqual(['solved']);
  });

  it('find issues that are open, whenever they were talked about', async () => {
    expect(await ids({ issue: 'open' })).toEqual(['late', 'open']);
    expect(await ids({ issue: 'open', memberId: 'm1' })).toEqual(['open']);
    expect(await ids({ issue: 'open', labelId: 'l2', from: at(5) })).toEqual(['late']);
  });

  it('find issues by when they were opened or solved', async () => {
    expect(await ids({ issue: 'opened' })).toEqual(['late', 'solved', 'open']);
    expect(await ids({ issue: 'opened', from: at(10), to: at(12) })).toEqual(['solved', 'open']);
    expect(await ids({ issue: 'opened', from: at(1), to: at(5) })).toEqual([]);
    expect(await ids({ issue: 'solved', from: at(20), to: at(21) })).toEqual(['solved']);
    expect(await ids({ issue: 'solved', labelId: 'l1' })).toEqual(['solved']);
    // Text queries return the same order.
    expect(await ids({ issue: 'opened', q: '話' })).toEqual(['late', 'solved', 'open']);
  });

  it.each([{ issue: 'closed' }, { otherMemberId: '$x' }, { labelId: 'a b' }])(
    'refuse %j',
    async (query) => {
      await service.asStaff().get('/search/posts').query(query).expect(400);
    },
  );

  it('have an index each', async () => {
    const repository = service.running.app.get(EntryRepository);
    const planOf = (filter: EntryFilter) =>
      explainOf(repository.hitQuery('space-a', filter, { skip: 0, limit: 10 }) as never);
    const range = { from: new Date(at(1)), to: new Date(at(30)) };
    const open = await planOf({ issue: 'open' });
    expect(open).toMatchObject({ index: OPEN_ISSUE_INDEX, returned: 2, docsExamined: 2 });
    const opened = await planOf({ issue: 'opened', ...range });
    expect(opened).toMatchObject({ returned: 3, docsExamined: 3 });
    const solved = await planOf({ issue: 'solved', ...range });
    expect(solved).toMatchObject({ returned: 1, docsExamined: 1 });
    expect(await planOf({ taskStatus: 'waiting' })).toMatchObject({ index: 'tasks' });
    const comments = await explainOf(repository.commentQuery('space-a', 'open') as never);
    expect(comments).toMatchObject({ index: 'comments' });
    // Open issues are few: those of a space are sorted in memory.
    for (const plan of [opened, solved]) expect(plan.stages).not.toContain('SORT');
  });
});
