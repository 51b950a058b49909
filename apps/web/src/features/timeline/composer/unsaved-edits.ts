import type { Comment, Post, Session } from '@engawa/contracts';
import type { UnsavedEdit } from '../../../shared/edit/use-safe-edit';
import type { CommentFormState, PostFormState } from './form-state';

/**
 * Unsaved edits by {@link unsavedKey}. A form is removed together with its list, thread or page; its text
 * returns when the same post or comment is edited again. In memory, so a reload discards them.
 */
export const unsavedPosts = new Map<string, UnsavedEdit<Post, PostFormState>>();
export const unsavedComments = new Map<string, UnsavedEdit<Comment, CommentFormState>>();

/** Separates the edits of staff members who sign in after each other on the same device. */
export function unsavedKey({ staff }: Session, { id }: Post | Comment): string {
  return `${staff.id}.${id}`;
}
