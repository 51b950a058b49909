import {
  foldText,
  isCleanLine,
  isCleanText,
  memberCsvColumns,
  MEMBER_COMPANY_MAX_LENGTH,
  MEMBER_MEMO_MAX_LENGTH,
  MEMBER_NAME_MAX_LENGTH,
  MEMBER_TITLE_MAX_LENGTH,
  MEMBER_TYPE_MAX_LENGTH,
  type MemberCsvColumn,
  type MemberImportReason,
} from '@engawa/contracts';
import { restoreCell } from '@engawa/csv';
import { nameKey } from '../member-type/member-type.rules';

/** Longest part of a rejected cell that is shown. */
const MAX_SHOWN_LENGTH = 100;

const longest: Partial<Record<MemberCsvColumn, number>> = {
  id: 64,
  familyName: MEMBER_NAME_MAX_LENGTH,
  firstName: MEMBER_NAME_MAX_LENGTH,
  familyNameKana: MEMBER_NAME_MAX_LENGTH,
  firstNameKana: MEMBER_NAME_MAX_LENGTH,
  company: MEMBER_COMPANY_MAX_LENGTH,
  title: MEMBER_TITLE_MAX_LENGTH,
  memo: MEMBER_MEMO_MAX_LENGTH,
  typeOfContract: MEMBER_TYPE_MAX_LENGTH,
  photoFileName: 200,
};

export interface CellProblem {
  column: string;
  reason: MemberImportReason;
  value: string;
}

/** Values of a row; only the columns of the file. */
export interface RowFields {
  id?: string;
  familyName?: string;
  firstName?: string;
  familyNameKana?: string;
  firstNameKana?: string;
  company?: string;
  title?: string;
  memo?: string;
  typeId?: string | null;
  photoFileName?: string;
}

/** Parses the cells of a row; the fields are unusable when there are problems. */
export function readRow(
  cells: readonly string[],
  heading: { columns: readonly (MemberCsvColumn | null)[]; texts: readonly string[] },
  typeIds: ReadonlyMap<string, string>,
): { fields: RowFields; problems: CellProblem[] } {
  const fields: Record<string, string | null> = {};
  const problems: CellProblem[] = [];
  const refuse = (index: number, reason: MemberImportReason, value: string) =>
    problems.push({
      column: heading.texts[index] ?? String(index + 1),
      reason,
      value: value.slice(0, MAX_SHOWN_LENGTH),
    });
  for (let index = heading.columns.length; index < cells.length; index += 1) {
    if (cells[index]!.trim() === '') continue;
    refuse(index, 'wrong-cell-count', cells[index]!);
    break;
  }
  heading.columns.forEach((column, index) => {
    if (column === null) return;
    const value = restoreCell(cells[index] ?? '')
      .trim()
      .replace(/\r\n/g, '\n');
    if (value.length > (longest[column] ?? 0)) return refuse(index, 'too-long', value);
    const isClean = column === 'memo' ? isCleanText : isCleanLine;
    if (!isClean(value)) return refuse(index, 'control-character', value);
    if (value === '' && (column === 'familyName' || column === 'id')) {
      return refuse(index, 'required', value);
    }
    if (column === 'photoFileName') fields[column] = photoFileKey(value);
    else if (column !== 'typeOfContract') fields[column] = value;
    else if (value === '') fields['typeId'] = null;
    else {
      const typeId = typeIds.get(nameKey(value));
      if (typeId === undefined) return refuse(index, 'unknown-type', value);
      fields['typeId'] = typeId;
    }
  });
  return { fields: fields as RowFields, problems };
}

/** Normalizes photo file names: without folder, case and width. */
export function photoFileKey(fileName: string): string {
  return foldText(fileName.split(/[\\/]/).pop() ?? '').trim();
}

/** A member as the cells of a row. */
export function cellOf(
  column: MemberCsvColumn,
  member: Required<Omit<RowFields, 'typeId'>> & { lastTalkedAt?: Date | null },
  typeName: string,
): string {
  if (column === 'typeOfContract') return typeName;
  if (column === 'lastTalkedAt') return member.lastTalkedAt?.toISOString() ?? '';
  if (column === 'error') return '';
  return member[column];
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
