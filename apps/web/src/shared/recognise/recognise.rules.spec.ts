import type { MemberRef, Staff } from '@engawa/contracts';
import { findNames, findUnknownNames, isFoundAsVariant, romaji } from './names.rules';
import { type Chosen, recognise } from './recognise.rules';

const member = (id: string, names: string, kana = '', company = '') => {
  const [familyName = '', firstName = ''] = names.split(' ');
  const [familyNameKana = '', firstNameKana = ''] = kana.split(' ');
  return {
    ...{ id, familyName, firstName, familyNameKana, firstNameKana, company },
    ...{ photoUrl: null, thumbPhotoUrl: null, deleted: false },
  } as MemberRef;
};
const yoko = member('yoko', '佐藤 陽子', 'サトウ ヨウコ', 'さとう製作所');
const ken = member('ken', '佐藤 健', 'サトウ ケン');
const aoki = member('aoki', '青木 美咲', 'アオキ ミサキ');
const hayashi = member('hayashi', '林 一', 'ハヤシ ハジメ');
const hanako = member('hanako', '佐藤 花子', 'サトウ ハナコ');
const mizuno = { id: 'mizuno', displayName: '水野 航', deactivated: false } as Staff;
const names = (text: string, people = [yoko, aoki, hayashi]) =>
  findNames(text, people).map(({ phrase, people: whom }) => [phrase, ...whom.map(({ id }) => id)]);

