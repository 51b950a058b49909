import { PIECE_LIMIT, piecesOf } from './question.rules';

describe('piecesOf', () => {
  it.each([
    ['展示会　田中', ['展示会', '田中']],
    ['"open day" 見学', ['open day', '見学']],
    ['「会議室 予約」', ['会議室 予約']],
    ['ｶﾌｪ カフェ', ['かふぇ']],
    ['abc"d e"f', ['abc', 'd e', 'f']],
    ['"never closed', ['never', 'closed']],
    ['""', []],
    ['  ', []],
    ['$where .*', ['$where', '.*']],
  ])('reads %p', (question, pieces) => expect(piecesOf(question)).toEqual(pieces));

  it('takes no more than its limit', () => {
    expect(piecesOf(Array.from({ length: 50 }, (_, n) => `w${n}`).join(' '))).toHaveLength(
      PIECE_LIMIT,
    );
  });
});
