import { csvOf, tableOfHtml, tableOfText } from './pasted-table.rules';

describe('a table from a spreadsheet', () => {
  it('is read from HTML, a merged cell for each of its rows', () => {
    const html = `<html><body><!--StartFragment--><table>
      <tr><td>姓</td><td>名</td><td>会社名</td></tr>
      <tr><td>森</td><td>葵</td><td rowspan="3">森工務店</td></tr>
      <tr><td>林</td><td>凛</td></tr>
      <tr><td colspan="2">木  村</td></tr>
      <tr><td>川</td><td></td><td>一行目<br>二行目</td><td></td></tr>
      <tr><td></td></tr>
    </table></body></html>`;
    expect(tableOfHtml(html)).toEqual([
      ['姓', '名', '会社名'],
      ['森', '葵', '森工務店'],
      ['林', '凛', '森工務店'],
      ['木 村', '', '森工務店'],
      ['川', '', '一行目\n二行目'],
    ]);
    expect(tableOfHtml('<p>姓</p>')).toBeNull();
  });

  it('runs nothing that the HTML contains', () => {
    const html = '<table><tr><td>姓<img src=x onerror="window.ran = true"></td></tr></table>';
    expect(tableOfHtml(html)).toEqual([['姓']]);
    expect('ran' in window).toBe(false);
  });

  it('is read from text with tabs and quoted cells', () => {
    expect(tableOfText('姓\tメモ\r\n森\t"一行目\n""二""行目"\r\n\r\n林\t5" 棚\r\n')).toEqual([
      ['姓', 'メモ'],
      ['森', '一行目\n"二"行目'],
      ['林', '5" 棚'],
    ]);
    expect(tableOfText('')).toEqual([]);
  });

  it('becomes a CSV, also with 5,000 rows', () => {
    const lines = Array.from({ length: 5_000 }, (_, n) => `会員${n}\t"甲, 乙"\tx`);
    const table = tableOfText(`姓\t会社名\tメモ\n${lines.join('\n')}`);
    expect(table).toHaveLength(5_001);
    expect(csvOf(table.slice(0, 2))).toBe('姓,会社名,メモ\r\n会員0,"甲, 乙",x\r\n');
  });

  it('is read from HTML with 5,000 rows and merged cells, one that reaches beyond the last row', () => {
    const lines = Array.from({ length: 5_000 }, (_, n) => {
      const company = n % 10 === 0 ? `<td rowspan="10">社${n / 10}</td>` : '';
      const all = n === 0 ? '<td rowspan="9000">共通</td>' : '';
      return `<tr><td>会員${n}</td>${company}${all}</tr>`;
    });
    const table = tableOfHtml(`<table>${lines.join('')}</table>`)!;
    expect(table).toHaveLength(5_000);
    expect(table[0]).toEqual(['会員0', '社0', '共通']);
    expect(table[4_999]).toEqual(['会員4999', '社499', '共通']);
    expect(new Set(table.map((row) => row.length))).toEqual(new Set([3]));
  }, 120_000);
});
