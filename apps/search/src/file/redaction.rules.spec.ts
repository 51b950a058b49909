import { blackOut } from './redaction.rules';

describe('blackOut', () => {
  it('hides names in any writing and leaves the rest', () => {
    expect(blackOut('佐藤花子さんとｻﾄｳさんが来た', ['佐藤花子', '佐藤', 'さとう'])).toBe(
      '■■さんと■■さんが来た',
    );
    expect(blackOut('何もない', ['佐藤'])).toBe('何もない');
    expect(blackOut('', ['佐藤'])).toBe('');
  });

  it('does not take single characters for names', () => {
    expect(blackOut('森の中', ['森'])).toBe('森の中');
  });
});
