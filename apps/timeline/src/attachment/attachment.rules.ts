import type { AttachmentDocument } from './attachment.schema';

/** Whether a file is being deleted, so that nothing can use it. */
export function isBeingDeleted({
  postId,
  expiresAt,
}: Pick<AttachmentDocument, 'postId' | 'expiresAt'>): boolean {
  return postId === null && expiresAt != null;
}

/** Whether a staff member can attach the file: their own loose one. */
export function isFree(file: AttachmentDocument | undefined, staffId: string): boolean {
  return file?.postId === null && file.ownerId === staffId && !isBeingDeleted(file);
}
