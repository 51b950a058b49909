import { foldText } from '@engawa/contracts';

/** A type as it stands in its space's set. */
export interface StoredMemberType {
  id: string;
  name: string;
  version: number;
}

/** The types that a new space begins with (source, section 1). */
export const defaultMemberTypes: readonly StoredMemberType[] = [
  { id: 'freeDesk', name: 'フリーデスク', version: 1 },
  { id: 'fixedDesk', name: '固定デスク', version: 1 },
  { id: 'privateRoom', name: '個室', version: 1 },
  { id: 'dropIn', name: 'ドロップイン', version: 1 },
  { id: 'corporate', name: '法人会員', version: 1 },
];

/** Names are the same when width, case, kana and blanks do not tell them apart. */
export function sameTypeName(one: string, other: string): boolean {
  return nameKey(one) === nameKey(other);
}

export function nameKey(name: string): string {
  return foldText(name).replace(/\s+/g, '');
}

/** The type of this name, other than the one that is being renamed. */
export function findByName(
  types: readonly StoredMemberType[],
  name: string,
  exceptId: string | null = null,
): StoredMemberType | undefined {
  return types.find((type) => type.id !== exceptId && sameTypeName(type.name, name));
}

/** The types in the asked order; null where it does not name each type once. */
export function inOrder(
  types: readonly StoredMemberType[],
  ids: readonly string[],
): StoredMemberType[] | null {
  if (ids.length !== types.length || new Set(ids).size !== ids.length) return null;
  const byId = new Map(types.map((type) => [type.id, type]));
  const ordered = ids.map((id) => byId.get(id));
  return ordered.every((type) => type !== undefined) ? ordered : null;
}
