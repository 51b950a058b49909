import { highlightsOf } from './highlight.rules';
import { piecesOf } from './query.rules';

const marked = (text: string, ...pieces: string[]) =>
  highlightsOf(text, pieces.flatMap(piecesOf)).map(({ start, end }) => text.slice(start, end));

describe('highlightsOf', () => {
  it('marks what was written, in its own width and kana', () => {
    expect(marked('昨日ｶﾞｲﾄﾞの件', 'がいど')).toEqual(['ｶﾞｲﾄﾞ']);
    expect(marked('OPEN　 Day', '"open day"')).toEqual(['OPEN　 Day']);
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

  it('marks other spellings of what was asked', () => {
    expect(marked('髙﨑様と渡邊様', '高崎', '渡辺')).toEqual(['髙﨑', '渡邊']);
    expect(marked('サーバーの増設', 'サーバ')).toEqual(['サーバー']);
    expect(marked('昼はラーメン', 'らあめん')).toEqual(['ラーメン']);
    expect(marked('会費12,000円', '12000円')).toEqual(['12,000円']);
    expect(marked('来週の展示\n会', '展示会')).toEqual(['展示\n会']);
    expect(marked('桜とさくら', 'sakura')).toEqual(['さくら']);
  });

  it('marks emoji whole', () => {
    expect(marked('祝🎉です', '🎉')).toEqual(['🎉']);
  });
});
