import { type NamedPerson, writingsOf } from '@engawa/contracts';
import { redactedFields, redactionOf } from './redaction.rules';

const person = (familyName: string, firstName: string): NamedPerson => ({
  familyName,
  firstName,
  familyNameKana: '',
  firstNameKana: '',
});
const hanako = writingsOf(person('佐藤', '花子'));

describe('what is taken out', () => {
  it.each([
    ['about the member', true, [], '■■さんと■■が来た'],
    ['about nobody known', false, [], '佐藤さんと■■が来た'],
    ['about a namesake as well', true, [person('佐藤', '一郎')], '佐藤さんと■■が来た'],
    ['about someone of that very name', true, [person('佐藤', '花子')], '佐藤さんと佐藤花子が来た'],
  ])('of a text %s', (_what, member, others, expected) => {
    const redact = redactionOf(hanako, { member, others });
    expect(redact('佐藤さんと佐藤花子が来た')).toBe(expected);
  });

  it('leaves what does not name the member as it is', () => {
    const redact = redactionOf(hanako, { member: true, others: [] });
    const texts = { memo: '鈴木さん', attachments: [], history: [], introduction: null };
    expect(redactedFields(texts, redact)).toBeNull();
    expect(
      redactedFields(
        {
          ...texts,
          history: [{ memo: '佐藤さん', editedBy: 'x', editedAt: new Date(0) }],
        },
        redact,
      ),
    ).toEqual({ history: [{ memo: '■■さん', editedBy: 'x', editedAt: new Date(0) }] });
  });
});
