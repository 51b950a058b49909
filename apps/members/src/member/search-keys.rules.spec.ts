import { askedPrefixes, PREFIX_LENGTH, prefixesOf, searchKeysOf } from './search-keys.rules';

const tanaka = {
  familyName: '田中',
  firstName: '花子',
  familyNameKana: 'タナカ',
  firstNameKana: 'はなこ',
  company: '株式会社さくらデザイン 仙台支社',
};
const found = (question: string, member = tanaka) => {
  const keys = searchKeysOf(member);
  const asked = askedPrefixes(question);
  return (
    asked.length > 0 &&
    asked.every((word) => word.some((prefix) => keys.some((key) => key.startsWith(prefix))))
  );
};

describe('search keys', () => {
  it.each([
    '田',
    '田中',
    '田中花',
    '花子',
    'たな',
    'ﾀﾅｶ',
    'タナカハナ',
    'はな',
    'tan',
    'Tanaka hanako',
  ])('finds the name by %s', (question) => expect(found(question)).toBe(true));

  it.each(['さくら', '株式会社', 'サクラデ', '仙台', '田中 さくら'])(
    'finds by company words: %s',
    (question) => expect(found(question)).toBe(true),
  );

  it.each(['中', 'なか', 'anaka', '佐藤', 'くら', '田中 東京', '.*', '$'])(
    'does not find by %s',
    (question) => expect(found(question)).toBe(false),
  );

  it('finds a name in Latin letters as it is written', () => {
    const smith = { ...tanaka, familyName: 'Smith', familyNameKana: '' };
    expect(found('smi', smith)).toBe(true);
    expect(found('ＳＭＩ', smith)).toBe(true);
  });

  it('asks nothing for blanks', () => {
    expect(askedPrefixes(' 　')).toEqual([]);
  });

  it('indexes every beginning once, up to the bound', () => {
    expect(prefixesOf(['たなか', 'たな'])).toEqual(['た', 'たな', 'たなか']);
    expect(prefixesOf(['abcdefghij']).length).toBe(PREFIX_LENGTH);
  });
});
