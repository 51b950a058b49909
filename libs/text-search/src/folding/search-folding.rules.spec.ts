import * as fc from 'fast-check';
import { foldForSearch, foldWithOffsets } from './search-folding.rules';

describe('foldForSearch', () => {
  it.each([
    ['髙橋', '高橋'],
    ['山﨑', '山崎'],
    ['山嵜', '山崎'],
    ['高﨑', '髙崎'],
    ['齋藤', '斉藤'],
    ['斎藤', '齊藤'],
    ['渡邊', '渡辺'],
    ['渡邉', '渡辺'],
    ['濱田', '浜田'],
    ['濵田', '浜田'],
    ['𠮷野家', '吉野家'],
    ['葛\u{e0100}城', '葛城'],
    ['龍ヶ崎', '龍ケ崎'],
    ['竜', '龍'],
    ['佐々木', '佐佐木'],
    ['ｶﾞｲﾄﾞ', 'がいど'],
    ['ＡＢＣ', 'abc'],
    ['ヴァイオリン', 'バイオリン'],
    ['ｳﾞｧｲｵﾘﾝ', 'バイオリン'],
    ['インタヴュー', 'インタビュー'],
    ['ヴィーナス', 'ビーナス'],
    ['ラヴ', 'ラブ'],
    ['サーバー', 'サーバ'],
    ['キャノン', 'キヤノン'],
    ['café', 'cafe'],
    ['cafe\u0301', 'CAFÉ'],
    ['Ångström', 'angstrom'],
    ['Straße', 'strasse'],
    ['12,000円', '12000円'],
    ['１２，０００円', '12000円'],
    ['1,234,567', '1234567'],
    ['090-1234-5678', '09012345678'],
    ['０９０−１２３４−５６７８', '09012345678'],
    ['展示\n会', '展示会'],
    ['展示\r\n　会', '展示会'],
    ['田中 花子', '田中花子'],
    ['ジョン・スミス', 'ジョンスミス'],
    ['exam-\nple', 'example'],
    ['open\n day', 'open day'],
    ['co\u00adworking', 'coworking'],
  ])('folds %p and %p alike', (one, other) => {
    expect(foldForSearch(one)).toBe(foldForSearch(other));
  });

  it.each([
    ['埼玉', '崎玉'],
    ['おおの', 'おの'],
    ['か', 'が'],
    ['1,2', '12'],
    ['1-2', '12'],
    ['open day', 'openday'],
    ['3 人', '3人々'],
  ])('keeps %p and %p apart', (one, other) => {
    expect(foldForSearch(one)).not.toBe(foldForSearch(other));
  });

  it('spells long vowels on demand', () => {
    expect(foldForSearch('ラーメン', 'spelled')).toBe(foldForSearch('らあめん'));
    expect(foldForSearch('オーノ', 'spelled')).toBe(foldForSearch('おおの'));
  });

  it('keeps a 々 that has no character to repeat', () => {
    expect(foldForSearch('é 々')).toBe('e 々');
  });

  it('makes one space of blanks around a long vowel mark', () => {
    expect(foldForSearch('1・ー ヴ')).toBe('1 ぶ');
  });

  it('folds a folded text to itself', () => {
    const unit = fc.constantFrom(...'ヴァー々ァぁ髙﨑,1-0 \n・éア', 'ｳﾞ', '𠮷');
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 12 }), (text) => {
        const once = foldForSearch(text);
        expect(foldForSearch(once)).toBe(once);
      }),
    );
  });
});

describe('foldWithOffsets', () => {
  const original = (text: string, asked: string) => {
    const { folded, starts, ends } = foldWithOffsets(text);
    const piece = foldForSearch(asked);
    const at = folded.indexOf(piece);
    return text.slice(starts[at]!, ends[at + piece.length - 1]!);
  };

  it.each([
    ['新しいサーバーの件', 'サーバ', 'サーバー'],
    ['来週の展示\n会です', '展示会', '展示\n会'],
    ['来週の展示\n会です', '展示', '展示'],
    ['ヴァイオリン教室', 'バイオ', 'ヴァイオ'],
    ['会費は12,000円', '12000', '12,000'],
    ['髙﨑様', '高崎', '髙﨑'],
    ['le café', 'cafe', 'café'],
    ['𠮷野さん', '吉野', '𠮷野'],
    ['佐々木さん', '佐佐', '佐々'],
    ['㍿さくら', '会社さ', '㍿さ'],
  ])('finds in %p for %p what is written', (text, asked, written) => {
    expect(original(text, asked)).toBe(written);
  });
});
