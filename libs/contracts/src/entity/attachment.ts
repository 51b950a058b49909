import { z } from 'zod';
import { id } from '../primitive';

/** Most files of one post or comment. */
export const ATTACHMENT_LIMIT = 20;

/** A file of a post, comment or draft (TML-6). */
export const attachment = z
  .object({
    id,
    fileType: z.string().meta({ description: 'Media type found in the content' }),
    size: z.int().min(0).meta({ description: 'Bytes' }),
    title: z.string(),
    url: z.string().meta({
      description: 'Address of the file; opens with a session or API token of the space only',
    }),
    thumbUrl: z
      .string()
      .nullable()
      .meta({ description: 'Address of the thumbnail; pictures only' }),
    width: z.int().nullable().meta({ description: 'Pixels; pictures only' }),
    height: z.int().nullable(),
  })
  .meta({ id: 'Attachment' });
export type Attachment = z.infer<typeof attachment>;

/** Ids of the attached files, each once. */
export const attachmentIds = z.array(id).max(ATTACHMENT_LIMIT);

/** Query of uploadAttachment; the file itself is the one part `file` of a multipart body. */
export const uploadAttachmentQuery = z.strictObject({
  draftId: id.optional().meta({ description: 'The draft that it is for' }),
});
export type UploadAttachmentQuery = z.infer<typeof uploadAttachmentQuery>;

/** The file as it was sent, or its thumbnail. */
export const fileForms = ['original', 'thumb'] as const;
export const fileForm = z.enum(fileForms);
export type FileForm = z.infer<typeof fileForm>;
