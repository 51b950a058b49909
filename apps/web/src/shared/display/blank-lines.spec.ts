import { trimBlankLines } from './blank-lines';

describe('the blank lines around a text', () => {
  it.each([
    ['no line break', '確認します。', '確認します。'],
    ['line breaks at the end', '確認します。\n\n\n', '確認します。'],
    ['blanks and line breaks of Windows at the end', '確認します。 \r\n\u3000\r\n', '確認します。'],
    ['line breaks at the start', '\n \n\u3000\r\n確認します。', '確認します。'],
    ['nothing but blanks', ' \n\u3000\n', ''],
  ])('are removed: %s', (_what, text, shown) => {
    expect(trimBlankLines(text)).toBe(shown);
  });

  it('leave the lines between, and the indent of the first line', () => {
    expect(trimBlankLines('\n\u3000一つ目。\n\n\u3000二つ目。\n')).toBe(
      '\u3000一つ目。\n\n\u3000二つ目。',
    );
  });
});
