/**
 * What a spreadsheet would run as a formula when it opens the file. Its own apostrophes count as
 * well, so that each cell can be read back as it was.
 */
const runs = /^'*[=+\-@\t\r＝＋－＠]/;

/** A cell that a spreadsheet shows and never runs. */
export function defuseCell(value: string): string {
  return runs.test(value) ? `'${value}` : value;
}

/** What a defused cell was before; other cells stay as they are. */
export function restoreCell(cell: string): string {
  return cell.startsWith("'") && runs.test(cell.slice(1)) ? cell.slice(1) : cell;
}

/** One line of a CSV file with its line end, its cells defused. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => quoted(defuseCell(cell))).join(',')}\r\n`;
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
