import { CUSTOM_FIELD_LIMIT, type CustomField, events, type Member } from '@engawa/contracts';
import { eventually, startTestService, type TestCaller, type TestService } from '@engawa/testing';
import { MemberRepository } from '../member/member.repository';
import { members } from '../index';
import { CustomFieldRepository } from './custom-field.repository';
import { CUSTOM_FIELD_SET_ID } from './custom-field.schema';

let service: TestService;
let admin: TestCaller;

beforeAll(async () => {
  service = await startTestService(members);
});
beforeEach(() => {
  spaces += 1;
  admin = service.asStaff({ role: 'generalAdmin', space: `space-${spaces}` });
});
afterAll(() => service?.stop());

let spaces = 0;
const addField = async (input: object): Promise<CustomField> =>
  (await admin.post('/custom-fields').send(input).expect(201)).body;
const addMember = async (input: object): Promise<Member> =>
  (
    await admin
      .post('/members')
      .send({ familyName: '森', ...input })
      .expect(201)
  ).body;
const read = async (id: string): Promise<Member> =>
  (await admin.get(`/members/${id}`).expect(200)).body;
const codeOf = (answer: { body: { code: string } }) => answer.body.code;

describe('custom fields', () => {
  it('are added, renamed, ordered and deleted by administrators', async () => {
    const locker = await addField({ name: 'ロッカー', kind: 'text' });
    const plan = await addField({ name: '入居', kind: 'choice', choices: ['昼', '夜'] });
    expect(plan).toMatchObject({
      kind: 'choice',
      order: 1,
      choices: [{ name: '昼' }, { name: '夜' }],
    });
    await service
      .asStaff({ space: `space-${spaces}` })
      .post('/custom-fields')
      .send({})
      .expect(403);
    await admin
      .put('/custom-fields/order')
      .send({ ids: [plan.id, locker.id] })
      .expect(200);
    await admin
      .put('/custom-fields/order')
      .send({ ids: [plan.id] })
      .expect(409);
    const renamed = await admin
      .patch(`/custom-fields/${locker.id}`)
      .set('if-match', '*')
      .send({ name: '棚' })
      .expect(200);
    expect(renamed.body).toMatchObject({ name: '棚', version: 2, order: 1 });
    const stale = admin.patch(`/custom-fields/${locker.id}`).set('if-match', '"1"');
    expect(codeOf(await stale.send({ name: '箱' }).expect(412))).toBe('members.custom-field.stale');
    await admin.delete(`/custom-fields/${plan.id}`).expect(204);
    expect((await admin.get('/custom-fields').expect(200)).body.items).toHaveLength(1);
    await admin.delete(`/custom-fields/${plan.id}`).expect(404);
    await eventually(() => {
      const told = service.events
        .of(events.customFieldsChanged)
        .filter(({ space }) => space === `space-${spaces}`)
        .map(({ data }) => data.fieldIds);
      const [one, other] = [locker.id, plan.id];
      expect(told).toEqual([[one], [other], [other, one], [one], [other]]);
    });
  });

  it('have names that a CSV can tell apart', async () => {
    await addField({ name: 'ﾛｯｶｰ (1)', kind: 'text' });
    for (const name of ['ロッカー1', '会社・屋号', 'E-Mail', 'photoFileName', '（）']) {
      const answer = await admin.post('/custom-fields').send({ name, kind: 'text' }).expect(409);
      expect(codeOf(answer)).toBe('members.custom-field.taken');
    }
  });

  it('are limited, and choices belong to choice fields', async () => {
    for (const input of [
      { name: 'a', kind: 'choice' },
      { name: 'a', kind: 'choice', choices: ['x', 'Ｘ'] },
      { name: 'a', kind: 'text', choices: ['x'] },
    ]) {
      const answer = await admin.post('/custom-fields').send(input).expect(422);
      expect(codeOf(answer)).toBe('members.custom-field.choices-wrong');
    }
    for (let n = 0; n < CUSTOM_FIELD_LIMIT; n += 1) await addField({ name: `f${n}`, kind: 'text' });
    const answer = await admin.post('/custom-fields').send({ name: 'z', kind: 'text' }).expect(422);
    expect(codeOf(answer)).toBe('members.custom-field.too-many');
  });
});

