import {
  foldText,
  isCleanLine,
  isCleanText,
  memberCsvColumns,
  email,
  emptyMemberField,
  memberField,
  memberFields,
  MEMBER_TYPE_MAX_LENGTH,
  type CustomFieldChanges,
  type MemberCsvColumn,
  type MemberFieldName,
  type MemberFieldValues,
  type MemberImportReason,
} from '@engawa/contracts';
import { cellProblem, cellText, indexBeyond, type CellProblem } from '@engawa/imports';
import { readDay, readValue, type StoredCustomField } from '../custom-field/custom-field.rules';
import type { MemberDocument } from '../member/member.schema';
import { nameKey } from '../member-type/member-type.rules';
import { customFieldIdOf, type ImportColumn } from './csv-heading.rules';

const longest: Partial<Record<MemberCsvColumn, number>> = {
  id: 64,
  typeOfContract: MEMBER_TYPE_MAX_LENGTH,
  photoFileName: 200,
};

/** Values of a row; only the columns of the file. */
export interface RowFields extends Partial<MemberFieldValues> {
  id?: string;
  typeId?: string | null;
  photoFileName?: string;
  /** Values by field id; null removes one. */
  customFields?: CustomFieldChanges;
}

/** What a file refers to by name. */
export interface RowTerms {
  /** `nameKey` of a type → its id. */
  typeIds: ReadonlyMap<string, string>;
  customFields: readonly StoredCustomField[];
}

type ReadCell = Partial<RowFields> | { reason: MemberImportReason };

/** Parses the cells of a row; the fields are unusable when there are problems. */
export function readRow(
  cells: readonly string[],
  heading: { columns: readonly (ImportColumn | '' | null)[]; texts: readonly string[] },
  terms: RowTerms,
): { fields: RowFields; problems: CellProblem<MemberImportReason>[] } {
  const fields: RowFields = {};
  const problems: CellProblem<MemberImportReason>[] = [];
  const refuse = (index: number, reason: MemberImportReason, value: string) =>
    problems.push(cellProblem(heading.texts[index] ?? String(index + 1), reason, value));
  const beyond = indexBeyond(cells, heading.columns);
  if (beyond !== -1) refuse(beyond, 'wrong-cell-count', cells[beyond]!);
  heading.columns.forEach((column, index) => {
    if (!column) return;
    const value = cellText(cells, index);
    const customFieldId = customFieldIdOf(column);
    if (customFieldId !== null) {
      const field = terms.customFields.find(({ id }) => id === customFieldId);
      // Deleted since the file was checked: nothing is left to write.
      if (!field) return;
      const read = readValue(field, value);
      if ('reason' in read) refuse(index, read.reason, value);
      else fields.customFields = { ...fields.customFields, [field.id]: read.value };
      return;
    }
    const read = readCell(column as MemberCsvColumn, value, terms);
    if ('reason' in read) refuse(index, read.reason, value);
    else Object.assign(fields, read);
  });
  return { fields, problems };
}

function readCell(column: MemberCsvColumn, value: string, { typeIds }: RowTerms): ReadCell {
  if (isMemberField(column)) return readField(column, value);
  if (value.length > (longest[column] ?? 0)) return { reason: 'too-long' };
  if (!isCleanLine(value)) return { reason: 'control-character' };
  if (column === 'photoFileName') return { photoFileName: photoFileKey(value) };
  if (column === 'typeOfContract') {
    if (value === '') return { typeId: null };
    const typeId = typeIds.get(nameKey(value));
    return typeId === undefined ? { reason: 'unknown-type' } : { typeId };
  }
  return value === '' ? { reason: 'required' } : { id: value };
}

function readField(name: MemberFieldName, value: string): ReadCell {
  const { kind, maxLength, isRequired } = memberField(name);
  if (value === '') return isRequired ? { reason: 'required' } : { [name]: emptyMemberField(name) };
  if (kind === 'date') {
    const found = readDay(value);
    return found === null ? { reason: 'not-date' } : { [name]: found };
  }
  if (value.length > maxLength) return { reason: 'too-long' };
  const isClean = kind === 'lines' ? isCleanText : isCleanLine;
  if (!isClean(value)) return { reason: 'control-character' };
  if (kind === 'email' && !email.safeParse(value).success) return { reason: 'not-email' };
  return { [name]: value };
}

function isMemberField(column: MemberCsvColumn): column is MemberFieldName {
  return column in memberFields;
}

/** Normalizes photo file names: without folder, case and width. */
export function photoFileKey(fileName: string): string {
  return foldText(fileName.split(/[\\/]/).pop() ?? '').trim();
}

/** A member as the cells of a row. */
export function cellOf(
  column: MemberCsvColumn,
  member: Partial<Pick<MemberDocument, MemberFieldName | 'id' | 'photoFileName' | 'lastTalkedAt'>>,
  typeName: string,
): string {
  if (column === 'typeOfContract') return typeName;
  if (column === 'lastTalkedAt') return member.lastTalkedAt?.toISOString() ?? '';
  if (column === 'error') return '';
  return member[column] ?? '';
}

/** The heading of a column. */
export function columnText(column: MemberCsvColumn): string {
  return memberCsvColumns[column].ja;
}

/** Members with the same key are likely duplicates: same name and company (MBR-4). */
export function identityKey(member: {
  familyName: string;
  firstName: string;
  company: string;
}): string {
  const bare = (text: string) => foldText(text).replace(/[\s・]/g, '');
  const company = bare(member.company).replace(
    /株式会社|有限会社|合同会社|\(株\)|\(有\)|\(同\)/g,
    '',
  );
  return `${bare(member.familyName + member.firstName)}|${company}`.slice(0, 200);
}
