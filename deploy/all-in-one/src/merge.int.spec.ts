import {
  events,
  type ColdMember,
  type CoveredMember,
  type Insights,
  type MemberRef,
  type OpenIssueMember,
} from '@engawa/contracts';
import { members } from '@engawa/members';
import { search } from '@engawa/search';
import { tasks } from '@engawa/tasks';
import {
  eventually,
  shortenPauses,
  spaceFacts,
  staffFacts,
  startTestSystem,
  type TestSystem,
} from '@engawa/testing';
import { timeline } from '@engawa/timeline';
import { randomUUID } from 'node:crypto';

const DAY = 86_400_000;
/** Long enough ago for the radar. */
const talkedAt = new Date(Date.now() - 300 * DAY).toISOString();
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
const range = `from=${dayOf(Date.now() - 310 * DAY)}&to=${dayOf(Date.now() - 290 * DAY)}`;

let system: TestSystem;
/**
 * Members by name: `other` is merged into `kept`, and that into `last`; `friend` is mentioned
 * beside them.
 */
const id: Record<'kept' | 'other' | 'last' | 'friend', string> = {
  ...{ kept: '', other: '', last: '', friend: '' },
};
const nameOf = { kept: '桐生', other: '大河内', last: '最上', friend: '友田' };
let postId = '';
let solvedId = '';
let draftId = '';

const on = (service: string) =>
  system.asStaff({ staffId: 'ann', role: 'generalAdmin', space: 'space-a' }, service);
const read = async (service: string, path: string) =>
  (await on(service).get(path).expect(200)).body;
const withoutFriend = (refs: readonly MemberRef[]) =>
  refs.map((ref) => ref.id).filter((one) => one !== id.friend);

/** Every response that contains stored member ids: the ids shown. */
const shown: [what: string, ids: () => Promise<(string | undefined)[]>][] = [
  ['a post', async () => withoutFriend((await read('timeline', `/posts/${postId}`)).members)],
  [
    'an introduction of a post',
    async () => [(await read('timeline', `/posts/${postId}`)).introduction.member.id],
  ],
  [
    'the solver of an issue',
    async () => [(await read('timeline', `/posts/${solvedId}`)).issue.solution.solvedBy.id],
  ],
  ['a draft', async () => (await read('timeline', `/drafts/${draftId}`)).memberIds],
  [
    'an introduction of a draft',
    async () => [(await read('timeline', `/drafts/${draftId}`)).introduction.memberId],
  ],
  [
    'the CSV of posts',
    async () => {
      const { text } = await on('timeline').get('/posts/export').expect(200);
      return Object.values(id).filter((one) => one !== id.friend && text.includes(one));
    },
  ],
  ['a task', async () => withoutFriend((await read('tasks', `/tasks/${postId}`)).members)],
  ['the member of a task', async () => [(await read('tasks', `/tasks/${postId}`)).memberId]],
  [
    'a hit of the search',
    async () => withoutFriend((await read('search', '/search/posts?q=内覧')).posts[0].members),
  ],
  [
    'a saved search',
    async () => {
      const [{ criteria }] = (await read('search', '/search/saved-searches')).items;
      return [criteria.memberId];
    },
  ],
  [
    'the members of the dashboard',
    async () => {
      const insights: Insights = await read('search', `/insights?${range}`);
      return withoutFriend(insights.members.map(({ member }) => member));
    },
  ],
  [
    'a connection of the dashboard',
    async () => {
      const insights: Insights = await read('search', `/insights?${range}`);
      return insights.connections.edges[0]!.between.filter((one) => one !== id.friend);
    },
  ],
  [
    'a connection of a brief',
    async () => {
      const { connections } = await read('search', `/insights/members/${id.friend}`);
      return connections.map(({ member }: { member: MemberRef }) => member.id);
    },
  ],
  [
    'a snooze of the radar',
    async () => {
      const { items } = await read('search', '/insights/radar?state=snoozed');
      return items.map(({ member }: ColdMember) => member.id);
    },
  ],
  [
    'open issues by member',
    async () => {
      const { items } = await read('search', '/insights/open-issues');
      return withoutFriend(items.map(({ member }: OpenIssueMember) => member));
    },
  ],
  [
    'the coverage by staff',
    async () => {
      const { items } = await read('search', '/insights/coverage/members?staffId=ann');
      return withoutFriend(items.map(({ member }: CoveredMember) => member));
    },
  ],
];

/** Every query by member: whether it finds the post. */
const found: [what: string, finds: (memberId: string) => Promise<boolean>][] = [
  ['posts', async (of) => (await read('timeline', `/posts?memberId=${of}`)).items.length > 0],
  ['tasks', async (of) => (await read('tasks', `/tasks?memberId=${of}`)).items.length > 0],
  ['a search', async (of) => (await read('search', `/search/posts?memberId=${of}`)).total > 0],
  [
    'a search beside another member',
    async (of) => {
      const query = `memberId=${id.friend}&otherMemberId=${of}`;
      return (await read('search', `/search/posts?${query}`)).total > 0;
    },
  ],
  ['a brief', async (of) => (await read('search', `/insights/members/${of}`)).posts > 0],
];
/** The same for members that are not merged: only they have names and profiles. */
const foundByName: typeof found = [
  [
    'a search by name',
    async (of) => {
      const name = Object.entries(id).find(([, one]) => one === of)![0] as keyof typeof id;
      return (await read('search', `/search/posts?q=${nameOf[name]}`)).total > 0;
    },
  ],
  [
    'the time of the last talk',
    async (of) => (await read('members', `/members/${of}`)).lastTalkedAt === talkedAt,
  ],
];