describe("a member's custom fields", () => {
  it('hold values of their kind and change one by one', async () => {
    const text = await addField({ name: '棚', kind: 'text' });
    const number = await addField({ name: '席数', kind: 'number' });
    const founded = await addField({ name: '創業', kind: 'date' });
    const plan = await addField({ name: '時間', kind: 'choice', choices: ['昼', '夜'] });
    const all = {
      [text.id]: 'A-12',
      [number.id]: 1.5,
      [founded.id]: '1868-01-25',
      [plan.id]: plan.choices[1]!.id,
    };
    const member = await addMember({ customFields: all, birthday: '1899-12-31' });
    expect(await read(member.id)).toMatchObject({ customFields: all, birthday: '1899-12-31' });
    const changed = await admin
      .patch(`/members/${member.id}`)
      .set('if-match', '"1"')
      .send({ customFields: { [text.id]: null, [number.id]: 2 } })
      .expect(200);
    const { [text.id]: _gone, ...left } = all;
    expect(changed.body.customFields).toEqual({ ...left, [number.id]: 2 });
    for (const [id, value] of [
      [number.id, 'many'],
      [text.id, 5],
      [founded.id, '2023-02-29'],
      [plan.id, '昼'],
    ]) {
      const answer = await admin
        .post('/members')
        .send({ familyName: '森', customFields: { [id as string]: value } })
        .expect(422);
      expect(codeOf(answer)).toBe('members.member.custom-field-wrong');
    }
    const unknown = { familyName: '森', customFields: { nothing: 'x' } };
    const answer = await admin.post('/members').send(unknown).expect(422);
    expect(codeOf(answer)).toBe('members.member.custom-field-unknown');
    const long = { familyName: '森', customFields: { [text.id]: 'x'.repeat(20_000) } };
    await admin.post('/members').send(long).expect(400);
  });

  it('are found by their values, written to the audit log, disclosed and erased', async () => {
    const text = await addField({ name: '棚', kind: 'text' });
    const plan = await addField({ name: '時間', kind: 'choice', choices: ['昼'] });
    const values = { [text.id]: '北の三番', [plan.id]: plan.choices[0]!.id };
    const { id } = await addMember({ customFields: values, email: 'mori@example.com' });
    for (const q of ['北の三', 'mori@exam']) {
      await eventually(async () => {
        const { body } = await admin.get('/members').query({ q }).expect(200);
        expect(body.items.map((one: Member) => one.id)).toEqual([id]);
      });
    }
    await eventually(() => {
      const told = service.events
        .named('members.audit.recorded')
        .map(({ data }) => data as { target: { id: string }; changes: { field: string }[] })
        .find(({ target }) => target.id === id);
      expect(told?.changes).toEqual(
        expect.arrayContaining([
          { field: '棚', before: null, after: '北の三番' },
          { field: '時間', before: null, after: '昼' },
          { field: 'email', before: null, after: 'mori@example.com' },
        ]),
      );
    });
    await admin.post(`/members/${id}/erase`).send({ familyName: '森' }).expect(200);
    const erased = await service.running.app.get(MemberRepository).findById(`space-${spaces}`, id);
    expect(erased).toMatchObject({
      customFields: {},
      customFieldIds: [],
      email: '',
      birthday: null,
    });
  });

  it('lose values of deleted fields and choices, at once for readers', async () => {
    const text = await addField({ name: '棚', kind: 'text' });
    const plan = await addField({ name: '時間', kind: 'choice', choices: ['昼', '夜'] });
    const [noon, night] = plan.choices.map(({ id }) => id) as [string, string];
    const one = await addMember({ customFields: { [text.id]: 'A', [plan.id]: noon } });
    const two = await addMember({ customFields: { [plan.id]: night } });
    const retype = await admin
      .patch(`/custom-fields/${text.id}`)
      .set('if-match', '*')
      .send({ kind: 'number' });
    expect(codeOf(retype)).toBe('members.custom-field.in-use');
    await admin
      .patch(`/custom-fields/${plan.id}`)
      .set('if-match', '*')
      .send({ choices: [{ id: night, name: '深夜' }] })
      .expect(200);
    await admin.delete(`/custom-fields/${text.id}`).expect(204);
    expect((await read(one.id)).customFields).toEqual({});
    expect((await read(two.id)).customFields).toEqual({ [plan.id]: night });
    const stored = service.running.app.get(MemberRepository);
    await eventually(async () => {
      const now = await stored.findById(`space-${spaces}`, one.id);
      expect(now).toMatchObject({ customFields: {}, customFieldIds: [] });
    });
    await admin
      .patch(`/members/${two.id}`)
      .set('if-match', '"1"')
      .send({ customFields: { [plan.id]: null } })
      .expect(200);
    // Nobody has a value any more, so the kind can change.
    const changed = await admin
      .patch(`/custom-fields/${plan.id}`)
      .set('if-match', '*')
      .send({ kind: 'date' })
      .expect(200);
    expect(changed.body).toMatchObject({ kind: 'date', choices: [] });
  });

  it('keep values that are entered while a deleted field is cleared', async () => {
    const old = await addField({ name: '旧', kind: 'text' });
    const member = await addMember({ customFields: { [old.id]: 'A' } });
    const sets = service.running.app.get(CustomFieldRepository);
    const claim = sets.claim.bind(sets);
    let entered: CustomField | null = null;
    const spy = jest.spyOn(sets, 'claim').mockImplementation(async (...asked) => {
      const found = await claim(...asked);
      if (!entered && found) {
        entered = await addField({ name: '新', kind: 'text' });
        const customFields = { [entered.id]: 'B' };
        await admin
          .patch(`/members/${member.id}`)
          .set('if-match', '*')
          .send({ customFields })
          .expect(200);
      }
      return found;
    });
    try {
      await admin.delete(`/custom-fields/${old.id}`).expect(204);
      await eventually(async () => {
        expect(await sets.findById(`space-${spaces}`, CUSTOM_FIELD_SET_ID)).toMatchObject({
          clearing: [],
        });
      });
      const stored = service.running.app.get(MemberRepository);
      expect(entered).not.toBeNull();
      expect(await stored.findById(`space-${spaces}`, member.id)).toMatchObject({
        customFields: { [entered!['id']]: 'B' },
      });
    } finally {
      spy.mockRestore();
    }
  });

  it('lose values that are written after the field or choice was deleted and cleared', async () => {
    const space = `space-${spaces}`;
    const text = await addField({ name: '旧', kind: 'text' });
    const plan = await addField({ name: '時間', kind: 'choice', choices: ['昼', '夜'] });
    const [noon, night] = plan.choices;
    const sets = service.running.app.get(CustomFieldRepository);
    const stored = service.running.app.get(MemberRepository);
    const insert = stored.insert.bind(stored);
    const spy = jest.spyOn(stored, 'insert').mockImplementationOnce(async (...given) => {
      await admin.delete(`/custom-fields/${text.id}`).expect(204);
      await admin
        .patch(`/custom-fields/${plan.id}`)
        .set('if-match', '*')
        .send({ choices: [night] })
        .expect(200);
      await eventually(async () =>
        expect(await sets.findById(space, CUSTOM_FIELD_SET_ID)).toMatchObject({ clearing: [] }),
      );
      return insert(...given);
    });
    try {
      const member = await addMember({ customFields: { [text.id]: 'A', [plan.id]: noon!.id } });
      await eventually(async () =>
        expect(await stored.findById(space, member.id)).toMatchObject({
          customFields: {},
          customFieldIds: [],
        }),
      );
      // No value is left that would keep the kind.
      await admin
        .patch(`/custom-fields/${plan.id}`)
        .set('if-match', '*')
        .send({ kind: 'date' })
        .expect(200);
    } finally {
      spy.mockRestore();
    }
  });

  it('clear a field again whose choices changed while it was cleared', async () => {
    const plan = await addField({ name: '時間', kind: 'choice', choices: ['昼', '夜'] });
    const night = plan.choices[1]!.id;
    const member = await addMember({ customFields: { [plan.id]: night } });
    const change = (choices: object[]) =>
      admin.patch(`/custom-fields/${plan.id}`).set('if-match', '*').send({ choices }).expect(200);
    const stored = service.running.app.get(MemberRepository);
    const findMembers = stored.findWithCustomField.bind(stored);
    let isFirst = true;
    const spy = jest.spyOn(stored, 'findWithCustomField').mockImplementation(async (...asked) => {
      const found = await findMembers(...asked);
      if (!isFirst) return found;
      isFirst = false;
      // The round has passed this member when its choice goes too.
      await change([{ name: '朝' }]);
      return [];
    });
    try {
      await change([{ id: night, name: '夜' }]);
      await eventually(async () =>
        expect(await stored.findById(`space-${spaces}`, member.id)).toMatchObject({
          customFieldIds: [],
        }),
      );
    } finally {
      spy.mockRestore();
    }
  });

  it('are merged with those that the other has, and given back', async () => {
    const text = await addField({ name: '棚', kind: 'text' });
    const number = await addField({ name: '席数', kind: 'number' });
    const kept = await addMember({ customFields: { [text.id]: 'A' } });
    const other = await addMember({ customFields: { [text.id]: 'B', [number.id]: 3 } });
    const input = { keptId: kept.id, otherId: other.id };
    await admin.post('/members/merges').send(input).expect(200);
    expect((await read(kept.id)).customFields).toEqual({ [text.id]: 'A', [number.id]: 3 });
    await admin.post(`/members/merges/${other.id}/undo`).expect(200);
    expect((await read(kept.id)).customFields).toEqual({ [text.id]: 'A' });
  });

  it('are not given back by an undone merge after their field was deleted', async () => {
    const shelf = await addField({ name: '棚', kind: 'text' });
    const seats = await addField({ name: '席数', kind: 'number' });
    const kept = await addMember({ customFields: { [shelf.id]: 'A', [seats.id]: 1 } });
    const other = await addMember({ customFields: { [shelf.id]: 'B', [seats.id]: 3 } });
    const input = { keptId: kept.id, otherId: other.id, take: ['customFields'] };
    await admin.post('/members/merges').send(input).expect(200);
    const stored = service.running.app.get(MemberRepository);
    const space = `space-${spaces}`;
    const markOf = async () => (await stored.findById(space, other.id))!.merged!.keptBefore;
    expect((await markOf()).customFields).toEqual({ [shelf.id]: 'A', [seats.id]: 1 });
    await admin.delete(`/custom-fields/${shelf.id}`).expect(204);
    await eventually(async () => {
      expect((await markOf()).customFields).toEqual({ [seats.id]: 1 });
    });
    await admin.post(`/members/merges/${other.id}/undo`).expect(200);
    const now = await stored.findById(space, kept.id);
    expect(now!.customFields).toEqual({ [seats.id]: 1 });
  });

  it('keep what is entered in the remaining member during a merge', async () => {
    const text = await addField({ name: '棚', kind: 'text' });
    const number = await addField({ name: '席数', kind: 'number' });
    const kept = await addMember({});
    const other = await addMember({ customFields: { [number.id]: 3 } });
    const stored = service.running.app.get(MemberRepository);
    const change = stored.change.bind(stored);
    const spy = jest.spyOn(stored, 'change').mockImplementationOnce(async (...asked) => {
      await admin
        .patch(`/members/${kept.id}`)
        .set('if-match', '*')
        .send({ customFields: { [text.id]: 'A' } })
        .expect(200);
      return change(...asked);
    });
    try {
      const input = { keptId: kept.id, otherId: other.id };
      await admin.post('/members/merges').send(input).expect(200);
    } finally {
      spy.mockRestore();
    }
    expect((await read(kept.id)).customFields).toEqual({ [text.id]: 'A', [number.id]: 3 });
    await admin.post(`/members/merges/${other.id}/undo`).expect(200);
    expect((await read(kept.id)).customFields).toEqual({ [text.id]: 'A' });
  });
});

