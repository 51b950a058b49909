import { memberFieldsOf } from '@engawa/contracts';
import { piecesOf } from '@engawa/text-search';
import { memberText } from './member-text.rules';

const tanaka = memberFieldsOf({
  familyName: '田中',
  firstName: '花子',
  familyNameKana: 'タナカ',
  firstNameKana: 'はなこ',
  company: '株式会社さくらデザイン 仙台支社',
  title: '営業部長',
  memo: '紹介で入会。海釣りが\n趣味。',
});
const found = (question: string, member = tanaka) => {
  const text = memberText(member);
  return piecesOf(question).every((spellings) => spellings.some((one) => text.includes(one)));
};

describe('memberText', () => {
  it.each([
    '田',
    '中花',
    '田中 花子',
    '花子',
    'たな',
    'なか',
    'ﾀﾅｶ',
    'タナカハナ',
    'はな',
    'tan',
    'anaka',
    'Tanaka hanako',
  ])('has the name for %s', (question) => expect(found(question)).toBe(true));

  it.each(['さくら', 'くら', '株式会社', 'サクラデ', 'デザイン', 'sakura', '仙台', '田中 さくら'])(
    'has the company for %s',
    (question) => expect(found(question)).toBe(true),
  );

  it.each(['部長', '海釣り', '釣りが趣味', '紹介'])('has title and memo for %s', (question) =>
    expect(found(question)).toBe(true),
  );

  it.each(['佐藤', '田中 東京', '.*', '$', 'kanata'])('has nothing for %s', (question) =>
    expect(found(question)).toBe(false),
  );

  it.each([
    ['高崎', '髙﨑'],
    ['髙崎', '高嵜'],
    ['斎藤', '齋藤'],
    ['斉藤', '齋藤'],
    ['齋藤', '斎藤'],
    ['渡辺', '渡邊'],
    ['渡邉', '渡辺'],
    ['浜田', '濱田'],
  ])('finds by %s whose name is written %s', (question, familyName) => {
    expect(found(question, { ...tanaka, familyName })).toBe(true);
  });

  it('has a name in Latin letters as it is written', () => {
    const smith = { ...tanaka, familyName: 'Smith', familyNameKana: '' };
    for (const question of ['smi', 'ＳＭＩ', 'mith']) expect(found(question, smith)).toBe(true);
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
});
