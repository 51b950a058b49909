import { highlightsOf } from './highlight.rules';

const marked = (text: string, ...pieces: string[]) =>
  highlightsOf(text, pieces).map(({ start, end }) => text.slice(start, end));

describe('highlightsOf', () => {
  it('marks what was written, in its own width and kana', () => {
    expect(marked('昨日ｶﾞｲﾄﾞの件', 'がいど')).toEqual(['ｶﾞｲﾄﾞ']);
    expect(marked('OPEN　 Day', 'open day')).toEqual(['OPEN　 Day']);
    expect(marked('㍿さくら', '会社さ')).toEqual(['㍿さ']);
    expect(marked('㍿さくら', '株式')).toEqual(['㍿']);
  });

  it('joins overlapping marks and keeps order', () => {
    expect(marked('東京都庁と京都', '京都', '東京')).toEqual(['東京都', '京都']);
  });

  it('takes pieces literally', () => {
    expect(marked('a.c abc (x)', 'a.c')).toEqual(['a.c']);
    expect(marked('f(x) [y]', '(x)', '[y]')).toEqual(['(x)', '[y]']);
  });

  it('marks emoji whole', () => {
    expect(marked('祝🎉です', '🎉')).toEqual(['🎉']);
  });
});