beforeAll(async () => {
  system = await startTestSystem({ services: [members, timeline, tasks, search] });
  for (const service of Object.values(system.services)) shortenPauses(service);
  await system.publish(events.spaceCreated, { data: spaceFacts({ spaceId: 'space-a' }) });
  await system.publish(events.staffAdded, { data: staffFacts({ staffId: 'ann' }) });
  for (const name of Object.keys(id) as (keyof typeof id)[]) {
    const { body } = await on('members').post('/members').send({ familyName: nameOf[name] });
    id[name] = body.id;
  }
  await eventually(async () => {
    expect((await read('timeline', '/labels')).items.length).toBeGreaterThan(3);
  });
  const introduction = { memberId: id.other, toMemberId: id.friend };
  const post = {
    memo: '内覧の準備',
    memberIds: [id.other, id.friend],
    labelIds: ['businessIssue'],
    talkedAt,
  };
  const send = async (body: object) =>
    (await on('timeline').post('/posts').send(body).expect(201)).body.id as string;
  postId = await send({ ...post, introduction, task: {} });
  solvedId = await send({ ...post, memo: '解決した課題' });
  await on('timeline')
    .put(`/posts/${solvedId}/solution`)
    .send({ kind: 'post', postId, solvedBy: { kind: 'member', id: id.other } })
    .expect(200);
  draftId = randomUUID();
  await on('timeline')
    .put(`/drafts/${draftId}`)
    .send({ revision: 1, memo: '下書き', memberIds: [id.other], introduction })
    .expect(200);
  await on('search')
    .post('/search/saved-searches')
    .send({ displayName: '大河内さん', criteria: { memberId: id.other } })
    .expect(201);
  const until = dayOf(Date.now() + 5 * DAY);
  await eventually(() =>
    on('search')
      .put(`/insights/members/${id.other}/snooze`)
      .send({ until, reason: '休会中' })
      .expect(200),
  );
}, 90_000);
afterAll(() => system?.stop());

const merge = (keptId: string, otherId: string) =>
  on('members').post('/members/merges').send({ keptId, otherId }).expect(200);
const undo = (otherId: string) => on('members').post(`/members/merges/${otherId}/undo`).expect(200);

/** Undoing takes the steps of merging in reverse. */
const steps: [
  what: string,
  step: () => PromiseLike<unknown> | void,
  shownAs: keyof typeof id,
  aliases: (keyof typeof id)[],
][] = [
  ['nothing was merged', () => undefined, 'other', []],
  ['a merge', () => merge(id.kept, id.other), 'kept', ['other']],
  ['a merge of the kept one', () => merge(id.last, id.kept), 'last', ['kept', 'other']],
  ['undoing that', () => undo(id.kept), 'kept', ['other']],
  ['undoing the first', () => undo(id.other), 'other', []],
];

describe.each(steps)('after %s', (_step, step, shownAs, aliases) => {
  beforeAll(async () => {
    await step();
  });

  it.each(shown)('%s names the member that is shown', async (_what, ids) => {
    await eventually(async () => expect(await ids()).toEqual([id[shownAs]]));
  });

  it.each([...found, ...foundByName])(
    '%s finds what is about that member',
    async (_what, finds) => {
      const others = (['kept', 'other', 'last'] as const).filter(
        (name) => name !== shownAs && !aliases.includes(name),
      );
      await eventually(async () => {
        expect(await finds(id[shownAs])).toBe(true);
        for (const name of others) expect([name, await finds(id[name])]).toEqual([name, false]);
      });
    },
  );

  it.each(found)('%s finds it by the ids of merged members, too', async (_what, finds) => {
    await eventually(async () => {
      for (const name of aliases) expect([name, await finds(id[name])]).toEqual([name, true]);
    });
  });

  it('stores nothing else when a post and a draft are saved as they are shown', async () => {
    const post = await read('timeline', `/posts/${postId}`);
    const draft = await read('timeline', `/drafts/${draftId}`);
    await eventually(async () => {
      expect((await read('timeline', `/posts/${postId}`)).members[0].id).toBe(id[shownAs]);
      expect((await read('timeline', `/drafts/${draftId}`)).memberIds).toEqual([id[shownAs]]);
    });
    const memberIds = [id[shownAs], id.friend];
    const introduction = { memberId: id[shownAs], toMemberId: id.friend };
    await on('timeline')
      .patch(`/posts/${postId}`)
      .set('if-match', `"${post.version}"`)
      .send({ memberIds, introduction })
      .expect(200);
    await on('timeline')
      .put(`/drafts/${draftId}`)
      .send({
        revision: draft.revision + 1,
        memo: draft.memo,
        memberIds: [id[shownAs]],
        introduction,
      })
      .expect(200);
  });

  it('counts what changes afterwards for that member', async () => {
    const send = { memo: 'もう一つ', memberIds: [id.other], labelIds: ['businessIssue'], talkedAt };
    const issuesOf = async () => {
      const { items } = await read('search', '/insights/open-issues');
      const row = items.find(({ member }: OpenIssueMember) => member.id === id[shownAs]);
      return row?.openIssues as number | undefined;
    };
    const before = await eventually(async () => {
      const now = await issuesOf();
      expect(now).toBe(1);
      return now!;
    });
    // By its old id, like a client that does not know of the merge yet.
    const { body } = await on('timeline').post('/posts').send(send).expect(201);
    await eventually(async () => expect(await issuesOf()).toBe(before + 1));
    await on('timeline').delete(`/posts/${body.id}`).set('if-match', '"1"').expect(204);
    await eventually(async () => expect(await issuesOf()).toBe(before));
  });
});
