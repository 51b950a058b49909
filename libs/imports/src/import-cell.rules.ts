import { type Locale, trimmed } from '@engawa/contracts';
import { restoreCell } from '@engawa/csv';

/** Longest part of a rejected cell that is shown. */
const MAX_SHOWN_LENGTH = 100;

/** A rejected cell, or what it names. */
export interface CellProblem<Reason extends string> {
  column: string;
  reason: Reason;
  value: string;
}

export function cellProblem<Reason extends string>(
  column: string,
  reason: Reason,
  value: string,
): CellProblem<Reason> {
  return { column, reason, value: value.slice(0, MAX_SHOWN_LENGTH) };
}

/** The problems of a row in the report; `headingOf` names the column of a problem. */
export function problemsText<Reason extends string>(
  problems: readonly CellProblem<Reason>[],
  texts: Readonly<Record<Reason, Record<Locale, string>>>,
  locale: Locale,
  headingOf = (column: string) => column,
): string {
  return problems
    .map(({ column, reason }) => `${headingOf(column)}: ${texts[reason][locale]}`)
    .join(' / ');
}

/** A heading; `columnOf` gives the column that a cell names. */
export function readColumns<Column extends string>(
  cells: readonly string[],
  columnOf: (cell: string) => Column | undefined,
) {
  const columns: (Column | null)[] = [];
  const unknown: string[] = [];
  const repeated: string[] = [];
  for (const cell of cells) {
    const column = columnOf(cell);
    if (column !== undefined && columns.includes(column)) repeated.push(cell.trim());
    // Empty headings come from trailing cells of spreadsheets.
    if (column === undefined && cell.trim() !== '') {
      unknown.push(cell.trim().slice(0, MAX_SHOWN_LENGTH));
    }
    columns.push(column ?? null);
  }
  return { columns, unknown, repeated };
}

/** What somebody wrote into a cell. */
export function cellText(cells: readonly string[], index: number): string {
  return trimmed(restoreCell(cells[index] ?? '')).replace(/\r\n/g, '\n');
}

/** The index of the first value beyond the heading, which is an error; -1 without one. */
export function indexBeyond(cells: readonly string[], columns: readonly unknown[]): number {
  return cells.findIndex((cell, index) => index >= columns.length && cell.trim() !== '');
}
