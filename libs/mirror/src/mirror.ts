import { mirror as mirrorSchema, type Mirror } from '@engawa/contracts';
import { nextStamp, type StampOrigin } from './stamp';

export type MirrorField = keyof Mirror;
/** New values of shared fields; absent ones stay. */
export type MirrorChange = { [Field in MirrorField]?: Mirror[Field]['value'] };

export const mirrorFields = [
  'present',
  'status',
  'assignUserId',
  'labelIds',
  'dueAt',
] as const satisfies readonly MirrorField[];

/** A mirror and its changed fields. */
export interface MirrorResult {
  mirror: Mirror;
  /** Fields with another value; empty when there is nothing to publish. */
  changed: MirrorField[];
  /** Whether to save: a value changed, or only a stamp. */
  moved: boolean;
}

const noDueDate = mirrorSchema.shape.dueAt.parse(undefined);

/** A stored mirror, with fields that its version did not know. */
export function wholeMirror(stored: Mirror): Mirror {
  const { dueAt } = stored as Partial<Mirror>;
  return dueAt ? stored : { ...stored, dueAt: noDueDate };
}

/** The first mirror of a new task; all fields have the same stamp. */
export function newMirror(
  values: { [Field in MirrorField]: Mirror[Field]['value'] },
  origin: StampOrigin,
  now = Date.now(),
): Mirror {
  const stamp = nextStamp(origin, [], now);
  return {
    present: { value: values.present, stamp },
    status: { value: values.status, stamp },
    assignUserId: { value: values.assignUserId, stamp },
    labelIds: { value: values.labelIds, stamp },
    dueAt: { value: values.dueAt, stamp },
  };
}

/**
 * A local change: changed fields get a stamp larger than all stamps in the mirror. Only such
 * changes are published (TSK-4).
 */
export function changeMirror(
  stored: Mirror,
  change: MirrorChange,
  origin: StampOrigin,
  now = Date.now(),
): MirrorResult {
  const mirror = wholeMirror(stored);
  const stamp = nextStamp(
    origin,
    mirrorFields.map((field) => mirror[field].stamp),
    now,
  );
  const next: Record<string, unknown> = { ...mirror };
  const changed: MirrorField[] = [];
  for (const field of mirrorFields) {
    const value = change[field];
    if (value === undefined || sameValue(value, mirror[field].value)) continue;
    next[field] = { value, stamp };
    changed.push(field);
  }
  return { mirror: next as Mirror, changed, moved: changed.length > 0 };
}

/**
 * Merges the other side's mirror: for each field the larger stamp wins. Commutative, associative
 * and idempotent, so both sides converge under any order, repetition or delay. Changes of a merge
 * are never published.
 */
export function mergeMirror(stored: Mirror | null, said: Mirror): MirrorResult {
  const theirs = wholeMirror(said);
  if (stored === null) return { mirror: theirs, changed: [...mirrorFields], moved: true };
  const mine = wholeMirror(stored);
  const next: Record<string, unknown> = { ...mine };
  const changed: MirrorField[] = [];
  let moved = false;
  for (const field of mirrorFields) {
    if (!wins(theirs[field], mine[field])) continue;
    next[field] = theirs[field];
    moved = true;
    if (!sameValue(theirs[field].value, mine[field].value)) changed.push(field);
  }
  return { mirror: next as Mirror, changed, moved };
}

/** Whether all stamps are from `origin`, whose own mirror this changes nothing in. */
export function isWordOf(origin: StampOrigin, said: Mirror): boolean {
  const mirror = wholeMirror(said);
  return mirrorFields.every((field) => mirror[field].stamp.endsWith(`-${origin}`));
}

interface Stamped {
  value: unknown;
  stamp: string;
}

function wins(candidate: Stamped, holder: Stamped): boolean {
  if (candidate.stamp !== holder.stamp) return candidate.stamp > holder.stamp;
  // Two values never share a stamp unless a side is faulty; even then both sides must agree.
  return canonical(candidate.value) > canonical(holder.value);
}

function sameValue(left: unknown, right: unknown): boolean {
  return canonical(left) === canonical(right);
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
