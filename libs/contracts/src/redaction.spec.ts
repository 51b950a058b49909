import { blackOut, blackOutContacts, writingsOf } from './redaction';

const sato = {
  familyName: '佐藤',
  firstName: '花子',
  familyNameKana: 'サトウ',
  firstNameKana: 'ハナコ',
};

describe('the writings of a name', () => {
  it('are whole ones and parts, folded', () => {
    const { whole, part } = writingsOf(sato);
    expect(whole).toEqual(expect.arrayContaining(['佐藤花子', '佐藤 花子', 'さとう はなこ']));
    expect(part).toEqual(['佐藤', '花子', 'さとう', 'はなこ']);
  });

  it('need an honorific where they are short', () => {
    const { whole, part } = writingsOf({
      familyName: '森',
      firstName: '',
      familyNameKana: 'モリ',
      firstNameKana: '',
    });
    expect(whole).toEqual([]);
    expect(part).toContain('森さん');
    expect(part).toContain('もり様');
    expect(part).not.toContain('森');
    expect(blackOut('つもりの森で森さんと', part)).toBe('つもりの森で■■と');
  });

  it('include Latin names in both orders', () => {
    const { whole } = writingsOf({
      familyName: 'Ann',
      firstName: 'Lee',
      familyNameKana: '',
      firstNameKana: '',
    });
    expect(whole).toEqual(expect.arrayContaining(['ann lee', 'lee ann', 'annlee']));
  });
});

describe('blackOut', () => {
  it('finds names in any width and kana, the longest first', () => {
    const { whole, part } = writingsOf(sato);
    expect(blackOut('佐藤　花子さんとｻﾄｳさん、ハナコ様、佐藤さん', [...whole, ...part])).toBe(
      '■■さんと■■さん、■■様、■■さん',
    );
  });

  it('finds no Latin name inside words', () => {
    expect(blackOut('Annual plan of ANN and Ann-Lee', ['ann'])).toBe(
      'Annual plan of ■■ and ■■-Lee',
    );
  });

  it('leaves a text without the names as it is', () => {
    expect(blackOut('誰もいない', ['佐藤'])).toBe('誰もいない');
  });
});

describe('contacts', () => {
  it.each([
    ['電話は 090-1234-5678 です', '電話は ■■ です'],
    ['０３（１２３４）５６７８へ', '■■へ'],
    ['+81 90 1234 5678', '■■'],
    ['メール: Hanako.Sato@example.co.jp まで', 'メール: ■■ まで'],
  ])('are taken out of %s', (text, expected) => {
    expect(blackOutContacts(text)).toBe(expected);
  });

  it.each(['2026-11-22 10:30', '12,000円を3人で', '会議室 101', '@花子 さん', '00:00'])(
    'are not seen in %s',
    (text) => expect(blackOutContacts(text)).toBe(text),
  );
});
