import { events, type DataOf, type Member } from '@engawa/contracts';
import { eventually, startTestService, type TestCaller, type TestService } from '@engawa/testing';
import { members } from '../index';
import { MemberRepository } from '../member/member.repository';
import { addPhoto } from '../testing/add-photo';

let service: TestService;
let admin: TestCaller;

beforeAll(async () => {
  service = await startTestService(members);
  admin = service.asStaff({ role: 'generalAdmin' });
});
afterAll(() => service?.stop());

async function add(fields: Partial<Member>): Promise<Member> {
  return (await admin.post('/members').send(fields).expect(201)).body as Member;
}
async function get(id: string): Promise<Member> {
  return (await admin.get(`/members/${id}`).expect(200)).body as Member;
}
async function talk(postId: string, at: string, memberIds: string[]): Promise<void> {
  await service.publish(events.postCreated, {
    data: {
      postId,
      commentId: null,
      ownerId: 'staff-1',
      memo: '',
      memberIds,
      mentions: [],
      labelIds: [],
      attachmentTitles: [],
      talkedAt: at,
      createdAt: at,
      mirror: null,
    } satisfies DataOf<typeof events.postCreated>,
  });
}

async function openAttempts(id: string) {
  const stored = await service.running.app.get(MemberRepository).findById('space-a', id);
  return stored!.merging ?? [];
}

/** Runs `before` in place of the first change of this member by `request`, or ahead of it. */
async function interrupt(
  id: string,
  before: () => Promise<void>,
  request: () => PromiseLike<unknown>,
): Promise<void> {
  const stored = service.running.app.get(MemberRepository);
  const change = stored.change.bind(stored);
  let isFirst = true;
  const spy = jest.spyOn(stored, 'change').mockImplementation(async (...asked) => {
    if (asked[1] === id && isFirst) {
      isFirst = false;
      await before();
    }
    return change(...asked);
  });
  try {
    await request();
  } finally {
    spy.mockRestore();
  }
}

