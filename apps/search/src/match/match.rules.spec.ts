import { matchesOf, type Wish } from './match.rules';

let count = 0;
function wish(memberIds: string[], memo: string, more: Partial<Wish> = {}): Wish {
  count += 1;
  const postId = `p${String(count).padStart(3, '0')}`;
  return { postId, memberIds, memo, about: [], names: [], talkedAt: new Date(count), ...more };
}
const nobody = () => false;
const pairs = (
  asks: Wish[],
  offers: Wish[],
  isKnown = nobody as (a: string, b: string) => boolean,
) =>
  matchesOf(asks, offers, isKnown).map(
    ({ seeks, offers: found, words }) =>
      `${seeks.memberId} ${found.memberId} ${words.map((word) => `${word.seeks}=${word.offers}`).join(' ')}`,
  );

describe('members to introduce', () => {
  it('share a word, in whatever form it is written', () => {
    expect(
      pairs(
        [
          wish(['sato'], 'デザイナーを探している'),
          wish(['ito'], 'I am looking for a printing shop.'),
        ],
        [
          wish(['aoki'], '名刺のﾃﾞｻﾞｲﾝを受けられる'),
          wish(['kato'], 'Prints posters'),
          wish(['abe'], '税理士を紹介できる'),
        ],
      ),
    ).toEqual(
      expect.arrayContaining(['sato aoki デザイナー=デザイン', 'ito kato printing=Prints']),
    );
  });

  it('share a word of which folding leaves little, as サーバー', () => {
    expect(pairs([wish(['sato'], '自宅サーバーの話')], [wish(['aoki'], 'サーバの設定')])).toEqual([
      'sato aoki サーバー=サーバ',
    ]);
  });

  it('are not matched by words that only ask, inflect or name somebody', () => {
    expect(
      pairs(
        [wish(['sato'], '紹介を希望、募集中。2026年も田中さんに相談していると言っていました')],
        [
          wish(
            ['aoki'],
            '紹介できる。2026年は田中さんの相談に対応していると言っていました。募集中',
          ),
        ],
      ),
    ).toEqual([]);
    const named = { names: ['長谷川'] };
    expect(
      pairs([wish(['sato'], '長谷川と話した', named)], [wish(['aoki'], '長谷川の店', named)]),
    ).toEqual([]);
  });

  it('are two people: nobody is matched with herself', () => {
    const both = '翻訳者を探している';
    expect(pairs([wish(['sato'], both)], [wish(['sato'], '翻訳ができる')])).toEqual([]);
    // A post with both labels.
    const one = wish(['sato', 'ito'], both);
    expect(pairs([one], [one])).toEqual([]);
    // Of a post about two, the other one.
    expect(pairs([wish(['sato', 'ito'], both)], [wish(['sato'], '翻訳ができる')])).toEqual([]);
    expect(pairs([wish(['sato', 'ito'], both)], [wish(['kato'], '翻訳ができる')])).toEqual([
      'sato kato 翻訳者=翻訳',
    ]);
  });

  it('are proposed once, and not when they were introduced', () => {
    const asks = [wish(['sato'], '動画の編集'), wish(['sato'], '動画を撮れる人')];
    const offers = [wish(['aoki'], '動画編集')];
    expect(pairs(asks, offers)).toHaveLength(1);
    expect(pairs(asks, offers, (one, other) => `${one} ${other}` === 'sato aoki')).toEqual([]);
  });

  it('are found by the company of who offers', () => {
    expect(
      pairs(
        [wish(['sato'], '印刷を頼みたい')],
        [wish(['aoki'], '急ぎでも引き受けられる', { about: ['青木印刷所'] })],
      ),
    ).toEqual(['sato aoki 印刷=青木印刷所']);
  });

  it('come by rarity of their words; words that many posts have do not count', () => {
    const offers = [
      ...Array.from({ length: 12 }, (_, at) => wish([`o${at}`], '写真が撮れる')),
      wish(['rare'], '写真と剥製'),
    ];
    const found = pairs([wish(['sato'], '剥製の写真')], offers);
    expect(found).toEqual(['sato rare 剥製=剥製']);
  });

  it('are at most three for a post and 20 in all', () => {
    // Two characters that no other post has.
    const word = (at: number) => String.fromCharCode(0x5000 + 2 * at, 0x5001 + 2 * at);
    const asks = Array.from({ length: 40 }, (_, at) => wish([`a${at}`], word(at)));
    const offers = asks.flatMap(({ memo }, at) =>
      [0, 1, 2, 3, 4].map((n) => wish([`b${at}-${n}`], memo)),
    );
    const found = matchesOf(asks, offers, nobody);
    expect(found).toHaveLength(20);
    for (const { postId } of asks) {
      expect(found.filter(({ seeks }) => seeks.postId === postId).length).toBeLessThanOrEqual(3);
    }
  });
});
