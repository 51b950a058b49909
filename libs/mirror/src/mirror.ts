import { mirror as mirrorSchema, type Mirror } from '@engawa/contracts';
import { nextStamp, type StampOrigin } from './stamp';

export type MirrorField = keyof Mirror;
/** New values of the shared fields; what is absent stays. */
export type MirrorChange = { [Field in MirrorField]?: Mirror[Field]['value'] };

export const mirrorFields = [
  'present',
  'status',
  'assignUserId',
  'labelIds',
  'dueAt',
] as const satisfies readonly MirrorField[];

/** A mirror and which of its values are not what they were. */
export interface MirrorResult {
  mirror: Mirror;
  /** Fields whose value differs from before; empty where nothing is to be told to anybody. */
  changed: MirrorField[];
  /** Whether anything is to be saved: a value, or only the stamp of an equal value. */
  moved: boolean;
}

const noDueDate = mirrorSchema.shape.dueAt.parse(undefined);

/** A mirror as it was stored, with what the version that stored it did not know yet. */
export function wholeMirror(stored: Mirror): Mirror {
  const { dueAt } = stored as Partial<Mirror>;
  return dueAt ? stored : { ...stored, dueAt: noDueDate };
}

/** The first mirror of a post or comment that became a task; all fields carry one stamp. */
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
 * This side's own change: fields whose value differs get a stamp larger than all that the mirror
 * has seen. Only such changes are told to the other side (TSK-4).
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
 * What the other side says, merged into what this side has: for each field the larger stamp wins.
 * Commutative, associative and idempotent, so both sides converge under any order, repetition or
 * delay. Nobody echoes what a merge changed.
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

/** Whether all of it is `origin`'s own word, which changes nothing where it was said. */
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
  // Two values never share a stamp unless a side broke its word; even then both must agree.
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
