import { isCleanLine, isCleanText, uncleanPaths } from './text-rule';

const forbidden = ['\u0000', '\u0007', '\u000b', '\u000c', '\u001f', '\u007f', '\u0085', '\u009f'];
const halves = ['\ud800', '\udfff', '\ude00\ud83d', 'a\ud83d'];

describe('the rule for texts (API-4)', () => {
  it.each([...forbidden, ...halves])('refuses %j', (character) => {
    expect([isCleanText(`a${character}b`), isCleanLine(`a${character}b`)]).toEqual([false, false]);
  });

  it('takes what people write', () => {
    const text = '一行目\r\n\t二行目 👨‍👩‍👧 𠮷 ｶﾅ e\u0301 \u200b\u2028\u3000\ufffd';
    expect([isCleanText(text), isCleanLine(text)]).toEqual([true, false]);
    expect(isCleanLine('𠮷野家 👨‍👩‍👧')).toBe(true);
  });

  it('finds each place, keys too', () => {
    const value = { a: 'x', b: ['\u0000', { c: '\ud800' }], '\u0001': 1, d: null, e: 2 };
    expect(uncleanPaths(value)).toEqual([['b', '0'], ['b', '1', 'c'], ['\u0001']]);
    expect(uncleanPaths('\u0000')).toEqual([[]]);
  });
});
