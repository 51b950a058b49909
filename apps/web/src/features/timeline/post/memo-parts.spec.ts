import fc from 'fast-check';
import { memoLines, splitMemo } from './memo-parts';

const staff = [
  { id: 's1', displayName: '田中' },
  { id: 's2', displayName: '田中 太郎' },
];

describe('a memo', () => {
  it.each([
    ['見積もりは https://example.com/a?b=1#c です', 'https://example.com/a?b=1#c'],
    ['（https://example.com/path）を参照', 'https://example.com/path'],
    ['See https://example.com/x.', 'https://example.com/x'],
    ['(see https://example.com/x)', 'https://example.com/x'],
    ['https://ja.wikipedia.org/wiki/A_(B)', 'https://ja.wikipedia.org/wiki/A_(B)'],
    ['http://例え.jp/道、次に', 'http://例え.jp/道'],
  ])('has its links found: %s', (memo, href) => {
    expect(splitMemo(memo).filter((part) => part.kind === 'link')).toEqual([
      { kind: 'link', text: href, href },
    ]);
  });

  it('makes nothing but web addresses into links', () => {
    for (const memo of ['javascript:alert(1)', 'https://', 'data:text/html,x', 'a@example.com']) {
      expect(splitMemo(memo)).toEqual([{ kind: 'text', text: memo }]);
    }
  });

  it('has its mentions found, the longest name first, in both widths', () => {
    expect(splitMemo('@田中 太郎 さんと＠田中 さん', staff)).toEqual([
      { kind: 'mention', text: '@田中 太郎', staffId: 's2' },
      { kind: 'text', text: ' さんと' },
      { kind: 'mention', text: '＠田中', staffId: 's1' },
      { kind: 'text', text: ' さん' },
    ]);
  });

  it('has members in it where a line names one with a link to the page about them', () => {
    const href = 'http://localhost/members/m-1';
    expect(
      splitMemo(`@田中 確認を。\n・佐藤 陽子 ${href}\n・青木 ${href}?tab=tasks`, staff),
    ).toEqual([
      { kind: 'mention', text: '@田中', staffId: 's1' },
      { kind: 'text', text: ' 確認を。\n・' },
      { kind: 'member', text: `佐藤 陽子 ${href}`, name: '佐藤 陽子', memberId: 'm-1' },
      { kind: 'text', text: '\n・青木 ' },
      { kind: 'link', text: `${href}?tab=tasks`, href: `${href}?tab=tasks` },
    ]);
    for (const line of [
      '・佐藤 https://elsewhere.example/members/m-1',
      `佐藤 ${href}`,
      `・${href}`,
      `前・佐藤 ${href}`,
    ]) {
      expect(splitMemo(line).map(({ kind }) => kind)).not.toContain('member');
    }
  });

  it('is never changed by being split', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom('https://example.com/', '@田中 太郎', '。', ')', '\n', '<b>'),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const memo = pieces.join('');
        expect(
          splitMemo(memo, staff)
            .map((part) => part.text)
            .join(''),
        ).toBe(memo);
      }),
    );
  });

  it('knows about how long it is', () => {
    expect(memoLines('短い')).toBe(1);
    expect(memoLines('a\n\nb')).toBe(3);
    expect(memoLines('あ'.repeat(77))).toBe(3);
  });
});
