import { addDays, dayOf, events, type DataOf, type Relations } from '@engawa/contracts';
import { explainOf } from '@engawa/persistence';
import {
  eventually,
  memberFacts,
  spaceFacts,
  staffFacts,
  startTestService,
  type TestService,
} from '@engawa/testing';
import { packMonths } from './health.rules';
import { MemberHealthRepository } from './health.repository';
import { search } from '../index';
import { SpaceZoneRepository } from '../insight/insight.repository';
import { MatchEntryRepository } from '../match/match.repository';

type PostFacts = DataOf<typeof events.postCreated>;

const space = 'relations';
const NOVEMBER = 'month=2026-11';
let service: TestService;

beforeAll(async () => {
  service = await startTestService(search);
  await tellSpace('Asia/Tokyo', 1);
  for (const staffId of ['s1', 's2']) {
    await service.publish(events.staffAdded, {
      space,
      data: staffFacts({ staffId, displayName: staffId }),
    });
  }
});
afterAll(() => service?.stop());

const tellSpace = (timeZone: string, version: number) =>
  service.publish(version === 1 ? events.spaceCreated : events.spaceUpdated, {
    space,
    version,
    data: spaceFacts({ spaceId: space, timeZone }),
  });
const tellMember = (memberId: string, version = 1, more = {}) =>
  service.publish(version === 1 ? events.memberAdded : events.memberUpdated, {
    space,
    version,
    data: memberFacts({ memberId, familyName: memberId, typeId: null, ...more }),
  });
const tellPost = (
  postId: string,
  talkedAt: string,
  memberIds: string[],
  more: Partial<PostFacts> = {},
) =>
  service.publish(events.postCreated, {
    space,
    data: {
      ...{ postId, commentId: null, ownerId: 's1', memo: 'x', memberIds },
      ...{ mentions: [], labelIds: [], attachmentTitles: [], mirror: null },
      ...{ talkedAt, createdAt: talkedAt, ...more },
    },
  });
async function read(query = NOVEMBER): Promise<Relations> {
  return (await service.asStaff({ space }).get(`/insights/relations?${query}`).expect(200)).body;
}
const lineOf = (all: Relations, id: string) => all.items.find(({ member }) => member.id === id);
const talksOf = async (id: string, query = NOVEMBER) =>
  Object.fromEntries(
    (
      await read(query).then((all) =>
        all.months.map((month, at) => [month, lineOf(all, id)?.talks[at]]),
      )
    ).filter(([, talks]) => talks),
  );

