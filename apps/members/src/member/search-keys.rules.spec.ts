import { askedWords, prefixesOf, searchKeysOf } from './search-keys.rules';

const tanaka = {
  familyName: '田中',
  firstName: '花子',
  familyNameKana: 'タナカ',
  firstNameKana: 'はなこ',
  company: '株式会社さくらデザイン 仙台支社',
};
const found = (question: string, member = tanaka) => {
  const keys = searchKeysOf(member);
  const prefixes = prefixesOf(keys);
  const asked = askedWords(question);
  return (
    asked.length > 0 &&
    asked.every(
      (word) =>
        word.heads.some((head) => prefixes.includes(head)) &&
        (word.keys.length === 0 ||
          word.keys.some((prefix) => keys.some((key) => key.startsWith(prefix)))),
    )
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

  it('finds by a kana that goes on to a glide, and tells long vowels apart in kana', () => {
    const shono = { ...tanaka, familyName: '庄野', familyNameKana: 'ショウノ' };
    for (const question of ['し', 'しょ', 'しょう', 'sh', 'sho', 'shono', 'syouno']) {
      expect(`${question} ${found(question, shono)}`).toBe(`${question} true`);
    }
    const ono = { ...tanaka, familyName: '小野', familyNameKana: 'オノ' };
    expect(found('おおの', ono)).toBe(false);
    expect(found('ono', ono)).toBe(true);
  });

  it('asks nothing for blanks', () => {
    expect(askedWords(' 　')).toEqual([]);
  });

  it('keeps few beginnings in the index', () => {
    expect(prefixesOf(['たなか', 'tanaka', '田中花子'])).toEqual([
      't',
      'ta',
      'tan',
      'tana',
      '田',
      '田中',
    ]);
    expect(prefixesOf(searchKeysOf(tanaka)).length).toBeLessThan(24);
  });
});