describe('merging members', () => {
  it('finds likely duplicates', async () => {
    const one = await add({ familyName: '重複', firstName: '太郎', company: '株式会社あ' });
    const two = await add({ familyName: '重 複', firstName: '太郎', company: 'あ' });
    const { body } = await admin.get('/members/duplicates').expect(200);
    const ids = body.groups.map((group: { members: Member[] }) =>
      group.members.map(({ id }) => id).sort(),
    );
    expect(ids).toContainEqual([one.id, two.id].sort());
  });

  it('shows a preview, merges, and undoes it', async () => {
    const kept = await add({ familyName: '保持', company: '甲', memo: '覚え' });
    const other = await add({ familyName: '他方', firstName: '花子', company: '乙', title: '長' });
    await talk('t1', '2026-01-01T00:00:00.000Z', [kept.id]);
    await talk('t2', '2026-02-01T00:00:00.000Z', [other.id]);
    await eventually(async () => {
      expect((await get(other.id)).lastTalkedAt).toBe('2026-02-01T00:00:00.000Z');
    });
    const input = { keptId: kept.id, otherId: other.id, take: ['company'] };
    const preview = await admin.post('/members/merges/preview').send(input).expect(200);
    const expected = {
      familyName: '保持',
      firstName: '花子',
      company: '乙',
      title: '長',
      memo: '覚え',
    };
    expect(preview.body).toMatchObject({ merged: expected, talks: 1 });
    expect(await get(kept.id)).toMatchObject({ company: '甲', version: 1 });

    const merged = await admin.post('/members/merges').send(input).expect(200);
    expect(merged.body.kept).toMatchObject({
      ...expected,
      lastTalkedAt: '2026-02-01T00:00:00.000Z',
    });
    expect(merged.body.other).toMatchObject({ deleted: true });
    await eventually(() => {
      const told = service.events
        .named('members.member.deleted')
        .find((event) => event.aggregate.id === other.id);
      expect(told?.data).toMatchObject({ mergedInto: kept.id, deleted: true });
    });
    // Talks that refer to the merged member count for the remaining one.
    await talk('t3', '2026-03-01T00:00:00.000Z', [other.id]);
    await eventually(async () => {
      expect((await get(kept.id)).lastTalkedAt).toBe('2026-03-01T00:00:00.000Z');
    });
    await admin.post('/members/merges').send(input).expect(409);

    const undone = await admin.post(`/members/merges/${other.id}/undo`).expect(200);
    expect(undone.body.kept).toMatchObject({
      firstName: '',
      company: '甲',
      title: '',
      lastTalkedAt: '2026-01-01T00:00:00.000Z',
    });
    expect(await get(other.id)).toMatchObject({ deleted: false, company: '乙' });
    await admin.post(`/members/merges/${other.id}/undo`).expect(404);
  });

  it('answers the same request at the same moment like the first one, also of an undo', async () => {
    const kept = await add({ familyName: '保持', company: '甲' });
    const other = await add({ familyName: '他方', company: '乙' });
    const input = { keptId: kept.id, otherId: other.id, take: ['company'] };
    /** Answers of the first and of a second request that is done after the first looked for it. */
    const atOnce = async (path: string, body: object = {}) => {
      const send = () =>
        admin.post(path).set('idempotency-key', 'at-once-01').send(body).expect(200);
      let second: unknown;
      const look = jest.spyOn(service.running.app.get(MemberRepository), 'findWritten');
      look.mockImplementationOnce(async () => {
        second = (await send()).body;
        return null;
      });
      const first = (await send()).body;
      look.mockRestore();
      return { first, second };
    };
    const merged = await atOnce('/members/merges', input);
    expect(merged.first).toEqual(merged.second);
    expect(await get(kept.id)).toMatchObject({ deleted: false, company: '乙' });
    expect(await get(other.id)).toMatchObject({ deleted: true });
    const undone = await atOnce(`/members/merges/${other.id}/undo`);
    expect(undone.first).toEqual(undone.second);
    expect(await get(kept.id)).toMatchObject({ deleted: false, company: '甲' });
    expect(await get(other.id)).toMatchObject({ deleted: false, company: '乙' });
  });

  it('is listed until it is undone, and leaves what somebody changed since', async () => {
    const kept = await add({ familyName: '保持' });
    const other = await add({ familyName: '他方', company: '乙', title: '長' });
    const input = { keptId: kept.id, otherId: other.id };
    const send = () =>
      admin.post('/members/merges').set('idempotency-key', 'merge-0001').send(input);
    const first = await send().expect(200);
    const again = await send().expect(200);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again.body).toEqual(first.body);
    const { body } = await admin.get('/members/merges?limit=1').expect(200);
    expect(body.items).toMatchObject([
      { other: { id: other.id }, kept: { id: kept.id }, mergedBy: admin.staffId },
    ]);
    await service.asStaff().get('/members/merges').expect(403);
    const stranger = service.asStaff({ space: 'elsewhere', role: 'primaryAdmin' });
    expect((await stranger.get('/members/merges').expect(200)).body.items).toEqual([]);

    await admin
      .patch(`/members/${kept.id}`)
      .set('if-match', '"2"')
      .send({ memo: '後から', title: '別の長' })
      .expect(200);
    const undone = await admin.post(`/members/merges/${other.id}/undo`).expect(200);
    expect(undone.body.kept).toMatchObject({ company: '', memo: '後から', title: '別の長' });
    expect(undone.body.other).toMatchObject({ deleted: false, company: '乙' });
    const left = (await admin.get('/members/merges').expect(200)).body.items;
    expect(JSON.stringify(left)).not.toContain(other.id);
  });

  it('gives back what was passed on in a chain of merges', async () => {
    const { body } = await admin
      .post('/custom-fields')
      .send({ name: '趣味の連鎖', kind: 'text' })
      .expect(201);
    const fieldId: string = body.id;
    const own = { phone: '03-1111-2222', email: 'a@engawa.example', memo: '一人目' };
    const lowest = await add({ familyName: '連鎖', ...own, customFields: { [fieldId]: '将棋' } });
    const middle = await add({ familyName: '連鎖', memo: '二人目', company: 'い社' });
    const highest = await add({ familyName: '連鎖', memo: '三人目' });
    const merge = (keptId: string, otherId: string, take: string[]) =>
      admin.post('/members/merges').send({ keptId, otherId, take }).expect(200);
    await merge(middle.id, lowest.id, ['memo']);
    await merge(highest.id, middle.id, ['memo']);
    expect(await get(highest.id)).toMatchObject({ ...own, company: 'い社' });
    await admin
      .patch(`/members/${highest.id}`)
      .set('if-match', '*')
      .send({ email: 'c@engawa.example' })
      .expect(200);

    await admin.post(`/members/merges/${lowest.id}/undo`).send({}).expect(200);
    const left = { phone: '', memo: '二人目', company: 'い社', email: 'c@engawa.example' };
    expect(await get(highest.id)).toMatchObject({ ...left, customFields: {} });
    expect(await get(lowest.id)).toMatchObject({ ...own, deleted: false });

    await admin.post(`/members/merges/${middle.id}/undo`).send({}).expect(200);
    expect(await get(highest.id)).toMatchObject({ phone: '', memo: '三人目', company: '' });
    expect(await get(middle.id)).toMatchObject({ phone: '', memo: '二人目', company: 'い社' });
  });

  it('can be undone after an attempt that was interrupted between its two writes', async () => {
    const kept = await add({ familyName: '保持', company: '甲', title: '主任' });
    const other = await add({ familyName: '他方', company: '乙', title: '長', memo: '覚え' });
    const input = { keptId: kept.id, otherId: other.id, take: ['company', 'title'] };
    const send = () => admin.post('/members/merges').send(input);
    const cutOff = async () => Promise.reject(new Error('cut off'));
    await interrupt(other.id, cutOff, () => send().expect(500));
    expect(await get(kept.id)).toMatchObject({ company: '乙', title: '長', memo: '覚え' });
    await admin
      .patch(`/members/${kept.id}`)
      .set('if-match', '*')
      .send({ title: '部長' })
      .expect(200);

    const merged = await admin
      .post('/members/merges')
      .send({ ...input, take: [] })
      .expect(200);
    expect(merged.body.kept).toMatchObject({ company: '乙', title: '部長', memo: '覚え' });
    const stored = service.running.app.get(MemberRepository);
    expect((await stored.findById('space-a', kept.id))!.merging).toEqual([]);
    const undone = await admin.post(`/members/merges/${other.id}/undo`).expect(200);
    expect(undone.body.kept).toMatchObject({ company: '甲', title: '部長', memo: '' });
  });

  it.each(['during the merge', 'before it is sent again'])(
    'leaves the remaining member as it was when the other is deleted %s',
    async (when) => {
      const kept = await add({ familyName: '保持', company: '甲' });
      const other = await add({ familyName: '他方', company: '乙', title: '長', memo: '覚え' });
      const input = { keptId: kept.id, otherId: other.id, take: ['company'] };
      const send = () => admin.post('/members/merges').send(input);
      const leave = async () => {
        await admin.delete(`/members/${other.id}`).expect(200);
        const path = `/members/${kept.id}`;
        await admin.patch(path).set('if-match', '*').send({ title: '部長' }).expect(200);
      };
      if (when === 'during the merge') {
        await interrupt(other.id, leave, () => send().expect(409));
      } else {
        const cutOff = async () => Promise.reject(new Error('cut off'));
        await interrupt(other.id, cutOff, () => send().expect(500));
        await leave();
        await send().expect(409);
      }
      expect(await get(kept.id)).toMatchObject({ company: '甲', title: '部長', memo: '' });
    },
  );

  it('keeps what a simultaneous request merged', async () => {
    const kept = await add({ familyName: '保持', company: '甲' });
    const other = await add({ familyName: '他方', company: '乙' });
    const input = { keptId: kept.id, otherId: other.id, take: ['company'] };
    const send = () => admin.post('/members/merges').send(input);
    const mergeFirst = async () => {
      await send().expect(200);
    };
    await interrupt(other.id, mergeFirst, () => send().expect(409));
    expect(await get(kept.id)).toMatchObject({ company: '乙' });
    const undone = await admin.post(`/members/merges/${other.id}/undo`).expect(200);
    expect(undone.body.kept).toMatchObject({ company: '甲' });
  });

  it('keeps what was merged by an attempt that was interrupted after its writes', async () => {
    const kept = await add({ familyName: '保持', company: '甲' });
    const other = await add({ familyName: '他方', company: '乙' });
    const input = { keptId: kept.id, otherId: other.id, take: ['company'] };
    const stored = service.running.app.get(MemberRepository);
    jest.spyOn(stored, 'endMerging').mockRejectedValueOnce(new Error('cut off'));
    await admin.post('/members/merges').send(input).expect(500);
    await admin.post('/members/merges').send(input).expect(409);
    expect(await get(kept.id)).toMatchObject({ company: '乙' });
    const undone = await admin.post(`/members/merges/${other.id}/undo`).expect(200);
    expect(undone.body.kept).toMatchObject({ company: '甲' });
    expect((await stored.findById('space-a', kept.id))!.merging).toEqual([]);
  });

  it('moves the last talk also where it is interrupted after its writes', async () => {
    const kept = await add({ familyName: '保持', company: '甲' });
    const other = await add({ familyName: '他方', company: '乙' });
    await talk('cut-1', '2026-01-01T00:00:00.000Z', [kept.id]);
    await talk('cut-2', '2026-02-01T00:00:00.000Z', [other.id]);
    const isLast = (at: string) =>
      eventually(async () => expect((await get(kept.id)).lastTalkedAt).toBe(at));
    await isLast('2026-01-01T00:00:00.000Z');
    const stored = service.running.app.get(MemberRepository);
    const cutOff = () =>
      jest.spyOn(stored, 'endMerging').mockRejectedValueOnce(new Error('cut off'));
    await eventually(async () =>
      expect((await get(other.id)).lastTalkedAt).toBe('2026-02-01T00:00:00.000Z'),
    );
    cutOff();
    const input = { keptId: kept.id, otherId: other.id, take: ['company'] };
    await admin.post('/members/merges').send(input).expect(500);
    await isLast('2026-02-01T00:00:00.000Z');
    cutOff();
    await admin.post(`/members/merges/${other.id}/undo`).expect(500);
    await isLast('2026-01-01T00:00:00.000Z');
  });

  it('is undone when the merged member is restored', async () => {
    const kept = await add({ familyName: '保持', memo: '覚え' });
    const other = await add({ familyName: '他方', phone: '03-1111-2222' });
    const photo = await addPhoto(admin, other.id);
    await talk('r1', '2026-01-01T00:00:00.000Z', [kept.id]);
    await talk('r2', '2026-02-01T00:00:00.000Z', [other.id]);
    const input = { keptId: kept.id, otherId: other.id };
    const merged = await admin.post('/members/merges').send(input).expect(200);
    expect(merged.body.kept).toMatchObject({ phone: '03-1111-2222' });
    await eventually(async () => {
      expect((await get(kept.id)).lastTalkedAt).toBe('2026-02-01T00:00:00.000Z');
    });

    const path = `/members/${other.id}/restore`;
    await admin.post(path).set('if-match', '"1"').expect(412);
    const restore = () => admin.post(path).set('idempotency-key', 'restore-01');
    const { body } = await restore().expect(200);
    expect(body).toMatchObject({ deleted: false, phone: '03-1111-2222', version: 4 });
    expect((await restore().expect(200)).body).toEqual(body);
    const own = { memo: '覚え', phone: '', photoUrl: null };
    expect(await get(kept.id)).toMatchObject({ ...own, lastTalkedAt: '2026-01-01T00:00:00.000Z' });
    await addPhoto(admin, kept.id);
    await admin.get(photo).expect(200);
    await admin.post(`/members/merges/${other.id}/undo`).expect(404);
  });

  it.each(['replaces it', 'is erased'])(
    'leaves a photo to its member when one that took it in a chain of merges %s',
    async (event) => {
      const [kept, middle, other] = [
        await add({ familyName: '一' }),
        await add({ familyName: '二' }),
        await add({ familyName: '三' }),
      ];
      const photo = await addPhoto(admin, other.id);
      for (const [keptId, otherId] of [
        [middle.id, other.id],
        [kept.id, middle.id],
      ]) {
        await admin.post('/members/merges').send({ keptId, otherId }).expect(200);
      }
      await admin.post(`/members/merges/${other.id}/undo`).expect(200);
      if (event === 'replaces it') await addPhoto(admin, kept.id);
      else await admin.post(`/members/${kept.id}/erase`).send({ familyName: '一' }).expect(200);
      await admin.get(photo).expect(200);
    },
  );

  it('lets one of two opposite merges at the same moment win', async () => {
    for (let round = 0; round < 8; round += 1) {
      const one = await add({ familyName: '一', company: '甲', phone: '03-1' });
      const two = await add({ familyName: '二', company: '乙', title: '長' });
      const send = (keptId: string, otherId: string) =>
        admin.post('/members/merges').send({ keptId, otherId, take: ['company'] });
      const answers = await Promise.all([send(one.id, two.id), send(two.id, one.id)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const [kept, other] = answers[0].status === 200 ? [one, two] : [two, one];
      const filled = { company: other.company, phone: '03-1', title: '長' };
      expect(await get(kept.id)).toMatchObject({ ...filled, deleted: false });
      const own = { company: other.company, phone: other.phone, title: other.title };
      expect(await get(other.id)).toMatchObject({ ...own, deleted: true });
      for (const { id } of [kept, other]) expect(await openAttempts(id)).toEqual([]);
      await admin.post(`/members/merges/${other.id}/undo`).expect(200);
      const { company, phone, title } = kept;
      expect(await get(kept.id)).toMatchObject({ company, phone, title, deleted: false });
    }
  });

  it.each(['lower', 'higher'])(
    'lets one win when the opposite merge meets that which keeps the member with the %s id',
    async (id) => {
      const members = [
        await add({ familyName: '一', company: '甲' }),
        await add({ familyName: '二' }),
      ];
      const [lower, higher] = members.map((member) => member.id).sort() as [string, string];
      const [keptId, otherId] = id === 'lower' ? [lower, higher] : [higher, lower];
      const opposite = async () => {
        const input = { keptId: otherId, otherId: keptId };
        await admin
          .post('/members/merges')
          .send(input)
          .expect(id === 'lower' ? 409 : 200);
      };
      await interrupt(otherId, opposite, () =>
        admin
          .post('/members/merges')
          .send({ keptId, otherId })
          .expect(id === 'lower' ? 200 : 409),
      );
      expect(await get(lower)).toMatchObject({ company: '甲', deleted: false });
      expect(await get(higher)).toMatchObject({ deleted: true });
      for (const one of members) expect(await openAttempts(one.id)).toEqual([]);
    },
  );

  it('is not stopped by an opposite merge that was interrupted long ago', async () => {
    const members = [
      await add({ familyName: '一', company: '甲' }),
      await add({ familyName: '二' }),
    ];
    const [lower, higher] = members.map(({ id }) => id).sort() as [string, string];
    const cutOff = async () => Promise.reject(new Error('cut off'));
    await interrupt(higher, cutOff, () =>
      admin.post('/members/merges').send({ keptId: lower, otherId: higher }).expect(500),
    );
    const input = { keptId: higher, otherId: lower };
    await admin.post('/members/merges').send(input).expect(409);
    expect(await openAttempts(higher)).toEqual([]);
    await service.running.app.get(MemberRepository).change('space-a', lower, ({ merging }) => ({
      set: { merging: merging!.map((attempt) => ({ ...attempt, at: new Date(0) })) },
    }));
    await admin.post('/members/merges').send(input).expect(200);
    expect(await get(higher)).toMatchObject({ company: '甲', deleted: false });
    expect(await openAttempts(lower)).toEqual([]);
  });

  it('is taken back when the remaining member resigns at the same moment', async () => {
    const kept = await add({ familyName: '保持', company: '甲' });
    const other = await add({ familyName: '他方', company: '乙', title: '長' });
    const input = { keptId: kept.id, otherId: other.id, take: ['company'] };
    const send = () => admin.post('/members/merges').set('idempotency-key', 'gone-001').send(input);
    const resign = async () => {
      await admin.delete(`/members/${kept.id}`).expect(200);
    };
    await interrupt(other.id, resign, () => send().expect(409));
    await send().expect(409);
    expect(await get(kept.id)).toMatchObject({ company: '甲', title: '', deleted: true });
    expect(await get(other.id)).toMatchObject({ company: '乙', title: '長', deleted: false });
    expect(await openAttempts(kept.id)).toEqual([]);
    expect((await admin.get('/members/merges').expect(200)).body.items).not.toContainEqual(
      expect.objectContaining({ other: expect.objectContaining({ id: other.id }) }),
    );
    await admin.post(`/members/${kept.id}/restore`).expect(200);
    await admin.post('/members/merges').send(input).expect(200);
  });

  it('is completed when the remaining member leaves in another merge at the same moment', async () => {
    const kept = await add({ familyName: '保持' });
    const other = await add({ familyName: '他方', company: '乙' });
    const third = await add({ familyName: '三' });
    const send = (keptId: string, otherId: string) =>
      admin.post('/members/merges').send({ keptId, otherId }).expect(200);
    const mergeKept = async () => {
      await send(third.id, kept.id);
    };
    await interrupt(other.id, mergeKept, () => send(kept.id, other.id));
    expect(await get(third.id)).toMatchObject({ company: '乙', deleted: false });
    const stored = service.running.app.get(MemberRepository);
    const chain = [third.id, kept.id, other.id];
    expect(await stored.findMergedIds('space-a', third.id)).toEqual(chain);
  });

  it('is for admins, of two different members of their space', async () => {
    const [one, two] = [await add({ familyName: '一' }), await add({ familyName: '二' })];
    const input = { keptId: one.id, otherId: two.id };
    await service.asStaff().post('/members/merges').send(input).expect(403);
    await service.asStaff().post('/members/merges/preview').send(input).expect(403);
    const same = await admin
      .post('/members/merges')
      .send({ keptId: one.id, otherId: one.id })
      .expect(422);
    expect(same.body.code).toBe('members.merge.same-member');
    const stranger = service.asStaff({ space: 'elsewhere', role: 'primaryAdmin' });
    await stranger.post('/members/merges').send(input).expect(404);
    await admin
      .post('/members/merges')
      .send({ ...input, take: ['deleted'] })
      .expect(400);
  });
});