describe('relations over time (INS-7)', () => {
  it('count the talks of each month by the calendar of the space, the longest silence first', async () => {
    await tellMember('quiet');
    await tellMember('busy');
    await tellPost('p1', '2026-03-31T15:30:00.000Z', ['quiet']);
    await tellPost('p2', '2026-11-01T00:00:00.000Z', ['busy'], { ownerId: 's2' });
    await tellPost('p3', '2026-11-30T14:59:00.000Z', ['busy'], {
      ownerId: 's2',
      issue: { openedAt: '2026-11-30T14:59:00.000Z', closedAt: null, solvedBy: null },
    });
    await tellPost('p4', '2026-11-30T15:00:00.000Z', ['busy']);
    await tellPost('p5', '2025-11-30T14:00:00.000Z', ['busy']);
    await eventually(async () => {
      expect(await talksOf('quiet')).toEqual({ '2026-04': 1 });
      expect(await talksOf('busy')).toEqual({ '2026-11': 2 });
    });
    const all = await read();
    expect(all.months).toHaveLength(12);
    expect(all.items.map(({ member }) => member.id)).toEqual(['quiet', 'busy']);
    const busy = lineOf(all, 'busy')!;
    expect(busy.openIssues.at(-1)).toBe(1);
    expect(all.staffs[busy.by.at(-1)!]!.displayName).toBe('s2');
    await eventually(async () => {
      const { summary } = await read();
      expect(summary).toMatchObject({ members: 2, talkedWith: 1, posts: 2, issuesOpened: 1 });
    });
    expect(await talksOf('busy', 'month=2025-12')).toEqual({ '2025-11': 1 });
    expect((await read(`${NOVEMBER}&typeId=none&limit=1`)).total).toBe(2);
    await service.asStaff({ space }).get('/insights/relations?month=2026-13').expect(400);
  });

  it('count again when the time zone changes, and when members are merged and parted', async () => {
    expect((await read()).recounting).toBe(false);
    const health = service.running.app.get(MemberHealthRepository);
    const saveFigures = health.saveFigures.bind(health);
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const saving = jest.spyOn(health, 'saveFigures');
    saving.mockImplementation(async (...args) => {
      await held;
      return saveFigures(...args);
    });
    await tellSpace('America/New_York', 2);
    // The days are recounted, the members are not.
    const zones = service.running.app.get(SpaceZoneRepository);
    await eventually(async () => {
      expect((await zones.zoneOf(space)).recounting).toBe(false);
      expect((await read()).recounting).toBe(true);
    });
    release();
    saving.mockRestore();
    await eventually(async () => expect((await read()).recounting).toBe(false));
    await eventually(async () => {
      expect(await talksOf('quiet')).toEqual({ '2026-03': 1 });
      expect(await talksOf('busy')).toEqual({ '2026-10': 1, '2026-11': 2 });
    });
    await tellMember('quiet', 2, { deleted: true, mergedInto: 'busy' });
    await eventually(async () => {
      expect(await talksOf('busy')).toEqual({ '2026-03': 1, '2026-10': 1, '2026-11': 2 });
      expect(await talksOf('quiet')).toEqual({});
    });
    await tellMember('quiet', 3, { deleted: false, mergedInto: null });
    await eventually(async () => {
      expect(await talksOf('quiet')).toEqual({ '2026-03': 1 });
      expect(await talksOf('busy')).toEqual({ '2026-10': 1, '2026-11': 2 });
    });
  });

  it('show introductions that led somewhere, within the months of the picture', async () => {
    const made = 'relations-introduced';
    const time = '2026-05-11T15:30:00.000Z';
    const tell = (postId: string, facts: object, version = 1) =>
      service.publish(version === 1 ? events.postCreated : events.postUpdated, {
        ...{ space: made, version, aggregate: { type: 'post', id: postId } },
        data: {
          ...{ postId, commentId: null, ownerId: 's1', memo: 'x', memberIds: [] },
          ...{ mentions: [], labelIds: [], attachmentTitles: [], mirror: null },
          ...{ talkedAt: time, createdAt: time, ...facts },
        },
      });
    const tellOf = (memberId: string, version = 1, more = {}) =>
      service.publish(version === 1 ? events.memberAdded : events.memberUpdated, {
        ...{ space: made, version, aggregate: { type: 'member', id: memberId } },
        data: memberFacts({ memberId, familyName: memberId, ...more }),
      });
    const shown = async (query = NOVEMBER, caller = service.asStaff({ space: made })) => {
      const { body } = await caller.get(`/insights/relations?${query}`).expect(200);
      return (body as Relations).introductions.map(
        ({ postId, day, member, toMember }) => `${postId} ${day} ${member.id} ${toMember.id}`,
      );
    };
    const between = (memberId: string, toMemberId: string, outcome = 'succeeded') => ({
      introduction: { memberId, toMemberId, outcome },
    });
    const spaceData = spaceFacts({ spaceId: made, timeZone: 'Asia/Tokyo' });
    await service.publish(events.spaceCreated, { space: made, data: spaceData });
    for (const id of ['aoki', 'mori', 'sato', 'twin']) await tellOf(id);
    await tell('led', between('aoki', 'mori'));
    await tell('met', between('aoki', 'sato', 'met'));
    await tell('later', { ...between('sato', 'mori'), talkedAt: '2026-11-30T14:59:00.000Z' });
    await tell('before', { ...between('aoki', 'mori'), talkedAt: '2025-11-30T14:59:00.000Z' });
    await tell('after', { ...between('aoki', 'mori'), talkedAt: '2026-11-30T15:00:00.000Z' });
    await tell('merged', between('aoki', 'twin'));
    // The newest first; the day is that of the space.
    const [later, led] = ['later 2026-11-30 sato mori', 'led 2026-05-12 aoki mori'];
    await eventually(async () =>
      expect(await shown()).toEqual([later, 'merged 2026-05-12 aoki twin', led]),
    );
    // Each of these is another entry, which may arrive later.
    await eventually(async () => {
      expect(await shown('month=2025-11')).toEqual(['before 2025-11-30 aoki mori']);
      expect((await shown('month=2026-12'))[0]).toBe('after 2026-12-01 aoki mori');
    });
    expect(await shown(NOVEMBER, service.asStaff({ space: 'elsewhere' }))).toEqual([]);
    const limited = service.asStaff({ space: made, scopes: ['insight.read'] });
    expect(await shown(NOVEMBER, limited)).toEqual([]);

    await tellOf('twin', 2, { deleted: true, mergedInto: 'mori' });
    await eventually(async () =>
      expect(await shown()).toEqual([later, 'merged 2026-05-12 aoki mori', led]),
    );
    await tell('merged', between('aoki', 'twin', 'declined'), 2);
    await tellOf('sato', 2, { deleted: true });
    await eventually(async () => expect(await shown()).toEqual([led]));
    const entries = service.running.app.get(MatchEntryRepository);
    const plan = await explainOf(
      entries.succeededQuery(made, new Date('2026-01-01'), new Date('2026-12-01'), 2),
    );
    expect(plan.stages).toContain('IXSCAN');
    expect(plan.stages).not.toContain('SORT');
    expect(plan.returned).toBe(2);
    expect(plan.keysExamined).toBeLessThanOrEqual(plan.returned + 1);
    await service.publish(events.postDeleted, {
      ...{ space: made, version: 2, aggregate: { type: 'post', id: 'led' } },
      data: { postId: 'led', commentId: null },
    });
    await eventually(async () => expect(await shown()).toEqual([]));
  });

  it('count all members of the filter in the summary, however few are listed', async () => {
    const cut = 'relations-cut';
    const caller = service.asStaff({ space: cut });
    const tellOf = (memberId: string, more = {}, version = 1) =>
      service.publish(version === 1 ? events.memberAdded : events.memberUpdated, {
        ...{ space: cut, version, aggregate: { type: 'member', id: memberId } },
        data: memberFacts({ memberId, familyName: memberId, typeId: null, ...more }),
      });
    const tellTalk = (memberId: string, talkedAt: string) =>
      service.publish(events.postCreated, {
        space: cut,
        data: {
          ...{ postId: `about-${memberId}`, commentId: null, ownerId: 's1', memo: 'x' },
          ...{ memberIds: [memberId], mentions: [], labelIds: [], attachmentTitles: [] },
          ...{ mirror: null, talkedAt, createdAt: talkedAt },
        },
      });
    const summaryOf = async (query: string) => {
      const { body } = await caller.get(`/insights/relations?month=2025-01&${query}`).expect(200);
      return (body as Relations).summary;
    };
    await service.publish(events.spaceCreated, {
      space: cut,
      data: spaceFacts({ spaceId: cut, timeZone: 'Asia/Tokyo' }),
    });
    await tellOf('never');
    await tellOf('quiet');
    await tellOf('guest', { typeId: 'guest' });
    await tellOf('snoozed', { typeId: 'guest' });
    await tellOf('merged', { typeId: 'guest' });
    await tellTalk('quiet', '2024-12-31T14:59:00.000Z');
    await tellTalk('guest', '2024-12-31T15:00:00.000Z');
    await tellTalk('snoozed', '2025-01-31T14:59:00.000Z');
    await tellTalk('merged', '2025-01-02T00:00:00.000Z');
    const all = { members: 5, talkedWith: 3, posts: 3, cold: 4 };
    await eventually(async () => expect(await summaryOf('')).toMatchObject(all));
    await tellOf('merged', { deleted: true, mergedInto: 'snoozed' }, 2);
    await eventually(async () =>
      expect(await summaryOf('')).toMatchObject({ ...all, members: 4, talkedWith: 2, cold: 3 }),
    );
    await caller
      .put('/insights/members/snoozed/snooze')
      .send({ until: addDays(dayOf(new Date(), 'Asia/Tokyo'), 30), reason: '出張中' })
      .expect(200);
    const summary = await summaryOf('');
    expect(summary).toMatchObject({ ...all, members: 4, talkedWith: 2, cold: 2 });
    // The days of a month may be counted later than the months of its members.
    await eventually(async () => expect(await summaryOf('limit=1')).toEqual(summary));
    const ofGuests = await summaryOf('typeId=guest');
    expect(ofGuests).toMatchObject({ members: 2, talkedWith: 2, cold: 1 });
    expect(await summaryOf('typeId=guest&limit=1')).toEqual(ofGuests);
    const withoutType = await summaryOf('typeId=none');
    expect(withoutType).toMatchObject({ members: 2, talkedWith: 0, cold: 1 });
    expect(await summaryOf('typeId=none&limit=1')).toEqual(withoutType);
  });

  it('answer for 2,000 members from one index range without counting anything', async () => {
    const many = 'relations-many';
    const months = packMonths(
      Array.from({ length: 12 }, (_, at) => ({
        ...{ month: `2026-${String(at + 1).padStart(2, '0')}`, talks: at + 1, openIssues: at % 2 },
        staffId: 's1',
      })),
    );
    const ids = Array.from({ length: 2_000 }, (_, at) => `m-${String(at).padStart(4, '0')}`);
    const at = new Date('2026-11-01T00:00:00Z');
    const stored = { space: many, version: 1, createdAt: at, updatedAt: at };
    const health = service.running.app.get(MemberHealthRepository)['store'];
    await health.model.collection.insertMany(
      ids.map((id, index) => ({
        ...{ _id: `${many}/${id}`, id, ...stored, listed: true, typeId: '', months, revision: 2 },
        ref: memberRefOf(id),
        ...{ posts: 78, knowers: [], knowerIds: [], openIssues: 0, timeZone: 'Asia/Tokyo' },
        ...{ quietSince: new Date(at.getTime() - index * 3_600_000), lastTalkedAt: at },
      })) as never,
    );
    const caller = service.asStaff({ space: many });
    const find = jest.spyOn(service.running.app.get(MemberHealthRepository), 'findBySilence');
    for (let round = 0; round < 12; round += 1) {
      const { body } = await caller.get('/insights/relations?month=2026-12').expect(200);
      expect((body as Relations).items).toHaveLength(2_000);
      expect((body as Relations).items[0]!.member).toMatchObject({
        id: 'm-1999',
        familyName: 'm-1999',
      });
    }
    // Twelve answers within the time that a picture is kept, from one read.
    expect(find.mock.calls.length).toBeLessThanOrEqual(2);
    find.mockRestore();
  });
});

function memberRefOf(id: string) {
  return {
    ...{ id, familyName: id, firstName: '花子', familyNameKana: 'モリ', firstNameKana: 'ハナコ' },
    ...{ company: '会社', photoUrl: null, thumbPhotoUrl: null, deleted: false },
  };
}
