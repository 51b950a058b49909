import { changedText } from '@engawa/text-search';
import type { MemberDocument } from './member.schema';
import { isSearched } from './member-text.rules';

/** The change with the mark for the index when a searched field changes, and with a new type's. */
export function withMarks<Set extends Partial<MemberDocument>>(
  current: MemberDocument,
  set: Set,
  at: Date,
): Set {
  if (!Object.keys(set).some(isSearched)) return set;
  const { sortKey: key, indexKeys } = current;
  const moved = { from: { key, indexKeys }, to: set.sortKey ?? key };
  return { ...typeChangeOf(current, set, at), ...set, ...changedText(moved) };
}

/** Applies to every way to change a type: form, import, merge, deletion of the type. */
function typeChangeOf(
  { typeId }: MemberDocument,
  set: Partial<MemberDocument>,
  at: Date,
): Pick<MemberDocument, 'typeChange'> | undefined {
  if (set.typeId === undefined || set.typeId === typeId) return undefined;
  return { typeChange: { at, before: typeId } };
}
