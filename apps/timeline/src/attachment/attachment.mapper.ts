import type { Attachment } from '@engawa/contracts';
import { imageTypes } from '@engawa/storage';
import type { StoredAttachment } from '../content/content.schema';

/** The API form of an attachment, with its addresses. */
export function attachmentAnswer(file: StoredAttachment): Attachment {
  const { id, fileType, size, title, hasThumb, width, height } = file;
  const address = `/api/v1/attachments/${id}`;
  const thumbUrl = hasThumb ? `${address}/thumb` : null;
  return { id, fileType, size, title, url: `${address}/original`, thumbUrl, width, height };
}

/** The first picture of a post or comment (specification: photoUrl); null without one. */
export function photoUrlOf(attachments: readonly Attachment[]): string | null {
  return attachments.find((file) => imageTypes.includes(file.fileType))?.url ?? null;
}
