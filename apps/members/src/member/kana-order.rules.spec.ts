import { sortKeyOf } from './kana-order.rules';

const named = (familyNameKana: string, firstNameKana = '', familyName = '', firstName = '') => ({
  familyName,
  firstName,
  familyNameKana,
  firstNameKana,
});
const ordered = (names: ReturnType<typeof named>[]) =>
  names
    .map((name) => ({ name, key: sortKeyOf(name) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ name }) => name.familyNameKana + name.firstNameKana + name.familyName + name.firstName);

describe('sortKeyOf', () => {
  it('orders as a dictionary does: voicing decides only between equals', () => {
    expect(
      ordered([named('かわ'), named('がい'), named('かい'), named('き'), named('かいと')]),
    ).toEqual(['かい', 'がい', 'かいと', 'かわ', 'き']);
  });

  it('does not care for width and kind of kana', () => {
    expect(sortKeyOf(named('サトウ', 'ﾊﾅｺ'))).toBe(sortKeyOf(named('さとう', 'ハナコ')));
  });

  it('sorts a long vowel mark as its vowel', () => {
    expect(ordered([named('かい'), named('カート'), named('かい'), named('かう')])[0]).toBe(
      'カート',
    );
  });

  it('orders the family name first, then the first name, then the written name', () => {
    expect(
      ordered([
        named('さとう', 'ゆい'),
        named('さとうだ', 'あい'),
        named('さとう', 'あい', '佐藤'),
        named('さとう', 'あい', '佐東'),
      ]),
    ).toEqual(['さとうあい佐東', 'さとうあい佐藤', 'さとうゆい', 'さとうだあい']);
  });

  it('puts names without kana after those with it', () => {
    expect(ordered([named('', '', '渡辺'), named('わ'), named('あ')])).toEqual([
      'あ',
      'わ',
      '渡辺',
    ]);
  });
});
