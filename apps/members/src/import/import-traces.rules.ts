import { foldText } from '@engawa/contracts';
import type { ImportTrace } from '@engawa/imports';
import type { StoredRow } from './import.schema';

/** The people to search for: ids and (folded) full names. */
export interface Traced {
  memberIds: readonly string[];
  whole: readonly string[];
}

/** Removes people from imports: rows keep only the verdict, files with a name are deleted. */
export function traceOf(who: Traced): ImportTrace<StoredRow> {
  const wanted = who.whole.map(joined);
  return {
    rewrite: (row) => (isAbout(row, who) ? { ...row, name: '', changes: [], problems: [] } : row),
    isNamed: wanted.length === 0 ? null : (cells) => isNamed(cells, wanted),
  };
}

/** Whether a row contains one of the names, in one cell or in neighbouring ones. */
function isNamed(cells: readonly string[], wanted: readonly string[]): boolean {
  const text = joined(foldText(cells.join('')));
  return wanted.some((name) => text.includes(name));
}

function isAbout(row: StoredRow, { memberIds, whole }: Traced): boolean {
  if (row.memberId !== null && memberIds.includes(row.memberId)) {
    return row.name !== '' || row.changes.length > 0 || row.problems.length > 0;
  }
  return row.name !== '' && whole.includes(foldText(row.name));
}

function joined(text: string): string {
  return text.replace(/[\s・,.]/g, '');
}
