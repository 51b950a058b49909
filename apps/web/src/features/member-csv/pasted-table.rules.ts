/** Cells of a spreadsheet, row by row. */
export type PastedTable = string[][];

/**
 * The table that a spreadsheet puts on the clipboard as HTML. A cell that is merged over several rows
 * counts for each of them; merged over columns, for the first.
 */
export function tableOfHtml(html: string): PastedTable | null {
  const table = new DOMParser().parseFromString(html, 'text/html').querySelector('table');
  if (!table) return null;
  const rows: PastedTable = [];
  /** Merged cells that reach into later rows, by column. */
  const reaching = new Map<number, { text: string; left: number }>();
  // A live collection would be read anew for each row.
  for (const line of [...table.rows]) {
    const cells: string[] = [];
    const fill = () => {
      for (let at = reaching.get(cells.length); at; at = reaching.get(cells.length)) {
        at.left -= 1;
        if (at.left === 0) reaching.delete(cells.length);
        cells.push(at.text);
      }
    };
    for (const cell of line.cells) {
      fill();
      const text = textOf(cell);
      for (let across = 0; across < Math.max(1, cell.colSpan); across += 1) {
        const shown = across === 0 ? text : '';
        if (cell.rowSpan > 1) reaching.set(cells.length, { text: shown, left: cell.rowSpan - 1 });
        cells.push(shown);
      }
    }
    fill();
    rows.push(cells);
  }
  return trimmed(rows);
}

/** Rows of tab-separated text; a cell with line breaks stands in quotation marks. */
export function tableOfText(text: string): PastedTable {
  const rows: PastedTable = [[]];
  const pattern = /(?:"((?:[^"]|"")*)"(?=\t|\r?\n|$)|([^\t\r\n]*))(\t|\r?\n|$)/gy;
  for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
    const [, quoted, plain = '', end] = found;
    rows.at(-1)!.push((quoted?.replaceAll('""', '"') ?? plain).trim());
    if (end === '' || pattern.lastIndex >= text.length) break;
    if (end !== '\t') rows.push([]);
  }
  return trimmed(rows);
}

/** A CSV file's text. */
export function csvOf(table: PastedTable): string {
  const cell = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return table.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/** Line breaks stay, what is laid out with white space does not. */
function textOf(cell: HTMLTableCellElement): string {
  for (const br of cell.querySelectorAll('br')) br.replaceWith('\n');
  return (cell.textContent ?? '')
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .join('\n')
    .trim();
}

/** Without empty rows, and without columns that are empty everywhere on the right; all equally long. */
function trimmed(rows: PastedTable): PastedTable {
  const filled = rows.filter((row) => row.some((cell) => cell !== ''));
  const width = Math.max(0, ...filled.map((row) => row.findLastIndex((cell) => cell !== '') + 1));
  return filled.map((row) => Array.from({ length: width }, (_, at) => row[at] ?? ''));
}
