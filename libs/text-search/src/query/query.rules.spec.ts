import { PIECE_LIMIT, piecesOf } from './query.rules';
import { romajiUnits } from './search-text.rules';

describe('piecesOf', () => {
  it.each([
    ['展示会　田中', ['展示会', '田中']],
    ['"open day" 見学', ['open day', '見学']],
    ['「会議室 予約」', ['会議室予約']],
    ['ｶﾌｪ カフェ', ['かふえ']],
    ['abc"d e"f', ['abc', 'd e', 'f']],
    ['"never closed', ['never', 'closed']],
    ['""', []],
    ['  ', []],
    ['$where .*', ['$where', '.*']],
  ])('reads %p', (query, pieces) =>
    expect(piecesOf(query).map(([first]) => first)).toEqual(pieces),
  );

  it.each([
    ['ラーメン', ['らめん', 'らあめん']],
    ['高﨑', ['高崎']],
    ['sakura', ['sakura', romajiUnits('sakura'), 'さくら']],
    ['12,000', ['12000']],
  ])('knows the spellings of %p', (query, spellings) =>
    expect(piecesOf(query)).toEqual([spellings]),
  );

  it('takes no more than its limit', () => {
    expect(piecesOf(Array.from({ length: 50 }, (_, n) => `w${n}`).join(' '))).toHaveLength(
      PIECE_LIMIT,
    );
  });
});
