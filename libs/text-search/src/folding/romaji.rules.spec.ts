import { foldText } from '@engawa/contracts';
import { kanaToRomaji, romajiPrefixes, romajiToKana } from './romaji.rules';

const spelling = (kana: string) => kanaToRomaji(foldText(kana));

describe('kanaToRomaji and romajiPrefixes', () => {
  it.each([
    ['さとう', ['satou', 'sato', 'satoh', 'satō', 'Satô']],
    ['シミズ', ['shimizu', 'simizu', 'SHIMIZU']],
    ['つちや', ['tsuchiya', 'tutiya']],
    ['ふじた', ['fujita', 'huzita', 'hujita']],
    ['おおた', ['ota', 'oota', 'ōta', 'ohta']],
    ['ほった', ['hotta']],
    ['はっちょう', ['hatcho', 'hacchou', 'hattyou']],
    ['なんば', ['namba', 'nanba']],
    ['しんいち', ["shin'ichi", 'siniti', 'shinichi']],
    ['じゅんこ', ['junko', 'zyunko', 'jyunko']],
    ['きょうこ', ['kyoko', 'kyouko']],
    ['いのうえ', ['inoue']],
    ['ゆうき', ['yuki', 'yuuki']],
    ['ファン', ['fan']],
    ['みやざき', ['miyazaki']],
    ['いっしき', ['isshiki', 'issiki']],
  ])('finds %s by %p', (kana, latin) => {
    for (const text of latin) expect(romajiPrefixes(text)).toContain(spelling(kana));
  });

  it('leads to the name from every letter on the way', () => {
    for (const [kana, latin] of [
      ['しみず', 'shimizu'],
      ['ちば', 'chiba'],
      ['つだ', 'tsuda'],
      ['じょうじ', 'joji'],
      ['ふるかわ', 'furukawa'],
      ['おおはし', 'ohashi'],
    ] as const) {
      for (let length = 1; length <= latin.length; length += 1) {
        const typed = latin.slice(0, length);
        const hits = romajiPrefixes(typed).some((prefix) => spelling(kana).startsWith(prefix));
        expect(`${typed} ${hits}`).toBe(`${typed} true`);
      }
    }
  });

  it('keeps different names apart', () => {
    expect(spelling('かと')).not.toBe(spelling('かど'));
    expect(romajiPrefixes('kato')).not.toContain(spelling('さとう'));
  });

  it('is not asked for other letters', () => {
    expect(romajiPrefixes('田中')).toEqual([]);
    expect(romajiPrefixes('tanaka2')).toEqual([]);
    expect(romajiPrefixes('')).toEqual([]);
  });
});

describe('romajiToKana', () => {
  it.each([
    ['sakura', ['さくら']],
    ['shinbashi', ['しんばし']],
    ['shimbashi', ['しんばし']],
    ['toukyou', ['とうきょう', 'ときょ']],
    ['hokkaido', ['ほっかいど']],
    ['jun', ['じゅん']],
    ['chotto', ['ちょっと']],
    ['kenichi', ['けにち']],
    ['to', []],
    ['day', []],
    ['田中', []],
  ])('reads %p as %p', (romaji, kana) => {
    expect(romajiToKana(romaji)).toEqual(kana);
  });
});
