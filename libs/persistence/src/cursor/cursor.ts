import { createHash } from 'node:crypto';
import { InvalidCursor } from '../persistence.errors';

/** What a cursor is bound to: a list and the filter it was read with. */
export interface CursorScope {
  list: string;
  filter: unknown;
}

export type CursorValue = string | number | boolean | null | Date;

/** `next` reads on in the list's order, `previous` reads back. */
export interface CursorPosition {
  direction: 'next' | 'previous';
  values: CursorValue[];
}

/** Encodes an opaque cursor (base64url) that is valid only for the given list and filter. */
export function encodeCursor(scope: CursorScope, position: CursorPosition): string {
  const body = [
    position.direction === 'next' ? 1 : 0,
    ...position.values.map((value) => (value instanceof Date ? { t: value.getTime() } : value)),
  ];
  return Buffer.from(JSON.stringify([sign(scope, body), ...body])).toString('base64url');
}

/**
 * Decodes a cursor. `kinds` are the expected types of its values. Throws `InvalidCursor` (400
 * `request.invalid-cursor`) for anything that `encodeCursor` did not create for this list and
 * filter.
 */
export function decodeCursor(
  scope: CursorScope,
  text: string,
  kinds: readonly ('string' | 'number' | 'boolean' | 'date')[],
): CursorPosition {
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    throw new InvalidCursor();
  }
  if (!Array.isArray(parsed) || parsed.length !== kinds.length + 2) throw new InvalidCursor();
  const [signature, ...body] = parsed as unknown[];
  if (signature !== sign(scope, body)) throw new InvalidCursor();
  const values = body.slice(1).map((value, index): CursorValue => {
    if (value === null) return null;
    const kind = kinds[index]!;
    if (kind === 'date') {
      const date = new Date((value as { t?: number }).t ?? Number.NaN);
      if (Number.isNaN(date.getTime())) throw new InvalidCursor();
      return date;
    }
    if (typeof value !== kind) throw new InvalidCursor();
    return value as CursorValue;
  });
  return { direction: body[0] === 1 ? 'next' : 'previous', values };
}

/** Not a secret: it only binds the position to its list and filter. */
function sign(scope: CursorScope, body: unknown[]): string {
  return createHash('sha256')
    .update(canonical([scope.list, scope.filter, body]))
    .digest('base64url')
    .slice(0, 11);
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(
          Object.entries(inner)
            .filter(([, field]) => field !== undefined)
            .sort(([a], [b]) => (a < b ? -1 : 1)),
        )
      : inner,
  );
}
