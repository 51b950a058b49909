/**
 * Cells that a spreadsheet would run as a formula. Leading apostrophes are included, so that each
 * cell can be restored exactly.
 */
const runs = /^'*[=+\-@\t\r＝＋－＠]/;

/** Escapes a cell so that a spreadsheet shows it and never runs it. */
export function defuseCell(value: string): string {
  return runs.test(value) ? `'${value}` : value;
}

/** Reverses `defuseCell`; other cells stay unchanged. */
export function restoreCell(cell: string): string {
  return cell.startsWith("'") && runs.test(cell.slice(1)) ? cell.slice(1) : cell;
}

/** One CSV line with its line end; cells are quoted and defused. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => quoted(defuseCell(cell))).join(',')}\r\n`;
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
