import { mentionedIn, openMention, replaceMention } from './mention';

const staffs = [{ displayName: '田中' }, { displayName: '田中 太郎' }, { displayName: '水野 航' }];

describe('a mention', () => {
  it('opens behind a sign of either width', () => {
    expect(openMention('はい @水', 5)).toEqual({ at: 3, query: '水' });
    expect(openMention('はい＠', 3)).toEqual({ at: 2, query: '' });
    expect(openMention('@a\nb', 4)).toBeNull();
    expect(openMention('mail a@example', 14)).toBeNull();
    expect(openMention('なし', 2)).toBeNull();
  });

  it('is completed in place', () => {
    const open = openMention('さて、＠みず のこと', 6)!;
    expect(open).toEqual({ at: 3, query: 'みず' });
    expect(replaceMention('さて、＠みず のこと', open, '@水野 航 ')).toEqual({
      text: 'さて、@水野 航  のこと',
      caret: 9,
    });
  });

  it('counts while the name stands in the text', () => {
    expect(mentionedIn('＠田中 太郎 さん', staffs)).toEqual([{ displayName: '田中 太郎' }]);
    expect(mentionedIn('@田中 と @水野 航', staffs)).toHaveLength(2);
    expect(mentionedIn('田中', staffs)).toEqual([]);
  });
});
