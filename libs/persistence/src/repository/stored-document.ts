import type { EventEnvelope } from '@engawa/contracts';
import type { SpaceDocument, Stored } from '../schema/define-store';
import type { Update } from './query';

/** Bookkeeping fields that readers never get. */
export const hidden = { _id: 0, pendingEvents: 0, applied: 0, requests: 0, purge: 0 } as const;

/** A projection to these fields. */
export function fieldsOnly(fields: readonly string[]): Record<string, 0 | 1> {
  return { _id: 0, ...Object.fromEntries(fields.map((field) => [field, 1 as const])) };
}

/** A projection that also omits these fields. */
export function withoutFields(fields: readonly string[]): Record<string, 0> {
  return { ...hidden, ...Object.fromEntries(fields.map((field) => [field, 0 as const])) };
}

/** The document without its bookkeeping. */
export function visible<Doc extends SpaceDocument>(stored: Stored<Doc>): Doc {
  const fields = stored as unknown as Record<string, unknown>;
  const document: Record<string, unknown> = {};
  // Not `...rest`: that takes four times as long, for every document of every write.
  for (const field in fields) if (!bookkeeping.has(field)) document[field] = fields[field];
  return document as unknown as Doc;
}

const bookkeeping = new Set(Object.keys(hidden));

/** The `$push` of an update that also stores events. */
export function pushEvents(update: Update, events: readonly EventEnvelope[]): Update {
  if (events.length === 0) return update['$push'] ? { $push: update['$push'] } : {};
  return { $push: { ...update['$push'], pendingEvents: { $each: [...events] } } };
}

/** Throws for an empty id, space or mark, or one that is no string. */
export function requireText(value: string): string {
  if (typeof value !== 'string' || value === '') throw new TypeError('An id must be a string');
  return value;
}
