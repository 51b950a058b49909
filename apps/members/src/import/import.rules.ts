import type { MemberTerms } from '../member/member-terms.rules';
import type { ImportDocument, StoredRow } from './import.schema';
import type { RowFields } from '../csv/csv-row.rules';

/** A parsed row before look-ups. */
export interface ReadRow {
  row: number;
  line: number;
  fields: RowFields;
  problems: StoredRow['problems'];
}

/** First row of each person (identity key) or member (id) before. */
type SeenRows = Map<string, number>;

/** Context of one step. */
export interface StepScope {
  job: ImportDocument;
  /** Whether a crash may have left part of this step done. */
  repeated: boolean;
  seen: SeenRows;
  terms: MemberTerms;
}

/** Judges the rows of a step, and applies them in a run. */
export interface ImportStep {
  judge(rows: readonly ReadRow[], scope: StepScope): Promise<StoredRow[]>;
  /** Applies judged rows and returns them. */
  apply(
    rows: readonly ReadRow[],
    judged: readonly StoredRow[],
    scope: StepScope,
  ): Promise<readonly StoredRow[]>;
  /** Registers rows of finished steps. */
  passOver(row: ReadRow, seen: SeenRows): void;
}

export function storedRow(
  row: ReadRow,
  more: Partial<StoredRow> & Pick<StoredRow, 'verdict'>,
): StoredRow {
  const { familyName = '', firstName = '' } = row.fields;
  return {
    row: row.row,
    line: row.line,
    name: `${familyName} ${firstName}`.trim(),
    memberId: null,
    duplicateOfRow: null,
    changes: [],
    problems: [],
    ...more,
  };
}

/**
 * Refuses rows that would overwrite what was changed after the dry run: only the changes that were
 * shown then are made. `checked` are the rows of the same step of the dry run.
 */
export function refuseOvertaken(
  judged: readonly StoredRow[],
  checked: readonly StoredRow[],
): StoredRow[] {
  const seen = new Map(checked.map((row) => [row.row, row]));
  return judged.map((row) => {
    const shown = seen.get(row.row);
    if (row.verdict !== 'change' || !shown) return row;
    const overtaken = row.changes.filter(
      (change) => !shown.changes.some((earlier) => isSameBefore(earlier, change)),
    );
    if (overtaken.length === 0) return row;
    return {
      ...row,
      verdict: 'refused',
      memberId: null,
      changes: [],
      problems: overtaken.map(({ column, before }) => ({
        column,
        reason: 'changed-since-check' as const,
        value: before,
      })),
    };
  });
}

type StoredChange = StoredRow['changes'][number];

function isSameBefore(earlier: StoredChange, change: StoredChange): boolean {
  const { column, before, beforeHash = change.beforeHash } = earlier;
  return column === change.column && before === change.before && beforeHash === change.beforeHash;
}