describe('the member CSV', () => {
  it('has the custom fields in template, export and import, and reverts them', async () => {
    const text = await addField({ name: '棚', kind: 'text' });
    const plan = await addField({ name: '時間', kind: 'choice', choices: ['昼', '夜'] });
    const template = await admin.get('/members/csv/template').query({ mode: 'add' }).expect(200);
    expect(template.text).toContain('メモ,写真ファイル名,棚,時間');
    const csv = '姓,メール,契約終了日,棚,時間\r\n林,h@example.com,2027/3/31,=A,夜\r\n';
    const begun = await admin
      .post('/members/imports/add?dryRun=false')
      .attach('file', Buffer.from(csv), 'a.csv')
      .expect(202);
    await admin
      .patch(`/custom-fields/${text.id}`)
      .set('if-match', '*')
      .send({ name: '書棚' })
      .expect(200);
    await eventually(async () => {
      const { body } = await admin.get(`/members/imports/${begun.body.id}`).expect(200);
      expect(body).toMatchObject({ state: 'done', counts: { add: 1 } });
    });
    const [member] = (await admin.get('/members').expect(200)).body.items as Member[];
    expect(member).toMatchObject({
      email: 'h@example.com',
      contractUntil: '2027-03-31',
      customFields: { [text.id]: '=A', [plan.id]: plan.choices[1]!.id },
    });
    const exported = await admin.get('/members/csv').expect(200);
    expect(exported.text).toContain(',書棚,時間');
    expect(exported.text).toContain(",'=A,夜");
    const other = await addMember({ familyName: '除外' });
    const chosen = await admin
      .get('/members/csv')
      .query({ ids: `${member!.id},nobody` })
      .expect(200);
    expect(chosen.text.trim().split('\r\n')).toHaveLength(2);
    expect(chosen.text).not.toContain(other.familyName);
    await admin.get('/members/csv').query({ ids: 'a,' }).expect(400);
    const update = `会員ID,書棚,時間\r\n${member!.id},,昼\r\n`;
    const again = await admin
      .post('/members/imports/update?dryRun=false')
      .attach('file', Buffer.from(update), 'b.csv')
      .expect(202);
    await eventually(async () => {
      expect((await read(member!.id)).customFields).toEqual({ [plan.id]: plan.choices[0]!.id });
    });
    await eventually(async () => {
      const { body } = await admin.get(`/members/imports/${again.body.id}`).expect(200);
      expect(body.state).toBe('done');
    });
    await admin.post(`/members/imports/${again.body.id}/revert`).expect(202);
    await eventually(async () => {
      const { customFields } = await read(member!.id);
      expect(customFields).toEqual({ [text.id]: '=A', [plan.id]: plan.choices[1]!.id });
    });
  });
});
