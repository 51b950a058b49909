import {
  foldText,
  formerPostCsvHeadings,
  isCleanText,
  postContent,
  postCsvColumns,
  type PostCsvColumn,
  type PostImportProblem,
  type PostImportReason,
  type PostImportRow,
} from '@engawa/contracts';
import type { CsvRecord } from '@engawa/csv';
import { isColleague, type MemberEntry, type StaffEntry } from '@engawa/directory';
import { cellProblem, cellText, indexBeyond, readColumns } from '@engawa/imports';
import { nameKey } from '../label/label.rules';
import type { LabelDocument } from '../label/label.schema';
import { isTalkAhead } from '../post/post.rules';
import type { ImportDocument } from './import.schema';
import { readTime } from './zoned-time.rules';

const byHeading = new Map<string, PostCsvColumn>();
for (const column of Object.keys(postCsvColumns) as PostCsvColumn[]) {
  const { ja, en } = postCsvColumns[column];
  for (const name of [column, ja, en, ...(formerPostCsvHeadings[column] ?? [])]) {
    byHeading.set(foldText(name), column);
  }
}

/** Columns are recognized in any language, others ignored; only the text is required. */
export function readHeading(cells: readonly string[]) {
  const { columns, repeated } = readColumns(cells, (cell) => byHeading.get(foldText(cell.trim())));
  const missing: PostCsvColumn[] = columns.includes('memo') ? [] : ['memo'];
  return { columns, repeated, missing };
}

type CellsByColumn = Partial<Record<PostCsvColumn, string>>;

/** A row parsed as a post. */
export interface ImportedPost {
  memo: string;
  ownerId: string;
  memberIds: string[];
  labelIds: string[];
  talkedAt: Date;
}

/** A row parsed as a post, or all its problems. */
export interface ReadRow extends PostImportRow {
  /** The post that the row names. */
  namedId: string | undefined;
  post: ImportedPost | null;
}

/** Staff, members and labels of the space by name and id. */
export type Lookups = ReturnType<typeof lookupsOf>;

export function lookupsOf(
  people: { authors: readonly StaffEntry[]; members: readonly MemberEntry[] },
  labels: readonly LabelDocument[],
  rest: { importer: string; timeZone: string; now: Date },
) {
  const issues = new Set(labels.filter((label) => label.isIssue).map((label) => label.id));
  return {
    ...rest,
    isIssue: (id: string) => issues.has(id),
    staffByEmail: new Map(
      people.authors.flatMap(({ email, id }) =>
        email ? [[email.toLowerCase(), [id]] as const] : [],
      ),
    ),
    // A name means its active people; only without one the deactivated, integrations and god.
    staffByName: new Map([
      ...staffByName(people.authors.filter((one) => !isActivePerson(one))),
      ...staffByName(people.authors.filter(isActivePerson)),
    ]),
    memberIds: new Set(people.members.map(({ id }) => id)),
    membersByName: idsByName(
      people.members.map(({ id, familyName, firstName }) => [`${familyName}${firstName}`, id]),
    ),
    labels: new Map(
      labels.flatMap(({ id, nameKeys }) => nameKeys.map((name) => [name, id] as const)),
    ),
  };
}

/**
 * Parses a row as a post. Defaults: the importing staff member and the current time. Ids win over
 * names.
 */
export function readRow(
  { row, line, cells: values }: CsvRecord,
  heading: ImportDocument['columns'],
  lookups: Lookups,
): ReadRow {
  const cells: CellsByColumn = {};
  heading.forEach((column, index) => {
    if (column !== '') cells[column] = cellText(values, index);
  });
  const problems: PostImportProblem[] = [];
  const note = (column: string, reason: PostImportReason, value: string) =>
    problems.push(cellProblem(column, reason, value));
  const refuse = (column: PostCsvColumn, reason: PostImportReason, value = cells[column] ?? '') =>
    note(column, reason, value);
  const beyond = indexBeyond(values, heading);
  if (beyond !== -1) note(String(beyond + 1), 'wrong-cell-count', values[beyond]!);

  const cell = cells.memo ?? '';
  const memo = postContent.memo.safeParse(cell);
  if (!isCleanText(cell)) refuse('memo', 'control-character');
  else if (!memo.success) refuse('memo', 'too-long');
  else if (memo.data === '') refuse('memo', 'required');

  let talkedAt = lookups.now;
  if (cells.talkedAt) {
    const read = readTime(cells.talkedAt, lookups.timeZone);
    if (!read) refuse('talkedAt', 'wrong-time');
    else if (isTalkAhead(read, lookups.now)) refuse('talkedAt', 'time-ahead');
    else talkedAt = read;
  }
  const owners = staffOf(cells, lookups);
  if (owners.length === 0) refuse(cells.staffEmail ? 'staffEmail' : 'staff', 'unknown-staff');
  if (owners.length > 1) refuse('staff', 'several-staff');

  const memberIds: string[] = [];
  for (const id of listOf(cells.memberIds)) {
    if (lookups.memberIds.has(id)) memberIds.push(id);
    else refuse('memberIds', 'unknown-member', id);
  }
  for (const name of cells.memberIds ? [] : listOf(cells.members)) {
    const found = lookups.membersByName.get(nameKey(name)) ?? [];
    if (found.length === 1) memberIds.push(found[0]!);
    else refuse('members', found.length === 0 ? 'unknown-member' : 'several-members', name);
  }
  const labelIds: string[] = [];
  for (const name of listOf(cells.labels)) {
    const id = lookups.labels.get(nameKey(name));
    if (id === undefined) refuse('labels', 'unknown-label', name);
    else labelIds.push(id);
  }
  if (!postContent.memberIds.safeParse(memberIds).success) refuse('members', 'too-long');
  if (!postContent.labelIds.safeParse(labelIds).success) refuse('labels', 'too-long');
  const read = { row, line, problems, namedId: cells.id };
  if (problems.length > 0) return { ...read, post: null };
  const post = { ownerId: owners[0]!, memo: memo.data ?? '', memberIds, labelIds, talkedAt };
  return { ...read, post };
}

/** The staff members that the row may mean. */
function staffOf({ staffEmail, staff }: CellsByColumn, lookups: Lookups): readonly string[] {
  if (staffEmail) return lookups.staffByEmail.get(staffEmail.toLowerCase()) ?? [];
  if (staff) return lookups.staffByName.get(nameKey(staff)) ?? [];
  return [lookups.importer];
}

function isActivePerson(staff: StaffEntry): boolean {
  return isColleague(staff) && !staff.deactivated;
}

function staffByName(staff: readonly StaffEntry[]) {
  return idsByName(staff.map(({ displayName, id }) => [displayName, id]));
}

function idsByName(named: readonly [name: string, id: string][]): Map<string, string[]> {
  const ids = new Map<string, string[]>();
  for (const [name, id] of named) ids.set(nameKey(name), [...(ids.get(nameKey(name)) ?? []), id]);
  return ids;
}

function listOf(cell: string | undefined): string[] {
  return (cell ?? '')
    .split(/[;；、]/)
    .map((name) => name.trim())
    .filter(Boolean);
}
