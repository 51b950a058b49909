import { endComposition, noReading, readComposition, toKatakana } from './kana-reading.rules';

/** Compositions, each as its texts with what was chosen at the end. */
function readingOf(...compositions: string[][]): string {
  const all = compositions.reduce((reading, texts) => {
    const composed = texts.slice(0, -1).reduce(readComposition, reading);
    return endComposition(composed, texts.at(-1)!);
  }, noReading);
  return toKatakana(all.read);
}

describe('the reading of a name that is composed', () => {
  it('is the kana before the conversion', () => {
    expect(readingOf(['s', 'さ', 'さt', 'さと', 'さとう', '佐藤', '左藤', '佐藤'])).toBe('サトウ');
    expect(
      readingOf(['ｔ', 'た', 'たｋ', 'たか', 'たかは', 'たかはｓ', 'たかはし', '高橋', '髙橋']),
    ).toBe('タカハシ');
  });

  it('joins parts that are converted one by one', () => {
    expect(readingOf(['こ', '小', '小'], ['ばやし', '林', '林'])).toBe('コバヤシ');
  });

  it('takes kana that stay kana, and nothing of a cancelled composition', () => {
    expect(readingOf(['さくら', 'さくら'])).toBe('サクラ');
    expect(readingOf(['サラ', 'サラ'])).toBe('サラ');
    expect(readingOf(['さとう', ''])).toBe('');
  });
});
