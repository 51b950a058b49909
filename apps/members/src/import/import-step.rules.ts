import type { MemberFacts } from '../member/member.mapper';
import type { KeptRow } from './import.schema';
import type { RowFields, CellProblem } from '../csv/csv-row.rules';

/** A parsed row before look-ups. */
export interface ReadRow {
  row: number;
  line: number;
  fields: RowFields;
  problems: CellProblem[];
}

/** State over all rows before. */
export interface SeenRows {
  /** First row of each person (identity key) or member (id). */
  rows: Map<string, number>;
}

/** Context of one step. */
export interface StepScope {
  space: string;
  importId: string;
  actor: string;
  addDuplicates: boolean;
  /** Whether a crash may have left part of this step done. */
  repeated: boolean;
  seen: SeenRows;
  typeNames: ReadonlyMap<string, string>;
}

/** Result of a step: the rows, and the members after it. */
export interface AppliedStep {
  rows: KeptRow[];
  facts: (MemberFacts & { version: number })[];
}

/** Judges the rows of a step, and applies them in a run. */
export interface ImportStep {
  judge(rows: readonly ReadRow[], scope: StepScope): Promise<KeptRow[]>;
  /** Applies judged rows. */
  apply(
    rows: readonly ReadRow[],
    judged: readonly KeptRow[],
    scope: StepScope,
  ): Promise<AppliedStep>;
  /** Registers rows of finished steps. */
  passOver(row: ReadRow, seen: SeenRows): void;
}

export function keptRow(row: ReadRow, more: Partial<KeptRow> & Pick<KeptRow, 'verdict'>): KeptRow {
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
