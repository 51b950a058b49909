import { LabelHintCounter } from './label-hint.rules';

type Row = [memo: string, ...labelIds: string[]];

function hintsOf(rows: Row[], names: string[] = []) {
  const counter = new LabelHintCounter();
  for (const [memo, ...labelIds] of rows) counter.add({ memo, labelIds, names });
  return counter
    .hints()
    .map(({ labelId, word, posts, labelled }) => [labelId, word, posts, labelled]);
}
const others = (count: number): Row[] =>
  Array.from({ length: count }, (_, at) => [`ほかの話${at}`]);

describe('words that stand for a label', () => {
  it('are in at least three posts with it, and mostly in such', () => {
    const rows: Row[] = [
      ['家賃の値上げについて', 'money'],
      ['家賃を振り込んだ', 'money'],
      ['家賃が遅れる', 'money'],
      ['家賃は別の話'],
      ['空調の音', 'room'],
      ['空調が寒い', 'room'],
      ...others(10),
    ];
    expect(hintsOf(rows)).toEqual([['money', '家賃', 4, 3]]);
  });

  it('are none where the label stands on most posts anyway', () => {
    const rows = Array.from({ length: 6 }, (): Row => ['見学の話', 'all']);
    expect(hintsOf(rows)).toEqual([]);
  });

  it('are the shortest part that says it, in any width and case', () => {
    const rows: Row[] = [
      ['契約更新の相談', 'renewal'],
      ['更新手続を案内', 'renewal'],
      ['更新はしない', 'renewal'],
      ['ＷｉＦｉが遅い', 'net'],
      ['wifi が切れる', 'net'],
      ['WiFiの件', 'net'],
      ...others(10),
    ];
    expect(hintsOf(rows)).toEqual([
      ['net', 'wifi', 3, 3],
      ['renewal', '更新', 3, 3],
    ]);
  });

  it('are no names and no addresses', () => {
    const rows: Row[] = [
      ['田中さんと青木製作所、https://example.com/kikaku', 'visit'],
      ['田中さん、青木', 'visit'],
      ['田中様と青木 kikaku@example.com', 'visit'],
      ...others(10),
    ];
    expect(hintsOf(rows, ['青木'])).toEqual([]);
  });

  it('are at most twenty of a label', () => {
    const words = Array.from({ length: 25 }, (_, at) => `word${String.fromCharCode(97 + at)}`);
    const rows = Array.from({ length: 3 }, (): Row => [words.join(' '), 'many']);
    expect(hintsOf([...rows, ...others(10)])).toHaveLength(20);
  });
});