describe('names in a text', () => {
  it.each([
    ['青木さんと話した', '青木さん'],
    ['青木様より', '青木様'],
    ['青木氏', '青木氏'],
    ['青木が来た', '青木'],
    ['青木 美咲', '青木 美咲'],
    ['青木美咲さん', '青木美咲さん'],
    ['アオキさん', 'アオキさん'],
    ['あおきさん', 'あおきさん'],
    ['あおきみさき', 'あおきみさき'],
    ['aoki-san came', 'aoki-san'],
    ['AOKI', 'AOKI'],
  ])('are found in %s', (text, phrase) => {
    expect(names(text)).toEqual([[phrase, 'aoki']]);
  });

  it('of one kanji need さん', () => {
    expect(names('林の中')).toEqual([]);
    expect(names('林さん')).toEqual([['林さん', 'hayashi']]);
  });

  it('that two members share name both, and a full name the one', () => {
    expect(names('佐藤さん', [yoko, ken])).toEqual([['佐藤さん', 'yoko', 'ken']]);
    expect(names('佐藤健さん', [yoko, ken])).toEqual([['佐藤健さん', 'ken']]);
  });

  it.each([
    '花子さんと話した',
    '今日花子さんと話した',
    'はなこさん',
    '昨日はハナコさん',
    'hanako-san came',
    'Hanakoさん',
  ])('are first names in %s', (text) => {
    expect(names(text, [hanako]).map(([, ...whom]) => whom)).toEqual([['hanako']]);
    expect(findUnknownNames(text, findNames(text, [hanako]))).toEqual([]);
  });

  it('that two members share as first names both', () => {
    const other = member('other', '田中 花子', 'タナカ ハナコ');
    expect(names('花子さん', [hanako, other])).toEqual([['花子さん', 'hanako', 'other']]);
    expect(names('田中花子さん', [hanako, other])).toEqual([['田中花子さん', 'other']]);
  });

  it('are no first names at the end of another name or word, or without さん', () => {
    const people = [
      hanako,
      member('yumi', '青木 由美', 'アオキ ユミ'),
      member('taku', '森 拓', 'モリ タク'),
      member('mina', '原 美奈', 'ハラ ミナ'),
    ];
    for (const text of ['鈴木花子さん', 'まゆみさん', 'たくさん話した', 'みなさんへ', '花子の席']) {
      expect(names(text, people)).toEqual([]);
    }
    expect(findUnknownNames('鈴木花子さん', []).map(({ name }) => name)).toEqual(['鈴木花子']);
  });

  describe('where first names are everyday words, or parts of longer names', () => {
    const people = [
      hanako,
      hayashi,
      member('mari', '井上 真理', 'イノウエ マリ'),
      member('jin', '原 神', 'ハラ ジン'),
      member('taka', '中村 貴', 'ナカムラ タカシ'),
      member('mina', '西 皆', 'ニシ ミナ'),
      member('shin', '関 新', 'セキ シン'),
      member('rie', '田村 理恵', 'タムラ リエ'),
      member('rumi', '岡 留美', 'オカ ルミ'),
      member('moe', '岸 萌', 'キシ モエ'),
      member('mana', '辻 まな', 'ツジ マナ'),
    ];
    const whom = (text: string) => findNames(text, people).flatMap((one) => one.people);
    const register = (text: string) =>
      findUnknownNames(text, findNames(text, people)).map(({ name }) => name);

    it.each([
      ...['一様に広い', '神様みたい', '神さんに', '貴様', '皆さんへ', '皆様', '新様式', '花子様式'],
      ...['のりえさん', 'とまりさん', 'はるみさん', 'ともえさん', 'はまなさん', 'みなさん'],
      ...['花子ちゃん', '花子君', '真理先生', '花子氏名'],
      ...['すずき はなこさん', 'すずき　はなこさん', '鈴木はなこさん', 'スズキ　ハナコさん'],
      ...[
        '鈴木 花子さん',
        '鈴木　花子さん',
        'スズキ 花子さん',
        '今日鈴木 花子さん',
        '王花子さん',
        '奥 花子さん',
      ],
      'Suzuki Hanakoさん',
    ])('finds nobody in %s', (text) => {
      expect(whom(text)).toEqual([]);
    });

    it.each([
      ...['一様に広い', '神様みたい', '貴様', '皆さんへ', '新様式', '花子様式', '花子氏名'],
      ...['同様に', '多様な', 'この仕様', '各氏', 'のりえさん', '花子さんと', '25日 花子さん'],
    ])('registers nobody in %s', (text) => {
      expect(register(text)).toEqual([]);
    });

    it.each(
      [
        ...['一さんと', '一氏', '新さん'].map((text) => [text, text.slice(0, 1)]),
        ...[
          '今日 花子さん',
          '昨日は 花子さん',
          '25日 花子さん',
          '11/25　花子さん',
          '水曜 花子さん',
        ],
        ...[
          '二十五日 花子さん',
          '来週花子さん',
          '山口様 花子様',
          'スタッフ 花子さん',
          '鈴木\n花子さん',
        ],
        ...['昨日 はなこさん', 'きのう はなこさん', '店長とはなこさん', '山口さんとはなこさん'],
        ...['そしてハナコさん', '話したら、はなこさま', 'また 花子さん', 'met with Hanako-san'],
      ].map((one) => (typeof one === 'string' ? [one, '花子'] : one)),
    )('finds the first name in %s', (text, firstName) => {
      expect(whom(text!)).toEqual([expect.objectContaining({ firstName })]);
    });

    it.each([
      ['鈴木 花子さん', '鈴木 花子'],
      ['鈴木　花子さん', '鈴木　花子'],
      ['今日鈴木 花子様', '鈴木 花子'],
      ['今日 鈴木さん', '鈴木'],
      ['25日 鈴木さん', '鈴木'],
      ['スズキ ハナコさん', 'スズキ ハナコ'],
      ['Suzuki Hanakoさん', 'Suzuki Hanako'],
    ])('offers the registration in %s', (text, name) => {
      expect(register(text)).toEqual([name]);
    });
  });

  it.each([
    '🎉🎉🎉🎉 佐藤さん',
    '𠮷𠮷𠮷 佐藤さん',
    'İİİİ 佐藤さん',
    '㈱㍿㌔ 佐藤さん',
    '🄰🄱🄲🄳 佐藤さん',
  ])('have the position of the original text in %s', (text) => {
    expect(findNames(text, [hanako])).toEqual([
      { at: text.indexOf('佐藤'), phrase: '佐藤さん', people: [hanako] },
    ]);
  });

  it('are also those that the server finds in variant kanji', () => {
    const takahashi = member('takahashi', '髙橋 健', 'タカハシ ケン');
    expect(isFoundAsVariant(takahashi, '高橋')).toBe(true);
    expect(isFoundAsVariant(takahashi, '高橋 健')).toBe(true);
    expect(isFoundAsVariant(member('kobayashi', '小林 健'), '林')).toBe(false);
    expect(isFoundAsVariant(member('tanaka', '田中 健', '', '高橋製作所'), '高橋')).toBe(false);
    // Found by a note that names 山口.
    expect(isFoundAsVariant(member('yamada', '山田 健'), '山口')).toBe(false);
  });

  it('are written in Latin letters as they are typed', () => {
    expect(['さとう', 'きょうこ', 'はっとり', 'しょうじ', 'おおの'].map(romaji)).toEqual([
      'sato',
      'kyoko',
      'hattori',
      'shoji',
      'ono',
    ]);
  });

  it('that no member has are reported, and words such as 皆さん are none', () => {
    const unknown = (text: string) => findUnknownNames(text, []).map(({ name }) => name);
    expect(unknown('今日佐々木さんが見学に')).toEqual(['佐々木']);
    expect(unknown('佐々木 花子様')).toEqual(['佐々木 花子']);
    expect(unknown('ジョンソン氏と皆さん、お客様、奥様')).toEqual(['ジョンソン']);
    expect(findUnknownNames('青木さん', [{ at: 0, phrase: '青木さん' }])).toEqual([]);
  });
});

