import * as fc from 'fast-check';
import { decidedByGrams, gramsOf, joinTexts, neededGrams, searchText } from './gram.rules';

const letters = fc.string({
  unit: fc.constantFrom('あ', 'い', '東', '京', '𠮷', 'a', 'ｱ', 'ガ', ' ', '　'),
  maxLength: 14,
});

describe('grams', () => {
  it('never lose a text that has the piece', () => {
    fc.assert(
      fc.property(letters, letters, letters, (before, middle, after) => {
        const piece = searchText(middle);
        const text = joinTexts([before + middle + after]);
        if (!text.includes(piece)) return;
        const grams = new Set(gramsOf(text));
        expect(neededGrams(piece).every((gram) => grams.has(gram))).toBe(true);
      }),
    );
  });

  it('decide alone for pieces of one or two characters', () => {
    fc.assert(
      fc.property(letters, letters, (written, asked) => {
        const piece = searchText(asked);
        if (!piece || !decidedByGrams(piece)) return;
        const text = joinTexts([written]);
        const grams = new Set(gramsOf(text));
        expect(neededGrams(piece).every((gram) => grams.has(gram))).toBe(text.includes(piece));
      }),
    );
  });

  it('do not reach from one text into the next', () => {
    expect(gramsOf(joinTexts(['東', '京']))).toEqual(['東', '京']);
    expect(gramsOf('東京')).toEqual(['東', '京', '東京']);
  });

  it('keep characters beyond the basic plane whole', () => {
    expect(gramsOf('𠮷野')).toEqual(['𠮷', '野', '𠮷野']);
  });

  it('do not care for width, case and kana', () => {
    expect(searchText('ＡＢＣ ｶﾞｲﾄﾞ　カフェ\nX')).toBe('abc がいど かふぇ x');
  });
});
