import { foldText } from '@engawa/contracts';

/** A type in its space's set. */
export interface StoredMemberType {
  id: string;
  name: string;
  version: number;
}

/** Types of a new space (specification, section 1). */
export const defaultMemberTypes: readonly StoredMemberType[] = [
  { id: 'freeDesk', name: 'フリーデスク', version: 1 },
  { id: 'fixedDesk', name: '固定デスク', version: 1 },
  { id: 'privateRoom', name: '個室', version: 1 },
  { id: 'dropIn', name: 'ドロップイン', version: 1 },
  { id: 'corporate', name: '法人会員', version: 1 },
];

/** Whether names are equal, ignoring width, case, kana and spaces. */
function sameTypeName(one: string, other: string): boolean {
  return nameKey(one) === nameKey(other);
}

export function nameKey(name: string): string {
  return foldText(name).replace(/\s+/g, '');
}

/** The type with this name, other than the one being renamed. */
export function findByName(
  types: readonly StoredMemberType[],
  name: string,
  exceptId: string | null = null,
): StoredMemberType | undefined {
  return types.find((type) => type.id !== exceptId && sameTypeName(type.name, name));
}

/** The entries in the given order; null unless each one is named once. */
export function inOrder<Entry extends { id: string }>(
  types: readonly Entry[],
  ids: readonly string[],
): Entry[] | null {
  if (ids.length !== types.length || new Set(ids).size !== ids.length) return null;
  const byId = new Map(types.map((type) => [type.id, type]));
  const ordered = ids.map((id) => byId.get(id));
  return ordered.every((type) => type !== undefined) ? ordered : null;
}