describe('what a text seems to say', () => {
  const known = {
    members: [yoko, ken, aoki],
    staffs: [mizuno],
    labels: [
      { id: 'renewal', words: '更新' },
      { id: 'tour', words: '見学' },
    ],
    labelHints: [
      { labelId: 'tour', word: '内覧', posts: 5, labelled: 4 },
      { labelId: 'tour', word: 'tour', posts: 4, labelled: 4 },
      { labelId: 'gone', word: '相談', posts: 9, labelled: 9 },
    ],
    today: '2026-11-21',
  };
  const none: Chosen = { memberIds: [], labelIds: [], hasTask: false };
  const ids = (text: string, chosen: Partial<Chosen> = {}) =>
    recognise(text, known, { ...none, ...chosen }).map(({ id }) => id);
  const text = '青木さんと更新の相談。水野さん、水曜までに見積もり';

  it('is members, labels and a task with its assignee and day, in the order of the text', () => {
    expect(ids(text)).toEqual(['member-aoki', 'label-renewal', 'task-mizuno-2026-11-25']);
  });

  it('is offered no longer once the form holds it', () => {
    expect(ids(text, { memberIds: ['aoki'], labelIds: ['renewal'], hasTask: true })).toEqual([]);
  });

  it('is both who share a name until one of them is chosen', () => {
    expect(ids('佐藤さんと')).toEqual(['member-yoko', 'member-ken']);
    expect(ids('佐藤さんと', { memberIds: ['ken'] })).toEqual([]);
  });

  it('is no task for a day that is no deadline, nor a member for the name of a colleague', () => {
    expect(ids('今日は水曜の話')).toEqual([]);
    expect(ids('水野さんと話した')).toEqual([]);
    expect(ids('25日までに返事')).toEqual(['task--2026-11-25']);
  });

  it('is a label that this space gives to such words, with the reason', () => {
    const [tour] = recognise('午後は内覧、Ｔｏｕｒ', known, none);
    expect(tour).toMatchObject({
      ...{ kind: 'label', labelId: 'tour' },
      learned: { word: '内覧', posts: 5, labelled: 4 },
    });
    expect(ids('午後は内覧', { labelIds: ['tour'] })).toEqual([]);
    // Its own name needs no reason.
    expect(recognise('内覧と見学', known, none)[0]).not.toHaveProperty('learned');
  });

  it('is no label that the space does not have', () => {
    expect(ids('相談')).toEqual([]);
  });

  it('is no new member where one has the first name, also after emoji', () => {
    const people = { ...known, members: [hanako] };
    const offered = (words: string) => recognise(words, people, none).map(({ id }) => id);
    expect(offered('花子さんと話した')).toEqual(['member-hanako']);
    expect(offered('🎉🎉🎉🎉 佐藤さん')).toEqual(['member-hanako']);
  });

  it('comes in the order of the text where its normal form is longer or shorter', () => {
    expect(ids('㍿㍿㍿㍿の内覧、青木さん')).toEqual(['label-tour', 'member-aoki']);
    expect(ids('青木さん、ﾊﾟﾊﾟﾊﾟﾊﾟの内覧、佐藤健さん')).toEqual([
      'member-aoki',
      'label-tour',
      'member-ken',
    ]);
  });

  it('comes in the order of the text without Intl.Segmenter, as in Firefox 120', () => {
    const { Segmenter } = Intl;
    try {
      Reflect.deleteProperty(Intl, 'Segmenter');
      jest.isolateModules(() => {
        const again = jest.requireActual<typeof import('./recognise.rules')>('./recognise.rules');
        const found = again.recognise('㍿ﾊﾟ🇯🇵が゙の内覧、青木さん', known, none);
        expect(found.map(({ id }) => id)).toEqual(['label-tour', 'member-aoki']);
      });
    } finally {
      Object.assign(Intl, { Segmenter });
    }
  });

  it('normalizes a long memo once for all learned labels', () => {
    const labels = Array.from({ length: 30 }, (_, at) => ({ id: `l${at}`, words: `ラベル${at}` }));
    const labelHints = labels.map(({ id }) => ({
      ...{ labelId: id, word: '内覧', posts: 5, labelled: 5 },
    }));
    const memo = `${'Ａと話した。'.repeat(800)}内覧`;
    const calls = (count: number) => {
      const normalize = jest.spyOn(String.prototype, 'normalize');
      recognise(memo, { ...known, labels: labels.slice(0, count), labelHints }, none);
      const { length } = normalize.mock.calls;
      normalize.mockRestore();
      return length;
    };
    expect(calls(30)).toBe(calls(1));
  });

  it('is the member whom the server finds in variant kanji, not a new one', () => {
    const takahashi = member('takahashi', '髙橋 健', 'タカハシ ケン');
    const answers = new Map([['高橋', [takahashi]]]);
    const offered = (memberIds: string[]) =>
      recognise('高橋さんと山口さん', { ...known, answers }, { ...none, memberIds }).map(
        ({ id }) => id,
      );
    expect(offered([])).toEqual(['member-takahashi', 'register-山口']);
    expect(offered(['takahashi'])).toEqual(['register-山口']);
  });

  it('is no task for two or three days, all day or dozens of days', () => {
    for (const words of ['二、三日中に', '2〜3日中に', '一日中まで', '数十日まで']) {
      expect(ids(words)).toEqual([]);
    }
    expect(ids('10日中に')).toEqual(['task--2026-12-10']);
  });

  it('is a task for the tenth, whose figures are longer', () => {
    expect(ids('十日までに連絡')).toEqual(['task--2026-12-10']);
    expect(ids('🎉十月三日まで')).toEqual(['task--2027-10-03']);
  });

  it('is a new member where nobody has the name', () => {
    expect(ids('佐々木さんが見学')).toEqual(['register-佐々木', 'label-tour']);
  });
});
