import { defaultLabelNames } from '@engawa/contracts';
import { createIntl } from 'react-intl';
import {
  initialsOf,
  labelName,
  memberKana,
  memberName,
  memberNames,
  shortName,
  tintOf,
} from './names';

describe('names', () => {
  const sato = {
    familyName: '佐藤',
    firstName: '花子',
    familyNameKana: 'サトウ',
    firstNameKana: 'ハナコ',
  };

  it('put the family name first', () => {
    expect(memberName(sato)).toBe('佐藤 花子');
    expect(memberKana(sato)).toBe('サトウ ハナコ');
    expect(memberName({ familyName: '佐藤', firstName: '' })).toBe('佐藤');
  });

  it('give the first kanji, two kana, or Latin initials', () => {
    expect(initialsOf('佐藤 花子')).toBe('佐');
    expect(initialsOf('さとう はなこ')).toBe('さと');
    expect(initialsOf('ジョンソン')).toBe('ジョ');
    expect(initialsOf('mary jane')).toBe('MJ');
    expect(initialsOf('𠮷野 家')).toBe('𠮷');
    expect(initialsOf('')).toBe('');
  });

  it('give a person the same tint each time', () => {
    expect(tintOf('a')).toBe(tintOf('a'));
    const seen = new Set(Array.from({ length: 200 }, (_, index) => tintOf(`staff-${index}`)));
    expect(seen.size).toBe(8);
  });

  it('stand in a row with the comma of the language', () => {
    const members = [
      { familyName: '青木', firstName: '健' },
      { familyName: '林', firstName: '' },
    ];
    const [ja, en] = ['ja', 'en'].map((locale) => createIntl({ locale }));
    expect(memberNames(ja!, members)).toBe('青木 健、林');
    expect(memberNames(en!, members)).toBe('青木 健, 林');
    expect(memberNames(en!, [])).toBe('');
    expect(shortName(ja!, { memo: '', members })).toBe('青木 健、林');
    expect(shortName(ja!, { memo: '話'.repeat(21), members })).toBe('話'.repeat(20));
  });

  it('translate the default labels until they are renamed, and no others', () => {
    const [ja, en] = ['ja', 'en'].map((locale) =>
      createIntl({ locale, defaultLocale: locale, onError: () => undefined }),
    );
    for (const [id, [japanese, english]] of Object.entries(defaultLabelNames)) {
      for (const name of [japanese, english!]) {
        const label = { id, name, isDefault: true };
        expect([labelName(ja!, label), labelName(en!, label)]).toEqual([japanese, english]);
        expect(labelName(en!, { ...label, id: 'x' })).toBe(name);
      }
      const renamed = { id, name: '契約', isDefault: true };
      expect([labelName(ja!, renamed), labelName(en!, renamed)]).toEqual(['契約', '契約']);
    }
  });
});
