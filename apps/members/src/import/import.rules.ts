import type { ImportStep } from '@engawa/imports';
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

/** A row with its verdict, and the fields to write. */
export interface JudgedMember extends StoredRow {
  fields: RowFields;
}

/** Context of one step. */
export interface StepScope extends ImportStep<StoredRow> {
  job: ImportDocument;
  /** First row of each key before; see `MemberStep.keyOf`. */
  seen: Map<string, number>;
  terms: MemberTerms;
}

/** Judges the rows of a step, and applies them in a run. */
export interface MemberStep {
  /** Of a row without problems; rows of a file with the same key are about the same person. */
  keyOf(fields: RowFields): string;
  judge(rows: readonly ReadRow[], scope: StepScope): Promise<JudgedMember[]>;
  /** Applies judged rows and returns them. */
  apply(judged: readonly JudgedMember[], scope: StepScope): Promise<readonly JudgedMember[]>;
}

/** The first row before with the same key; null for the first one, which is registered. */
export function earlierRow(seen: StepScope['seen'], key: string, row: number): number | null {
  const earlier = seen.get(key);
  if (earlier === undefined) seen.set(key, row);
  return earlier ?? null;
}

export function judgedRow(
  { row, line, fields }: ReadRow,
  more: Partial<StoredRow> & Pick<StoredRow, 'verdict'>,
): JudgedMember {
  const { familyName = '', firstName = '' } = fields;
  return {
    row,
    line,
    name: `${familyName} ${firstName}`.trim(),
    memberId: null,
    duplicateOfRow: null,
    changes: [],
    problems: [],
    ...more,
    fields,
  };
}
