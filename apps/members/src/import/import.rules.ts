import { memberFieldsOf } from '@engawa/contracts';
import type { ImportStep } from '@engawa/imports';
import type { RowFields } from '../csv/csv-row.rules';
import { changedValues } from '../custom-field/custom-field.rules';
import type { MemberTerms } from '../member/member-terms.rules';
import type { MemberFields } from '../member/member.schema';
import type { ImportDocument, StoredRow } from './import.schema';

/** A parsed row before look-ups. */
export interface ReadRow {
  row: number;
  line: number;
  fields: RowFields;
  problems: StoredRow['problems'];
  /** Rows with the same key are about the same person; null for a row with problems. */
  key: string | null;
  /** The first row before with the same key. */
  earlierRow: number | null;
}

/** A row with its verdict, and the fields to write. */
export interface JudgedMember extends StoredRow {
  fields: RowFields;
}

/** Context of one step. */
export interface StepScope extends ImportStep<StoredRow> {
  job: ImportDocument;
  terms: MemberTerms;
}

/** The fields of a member that a row adds. */
export function memberFields(fields: RowFields): MemberFields {
  return {
    ...memberFieldsOf(fields),
    typeId: fields.typeId ?? null,
    customFields: changedValues({}, fields.customFields ?? {}),
  };
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
