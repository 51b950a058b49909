import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { dayOf, type Insights, type Member, type Post, type Relations } from '@engawa/contracts';
import { Api, eventually } from './api';
import { runScript } from './commands';
import { databaseOf } from './database';
import { Installation } from './world';

interface ListPage<Item> {
  items: Item[];
  nextCursor: string | null;
}

/** The fields of stored figures that the test reads. */
interface StoredDay {
  id: string;
  version: number;
}
interface StoredMonth {
  days: StoredDay[];
}

const DAY_MS = 86_400_000;
const SPACE = 'engawa-sendai';
const NEW_TIME_ZONE = 'America/Los_Angeles';

// Knows nothing of the counters and roll-ups: it counts the posts that the API lists.
describe('the figures of relations and dashboard (INS-1, INS-7)', () => {
  let installation: Installation;
  let admin: Api;
  let staff: Api;

  beforeAll(async () => {
    installation = await Installation.start({});
    admin = await Api.signIn(installation.url, 'admin@engawa.example');
    staff = await Api.signIn(installation.url, 'staff@engawa.example');
  }, 180_000);
  afterAll(() => installation?.stop());

  const addMember = async (familyName: string, typeId: string | null) =>
    (await admin.post<Member>('/members', { familyName, typeId })).body;
  const addPost = async (by: Api, daysAgo: number, memberIds: string[], labelIds: string[] = []) =>
    (
      await by.post<Post>('/posts', {
        memo: `${daysAgo}日前の話`,
        memberIds,
        labelIds,
        talkedAt: new Date(Date.now() - daysAgo * 86_400_000).toISOString(),
      })
    ).body;

  it('agree with the posts that are listed, also after merge, undo, another time zone and erasure', async () => {
    const { body: types } = await admin.get<{ items: { id: string }[] }>('/member-types');
    const [one, two, three] = await Promise.all([
      addMember('森', types.items[0]!.id),
      addMember('林', types.items[0]!.id),
      addMember('木', null),
    ]);
    const written: Post[] = [];
    for (const [at, days] of [0, 1, 20, 45, 46, 80, 200, 300, 330, 400].entries()) {
      const about = [one!, two!, three!].filter((_, index) => (at + index) % 3 !== 0);
      written.push(
        await addPost(
          at % 2 === 0 ? admin : staff,
          days,
          about.map(({ id }) => id),
          at % 4 === 0 ? ['businessIssue', 'operationalIssue'].slice(0, 1 + (at % 3)) : [],
        ),
      );
    }
    // Of the issues of 0, 46 and 330 days ago, the older ones are solved; one of them by an older talk.
    const solve = async (issue: number, by: number) => {
      const solution = { kind: 'post', postId: written[by]!.id };
      const path = `/posts/${written[issue]!.id}/solution`;
      expect((await admin.ask('PUT', path, solution)).status).toBe(200);
    };
    await solve(4, 2);
    await solve(8, 9);
    await agreeWithMonths();
    const merge = { keptId: one!.id, otherId: two!.id };
    expect((await admin.post('/members/merges', merge)).status).toBe(200);
    await agreeWithMonths();
    expect((await admin.post(`/members/merges/${two!.id}/undo`)).status).toBe(200);
    await agreeWithMonths();
    const moved = { timeZone: NEW_TIME_ZONE };
    expect((await admin.patch('/space', moved, { 'if-match': '*' })).status).toBe(200);
    await agreeWithMonths(NEW_TIME_ZONE);
    await admin.post(`/members/${three!.id}/erase`, { familyName: '木' });
    await eventually(async () => {
      await expectToAgree(admin, NEW_TIME_ZONE);
      const { body } = await admin.get<Relations>('/insights/relations');
      expect(body.items.map(({ member }) => member.id)).not.toContain(three!.id);
    });
  }, 300_000);

  it('are the same after a restore into another installation', async () => {
    await agreeWithMonths(NEW_TIME_ZONE);
    const before = await readFigures(admin);
    const months = await storedMonths(installation);
    const dir = mkdtempSync(path.join(tmpdir(), 'engawa-relations-'));
    try {
      const backup = path.join(dir, 'backup');
      const made = await runScript(
        'backup',
        { ENGAWA_DATA: installation.dir },
        ...['--to', backup],
      );
      expect(made).toEqual({ code: 0, out: expect.stringContaining(backup) });
      await installation.stop();
      const target = path.join(dir, 'restored');
      expect(await runScript('restore', { ENGAWA_DATA: target }, '--from', backup)).toEqual({
        code: 0,
        out: expect.stringContaining('restored'),
      });
      installation = await Installation.start({ dir: target });
      expect(await storedMonths(installation)).toEqual(months);
      admin = await Api.signIn(installation.url, 'admin@engawa.example');
      staff = await Api.signIn(installation.url, 'staff@engawa.example');
      await eventually(async () => expect(await readFigures(admin)).toEqual(before));
      await expectToAgree(admin, NEW_TIME_ZONE);
      // A talk of a day whose month is stored.
      const { member } = before.relations.items[0]!;
      await addPost(staff, 45, [member.id], ['businessIssue']);
      await agreeWithMonths(NEW_TIME_ZONE);
      expect(await readFigures(admin)).not.toEqual(before);
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  }, 300_000);

  /** The figures agree when they are counted from days, and again when they are read from months. */
  async function agreeWithMonths(timeZone?: string): Promise<void> {
    await eventually(() => expectToAgree(admin, timeZone));
    await eventually(async () => {
      // Only days that have been quiet for some minutes are stored by month.
      const countedAt = new Date(Date.now() - 3_600_000);
      const days = databaseOf(installation, 'search').collection<StoredDay>('insightDays');
      await days.updateMany({ space: SPACE } as object, { $set: { countedAt } });
      await expectToAgree(admin, timeZone);
      const today = dayOf(new Date(), timeZone ?? 'Asia/Tokyo');
      const stored = await days.find({ space: SPACE, id: { $lte: today } } as object).toArray();
      expect(stored).not.toEqual([]);
      const months = await storedMonths(installation);
      const inMonths = new Map(months.flatMap((month) => month.days.map((day) => [day.id, day])));
      for (const { id, version } of stored)
        expect([id, inMonths.get(id)?.version]).toEqual([id, version]);
    });
    await expectToAgree(admin, timeZone);
  }
});

const storedMonths = (installation: Installation) =>
  databaseOf(installation, 'search')
    .collection<StoredMonth>('insightMonths')
    .find({ space: SPACE } as object, { projection: { _id: 0 }, sort: { id: 1 } })
    .toArray();

/** What dashboard and relations answer. */
async function readFigures(api: Api) {
  const to = dayOf(new Date(), NEW_TIME_ZONE);
  const from = dayOf(new Date(Date.now() - 500 * DAY_MS), NEW_TIME_ZONE);
  const dashboard = await api.get<Insights>(`/insights?from=${from}&to=${to}&unit=month`);
  const relations = await api.get<Relations>('/insights/relations');
  return { dashboard: dashboard.body, relations: relations.body };
}

async function listAll<Item>(api: Api, path: string): Promise<Item[]> {
  const items: Item[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const query: string = cursor === '' ? '' : `?cursor=${encodeURIComponent(cursor)}`;
    const { body }: { body: ListPage<Item> } = await api.get<ListPage<Item>>(`${path}${query}`);
    items.push(...body.items);
    cursor = body.nextCursor;
  }
  return items;
}

async function expectToAgree(api: Api, timeZone = 'Asia/Tokyo'): Promise<void> {
  const posts = await listAll<Post>(api, '/posts');
  const members = await listAll<Member>(api, '/members');
  const day = (time: string) => dayOf(new Date(time), timeZone);
  const ago = (days: number) => day(new Date(Date.now() - days * DAY_MS).toISOString());
  await expectRelations(api, posts, (time) => day(time).slice(0, 7));
  for (const [from, to, unit] of [
    [ago(60), ago(0), 'day'],
    [ago(500), ago(0), 'month'],
    [ago(340), ago(40), 'week'],
  ] as const) {
    await expectDashboard(api, { from, to, unit }, posts, members, day);
  }
}

/** Every figure of the dashboard, from the posts and members that the API lists. */
async function expectDashboard(
  api: Api,
  { from, to, unit }: { from: string; to: string; unit: string },
  posts: readonly Post[],
  members: readonly Member[],
  dayOfTime: (time: string) => string,
): Promise<void> {
  const query = `from=${from}&to=${to}&unit=${unit}&deactivated=true`;
  const { body } = await api.get<Insights>(`/insights?${query}`);
  expect(body.recounting).toBe(false);
  const isWithin = (time: string | null | undefined) =>
    typeof time === 'string' && dayOfTime(time) >= from && dayOfTime(time) <= to;
  const talks = posts.filter(({ talkedAt }) => isWithin(talkedAt));
  const about = (id: string) => talks.filter((post) => post.members.some((one) => one.id === id));
  expect(body.posts.total).toBe(talks.length);
  expect(body.unlabelled.total).toBe(talks.filter(({ labelIds }) => !labelIds.length).length);
  for (const { labelId, total } of body.labels) {
    expect(total).toBe(talks.filter(({ labelIds }) => labelIds.includes(labelId)).length);
  }
  for (const { staff, total } of body.staffs) {
    expect(total).toBe(talks.filter(({ owner }) => owner.id === staff.id).length);
  }
  const named = new Set(talks.flatMap((post) => post.members.map(({ id }) => id)));
  expect(new Set(body.members.map(({ member }) => member.id))).toEqual(named);
  for (const { member, total } of body.members) expect(total).toBe(about(member.id).length);
  for (const { between, total, labels } of body.connections.edges) {
    const both = about(between[0]).filter((post) =>
      post.members.some(({ id }) => id === between[1]),
    );
    expect(total).toBe(both.length);
    for (const { labelId, total: labelled } of labels) {
      expect(labelled).toBe(both.filter(({ labelIds }) => labelIds.includes(labelId)).length);
    }
  }

  const issues = posts.flatMap(({ issue }) => issue ?? []);
  const solved = issues.filter(({ closedAt }) => isWithin(closedAt));
  const openAfter = (until: string) =>
    issues.filter(
      ({ openedAt, closedAt }) =>
        dayOfTime(openedAt) <= until &&
        (closedAt === null || (dayOfTime(closedAt) > until && closedAt >= openedAt)),
    ).length;
  const dayBefore = new Date(Date.parse(from) - DAY_MS).toISOString().slice(0, 10);
  const times = solved
    .map(({ secondsToSolution }) => secondsToSolution!)
    .sort((one, other) => one - other);
  const middle = [times[Math.ceil(times.length / 2) - 1], times[Math.floor(times.length / 2)]];
  expect(body.issues).toMatchObject({
    opened: issues.filter(({ openedAt }) => isWithin(openedAt)).length,
    solved: solved.length,
    openBefore: openAfter(dayBefore),
    open: openAfter(to),
    medianSecondsToSolution: times.length === 0 ? null : Math.round((middle[0]! + middle[1]!) / 2),
  });
  if (unit === 'day') {
    expect(body.issues.openByPeriod).toEqual(body.periods.map((period) => openAfter(period)));
  }

  const talkedWith = members.filter(({ id }) => named.has(id));
  expect(body.talkedWith).toMatchObject({ members: members.length, total: talkedWith.length });
  const typeIds = new Set(members.map(({ typeId }) => typeId));
  expect(new Set(body.memberTypes.map(({ typeId }) => typeId))).toEqual(typeIds);
  for (const type of body.memberTypes) {
    const ofType = members.filter(({ typeId }) => typeId === type.typeId);
    expect(type).toMatchObject({
      members: ofType.length,
      talkedWith: ofType.filter(({ id }) => named.has(id)).length,
      talks: ofType.reduce((sum, { id }) => sum + about(id).length, 0),
    });
  }
}

async function expectRelations(
  api: Api,
  posts: readonly Post[],
  monthOf: (time: string) => string,
): Promise<void> {
  const { body } = await api.get<Relations>('/insights/relations');
  expect(body.months).toHaveLength(12);
  for (const { member, talks, openIssues, by } of body.items) {
    const about = posts.filter(({ members }) => members.some(({ id }) => id === member.id));
    for (const [at, month] of body.months.entries()) {
      const inMonth = about.filter(({ talkedAt }) => monthOf(talkedAt) === month);
      const open = inMonth.filter(({ issue }) => issue && issue.closedAt === null);
      expect([month, talks[at], openIssues[at]]).toEqual([month, inMonth.length, open.length]);
      const writers = new Set(inMonth.map(({ owner }) => owner.id));
      if (inMonth.length === 0) expect(by[at]).toBeNull();
      else expect(writers).toContain(body.staffs[by[at]!]!.id);
    }
  }
  const last = body.months.at(-1);
  const ofMonth = posts.filter(({ talkedAt }) => monthOf(talkedAt) === last);
  expect(body.summary.posts).toBe(ofMonth.length);
  expect(body.summary.talkedWith).toBe(
    body.items.filter(({ member }) =>
      ofMonth.some(({ members }) => members.some(({ id }) => id === member.id)),
    ).length,
  );
}
