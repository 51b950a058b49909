import type { Session } from '@engawa/contracts';
import { askBeforeLeaving, leaveFreely } from './ask-before-leaving';

/** Fields that both changed differently. */
export interface EditConflict<Fields> {
  names: readonly (keyof Fields & string)[];
  mine: Fields;
  theirs: Fields;
}

/** What was typed so far, for a form that is shown again. */
export interface UnsavedEdit<Thing, Fields> {
  base: Thing;
  fields: Fields;
  conflict: EditConflict<Fields> | null;
}

/**
 * Unsaved edits by {@link unsavedKey}. A form is removed together with its page, list or pane; what was
 * typed returns when the same thing is edited again. In memory: the browser asks before a reload or a
 * closed tab discards it.
 */
const edits = new Map<string, unknown>();

/**
 * The key of a thing, such as `label.ID`. Separates the edits of staff members who sign in after each
 * other on the same device.
 */
export function unsavedKey({ staff }: Session, thing: string): string {
  return `${staff.id}.${thing}`;
}

export function hasUnsaved(key: string): boolean {
  return edits.has(key);
}

export function unsavedEdit<Thing, Fields>(key: string): UnsavedEdit<Thing, Fields> | undefined {
  return edits.get(key) as UnsavedEdit<Thing, Fields> | undefined;
}

/** The edits of things whose keys begin so. */
export function unsavedEditsOf<Thing, Fields>(prefix: string): UnsavedEdit<Thing, Fields>[] {
  return [...edits].flatMap(([key, edit]) =>
    key.startsWith(prefix) ? [edit as UnsavedEdit<Thing, Fields>] : [],
  );
}

export function keepUnsaved<Thing, Fields>(key: string, edit: UnsavedEdit<Thing, Fields>): void {
  edits.set(key, edit);
  askBeforeLeaving(key);
}

export function dropUnsaved(key: string): void {
  edits.delete(key);
  leaveFreely(key);
}

/** Discards all, when the reader signs out. */
export function dropAllUnsaved(): void {
  for (const key of edits.keys()) dropUnsaved(key);
}
