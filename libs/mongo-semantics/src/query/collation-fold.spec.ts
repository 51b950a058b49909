import { keyText } from '../bson/key-bytes.codec';
import { foldValue, Representatives } from './collation-fold';

describe('folded texts', () => {
  it.each(['en', 'ja', 'de', 'es', 'lt', 'tr'])(
    'are the same for all letters that %s takes for the same',
    (locale) => {
      const { compare } = new Intl.Collator(locale, { sensitivity: 'base' });
      const texts = ['ss', 'ae', 'oe', 'th', 'dz', 'ff', 'かな', 'カナ', 'がな', 'user1', 'USER１'];
      for (let code = 0x20; code < 0xd800; code++) {
        const text = String.fromCharCode(code);
        if (/(?!\p{Script=Hangul})[\p{L}\p{N}]/u.test(text)) texts.push(text);
      }
      texts.sort(compare);
      const apart = texts.filter(
        (text, i) =>
          i > 0 &&
          compare(texts[i - 1]!, text) === 0 &&
          foldValue(texts[i - 1]!) !== foldValue(text),
      );
      expect(apart).toEqual([]);
    },
  );

  it('differ for what is really another text', () => {
    expect(foldValue('user1')).not.toBe(foldValue('user2'));
    expect(foldValue('漢字')).not.toBe(foldValue('感じ'));
    expect(foldValue('さとう')).not.toBe(foldValue('すずき'));
    expect(foldValue(new Map([['a', ['É']]]))).toEqual(new Map([['a', ['e']]]));
  });
});

describe('representatives', () => {
  it('are the first of each set of equal values', () => {
    const { compare } = new Intl.Collator('en', { sensitivity: 'accent' });
    const representatives = new Representatives(compare, keyText);
    const given = ['a', 'A', 'á', 'b', 'Á', 1, null, 'B'];
    expect(given.map((value) => representatives.of(value))).toEqual([
      'a',
      'a',
      'á',
      'b',
      'á',
      1,
      null,
      'b',
    ]);
  });
});
