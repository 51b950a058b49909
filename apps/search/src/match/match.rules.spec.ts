import { isStillRight, matchesOf, wordsToFind, type Description, type Wish } from './match.rules';

let count = 0;
function wish(memberIds: string[], memo: string, more: Partial<Wish> = {}): Wish {
  count += 1;
  const postId = `p${String(count).padStart(3, '0')}`;
  return { postId, memberIds, memo, names: [], talkedAt: new Date(count), ...more };
}
/** A member by the fields that say what they do. */
const described = (memberId: string, fields: Record<string, string>): Description => ({
  memberId,
  texts: Object.entries(fields).map(([field, text]) => ({ field, text })),
  names: [],
});
const nobody = () => false;
const pairs = (
  asks: Wish[],
  offers: Wish[],
  isKnown = nobody as (a: string, b: string) => boolean,
) =>
  matchesOf({ asks, offers, described: [] }, isKnown).map(
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

  it('are kept while their posts say and name what is shown and they are not introduced', () => {
    const start = `${'この半年、'.repeat(50)}よく話す。`;
    const ask = wish(['sato'], `${start}ﾃﾞｻﾞｲﾅｰを探している`);
    const offer = wish(['aoki'], '名刺のデザインを受けられる');
    const byPost = matchesOf({ asks: [ask], offers: [offer], described: [] }, nobody)[0]!;
    const byField = matchesOf(
      { asks: [ask], offers: [], described: [described('aoki', { memo: 'デザイン' })] },
      nobody,
    )[0]!;
    const isKept = (asks: Wish[], offers: Wish[]) =>
      [byPost, byField].map((match) => isStillRight(match, { asks, offers }, nobody));
    expect(isKept([ask], [offer])).toEqual([true, true]);
    expect(isKept([ask], [])).toEqual([false, true]);
    expect(isKept([], [offer])).toEqual([false, false]);
    expect(isKept([{ ...ask, memberIds: ['ito'] }], [offer])).toEqual([false, false]);
    expect(isKept([{ ...ask, memo: 'デザイナー' }], [offer])).toEqual([false, false]);
    // The excerpt is the same.
    expect(isKept([{ ...ask, memo: `${start}解決した` }], [offer])).toEqual([false, false]);
    expect(isKept([ask], [{ ...offer, memo: '名刺' }])).toEqual([false, true]);
    const isKnown = (one: string, other: string) => one === 'sato' && other === 'aoki';
    expect(isStillRight(byField, { asks: [ask], offers: [] }, isKnown)).toBe(false);
  });

  it('are found by the fields of a member without a post, which are named', () => {
    const asks = [wish(['sato'], 'デザイナーと印刷所を探している')];
    const members = [
      described('aoki', { company: '青木印刷', memo: '名刺のデザインを受けられる' }),
      described('sato', { memo: 'デザインの会社' }),
    ];
    expect(matchesOf({ asks, offers: [], described: members }, nobody)).toMatchObject([
      {
        seeks: { postId: asks[0]!.postId, memberId: 'sato' },
        offers: { postId: null, memberId: 'aoki', excerpt: '', talkedAt: null },
        words: expect.arrayContaining([
          { seeks: 'デザイナー', offers: 'デザイン', field: 'memo' },
          { seeks: '印刷所', offers: '青木印刷', field: 'company' },
        ]),
      },
    ]);
    const isKnown = (one: string, other: string) => one === 'sato' && other === 'aoki';
    expect(matchesOf({ asks, offers: [], described: members }, isKnown)).toEqual([]);
  });

  it('are proposed by the post rather than by the fields that say the same', () => {
    const asks = [wish(['sato'], '動画の編集')];
    const offers = [wish(['aoki'], '動画を撮れる')];
    const [only, ...others] = matchesOf(
      { asks, offers, described: [described('aoki', { title: '動画作家' })] },
      nobody,
    );
    expect(only).toMatchObject({
      offers: { postId: offers[0]!.postId, memberId: 'aoki' },
      words: [{ field: null }],
    });
    expect(others).toEqual([]);
  });

  it('are at most three by the fields of one member', () => {
    const asks = [1, 2, 3, 4, 5].map((at) => wish([`s${at}`], '翻訳者を探している'));
    const members = [described('aoki', { title: '翻訳家' })];
    expect(matchesOf({ asks, offers: [], described: members }, nobody)).toHaveLength(3);
  });

  it('are not matched by addresses', () => {
    const asks = [wish(['sato'], 'info@design.example か https://design.example/work に連絡')];
    const members = [
      described('aoki', { memo: 'hello@design.example、https://design.example/work' }),
    ];
    expect(wordsToFind(asks)).toEqual([]);
    expect(matchesOf({ asks, offers: [], described: members }, nobody)).toEqual([]);
  });

  it('are looked for by a limited number of words, each ask by its rarest', () => {
    const rare = (at: number) => String.fromCharCode(0x5000 + 2 * at, 0x5001 + 2 * at);
    const asks = Array.from({ length: 100 }, (_, at) => wish([`s${at}`], `写真と${rare(at)}`));
    const words = wordsToFind(asks);
    expect(words).toHaveLength(40);
    expect(words).not.toContain('写真');
    expect(wordsToFind([wish(['sato'], '翻訳と写真')])).toEqual(['翻訳', '写真']);
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
    const found = matchesOf({ asks, offers, described: [] }, nobody);
    expect(found).toHaveLength(20);
    for (const { postId } of asks) {
      expect(found.filter(({ seeks }) => seeks.postId === postId).length).toBeLessThanOrEqual(3);
    }
  });
});
