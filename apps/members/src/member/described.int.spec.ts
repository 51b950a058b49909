import { type DescribedMember, memberFieldsOf } from '@engawa/contracts';
import { EventBus } from '@engawa/events';
import { explainOf } from '@engawa/persistence';
import { startTestService, type TestCaller, type TestService } from '@engawa/testing';
import { choiceSortKey } from '../custom-field/custom-field-sort.rules';
import { CustomFieldRepository } from '../custom-field/custom-field.repository';
import { members } from '../index';
import { newMember } from './member.mapper';
import { MemberRepository } from './member.repository';

let service: TestService;
let admin: TestCaller;
let space: string;
let count = 0;

beforeAll(async () => {
  service = await startTestService(members);
});
beforeEach(() => {
  count += 1;
  space = `described-${count}`;
  admin = service.asStaff({ role: 'generalAdmin', space });
});
afterAll(() => service?.stop());

const add = async (input: object): Promise<string> =>
  (
    await admin
      .post('/members')
      .send({ familyName: '森', ...input })
      .expect(201)
  ).body.id;
const addField = async (input: object) =>
  (await admin.post('/custom-fields').send(input).expect(201)).body;
const find = (words: string[], of = space): Promise<DescribedMember[]> =>
  service.running.app.get(EventBus).ask('members.findDescribed', { space: of, words });
const idsOf = (found: DescribedMember[]) => found.map(({ memberId }) => memberId).sort();

describe('what members do by their own fields', () => {
  it('is found in company, title, memo, and the texts and choices of the space', async () => {
    const craft = await addField({ name: '職種', kind: 'choice', choices: ['デザイン', '会計'] });
    const work = await addField({ name: '仕事', kind: 'text' });
    const found = [
      await add({ company: 'デザイン舎' }),
      await add({ title: 'ﾃﾞｻﾞｲﾅｰ' }),
      await add({ memo: '名刺のデザインを受けられる' }),
      await add({ customFields: { [craft.id]: craft.choices[0].id } }),
      await add({ customFields: { [work.id]: 'デザイン全般' } }),
    ];
    await add({ customFields: { [craft.id]: craft.choices[1].id } });
    const answer = await find(['デザイ', '剥製']);
    expect(idsOf(answer)).toEqual([...found].sort());
    const texts = answer.flatMap((member) => member.texts);
    expect(texts).toHaveLength(5);
    expect(texts).toEqual(
      expect.arrayContaining([
        { field: 'company', text: 'デザイン舎' },
        { field: 'memo', text: '名刺のデザインを受けられる' },
        { field: '職種', text: 'デザイン' },
        { field: '仕事', text: 'デザイン全般' },
      ]),
    );
    expect(await find(['デザイ'], 'elsewhere')).toEqual([]);
  });

  it('leaves out names, contact data, resigned members and deleted fields', async () => {
    const work = await addField({ name: '仕事', kind: 'text' });
    const contact = {
      familyName: '翻訳',
      phone: '翻訳 03-1234-5678',
      email: 'honyaku@example.com',
      title: '通訳',
    };
    const id = await add({ ...contact, customFields: { [work.id]: '翻訳' } });
    const resigned = await add({ memo: '翻訳' });
    await admin.delete(`/members/${resigned}`).set('if-match', '*').expect(200);
    expect(await find(['翻訳'])).toEqual([
      {
        memberId: id,
        texts: [
          { field: 'title', text: '通訳' },
          { field: '仕事', text: '翻訳' },
        ],
      },
    ]);
    await admin.delete(`/custom-fields/${work.id}`).set('if-match', '*').expect(204);
    expect(await find(['翻訳'])).toMatchObject([{ texts: [{ field: 'title' }] }]);
  });

  it('reads a limited number of members, and none by a word that too many have', async () => {
    const field = await addField({ name: '職種', kind: 'choice', choices: ['翻訳', '料理'] });
    const fields = await service.running.app.get(CustomFieldRepository).findFields(space);
    const stored = service.running.app.get(MemberRepository);
    const [often, seldom] = field.choices;
    await stored.insertBare(
      space,
      Array.from({ length: 300 }, (_, at) => ({
        ...newMember(
          `m${at}`,
          {
            ...memberFieldsOf({ familyName: '森', memo: at < 101 ? '写真家' : '動画'.repeat(600) }),
            typeId: null,
            customFields: { [field.id]: at < 250 ? often.id : seldom.id },
          },
          { customFields: fields },
        ),
      })),
    );
    expect(await find(['写真'])).toEqual([]);
    expect(await find(['翻訳'])).toEqual([]);
    const found = await find(['写真', '料理']);
    expect(found).toHaveLength(50);
    expect(found[0]!.texts[0]!.text).toHaveLength(1_000);
    const key = choiceSortKey(fields[0]!, seldom.id);
    const plan = await explainOf(stored.choiceQuery(space, fields[0]!.slot!, key, 20) as never);
    expect(plan.stages).toEqual(expect.not.arrayContaining(['SORT', 'COLLSCAN']));
    expect(plan.docsExamined).toBe(20);
  });
});
