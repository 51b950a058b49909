import type { MemberFacts } from '../member/member.mapper';
import type { KeptRow } from './import.schema';
import type { RowFields, CellProblem } from '../csv/csv-row.rules';

/** A row as read, before anything is looked up. */
export interface ReadRow {
  row: number;
  line: number;
  fields: RowFields;
  problems: CellProblem[];
}

/** What the rows before said, over the whole file. */
export interface SeenRows {
  /** Row that first named this person (identity key) or member (id). */
  rows: Map<string, number>;
}

/** One step's surroundings. */
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

/** What a step did: the rows, and the members as they are after it. */
export interface AppliedStep {
  rows: KeptRow[];
  facts: (MemberFacts & { version: number })[];
}

/** Judges the rows of a step, and applies them when it is for real. */
export interface ImportStep {
  judge(rows: readonly ReadRow[], scope: StepScope): Promise<KeptRow[]>;
  /** Carries out what was judged. */
  apply(
    rows: readonly ReadRow[],
    judged: readonly KeptRow[],
    scope: StepScope,
  ): Promise<AppliedStep>;
  /** Remembers rows of steps that are done. */
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
