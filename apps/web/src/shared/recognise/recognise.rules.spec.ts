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

  it('is a task for the tenth, whose figures are longer', () => {
    expect(ids('十日までに連絡')).toEqual(['task--2026-12-10']);
    expect(ids('🎉十月三日まで')).toEqual(['task--2027-10-03']);
  });

  it('is a new member where nobody has the name', () => {
    expect(ids('佐々木さんが見学')).toEqual(['register-佐々木', 'label-tour']);
  });
});
