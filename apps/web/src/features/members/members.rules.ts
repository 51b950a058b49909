import {
  memberSorts,
  type CustomField,
  type Member,
  type MemberType,
  type RadarSettings,
} from '@engawa/contracts';
import { knownType, type MembersAddress } from '../../shared/address/members-address';
import { memberFactFields, type memberFields } from '../../shared/directory/member-fields';

const DAY_MS = 86_400_000;

/**
 * The address without a type or an order by a field that the space no longer has, as bookmarks and
 * saved views may name them. What is not known yet counts as there.
 */
export function knownAddress(
  address: MembersAddress,
  types: readonly Pick<MemberType, 'id'>[] | undefined,
  fields: readonly Pick<CustomField, 'id'>[] | undefined,
): MembersAddress {
  const hasSort =
    !fields ||
    !address.sort.startsWith('custom:') ||
    fields.some(({ id }) => address.sort === `custom:${id}`);
  return {
    ...address,
    type: knownType(address.type, types),
    ...(hasSort ? {} : { sort: 'kana', order: 'asc' }),
  };
}

/** The direction of a head's first click: counts and the latest talk are asked from the top. */
export function firstOrder(sort: string): 'asc' | 'desc' {
  return sort === 'posts' || sort === 'openIssues' ? 'desc' : 'asc';
}

type FactName = (typeof memberFields)[number]['name'];
/** A column beside the name. */
export type ColumnId =
  'company' | 'type' | 'lastTalk' | 'posts' | 'openIssues' | FactName | `custom:${string}`;

const defaultColumns: readonly ColumnId[] = [
  ...(['company', 'type', 'lastTalk', 'posts', 'openIssues'] as const),
];

/** All columns in their order. */
export function columnsOf(customFields: readonly CustomField[]): ColumnId[] {
  return [
    ...defaultColumns,
    ...memberFactFields.map(({ name }) => name),
    ...customFields.map(({ id }): ColumnId => `custom:${id}`),
  ];
}

const COLUMNS_KEY = 'engawa.members.columns';

/** The columns that this browser shows; those of deleted fields are left out. */
export function readColumns(all: readonly ColumnId[]): ColumnId[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(COLUMNS_KEY) ?? 'null');
    return all.filter((id) => (Array.isArray(kept) ? kept : defaultColumns).includes(id));
  } catch {
    return all.filter((id) => defaultColumns.includes(id));
  }
}

export function writeColumns(columns: readonly ColumnId[]): void {
  localStorage.setItem(COLUMNS_KEY, JSON.stringify(columns));
}

/** By what the API sorts a column; null where it does not. */
export function sortOfColumn(column: ColumnId): string | null {
  const sorts: readonly string[] = memberSorts;
  return sorts.includes(column) || column.startsWith('custom:') ? column : null;
}

/** Whether nobody talked with the member for as long as the radar waits for the type. */
export function isCold(
  { typeId, lastTalkedAt, createdAt, deleted }: Member,
  settings: Pick<RadarSettings, 'defaultDays' | 'types'> | undefined,
  now: number,
): boolean {
  if (!settings || deleted) return false;
  const own = settings.types.find((type) => type.typeId === typeId);
  const days = own ? own.days : settings.defaultDays;
  return days !== null && Date.parse(lastTalkedAt ?? createdAt) < now - days * DAY_MS;
}
