import { fileForm, id, uploadAttachmentQuery } from '@engawa/contracts';
import { createDto } from '@engawa/service-kit';
import { z } from 'zod';

export class UploadAttachmentQueryDto extends createDto(uploadAttachmentQuery) {}
export class AttachmentPathDto extends createDto(z.strictObject({ attachmentId: id })) {}
export class FilePathDto extends createDto(z.strictObject({ attachmentId: id, form: fileForm })) {}
