import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { CurrentStaff } from '@engawa/auth';
import type { Attachment } from '@engawa/contracts';
import { requestedId } from '@engawa/persistence';
import {
  DisguisedFileError,
  FILE_STORE,
  type FileStore,
  inspectFile,
  makeThumbnail,
  pathName,
  storagePath,
  type Thumbnail,
  thumbnailPath,
  UnreadableImageError,
  type UploadedFile,
} from '@engawa/storage';
import { storedAttachmentOf } from './attachment-claim.service';
import { AttachmentExpiryService } from './attachment-expiry.service';
import { attachmentAnswer } from './attachment.mapper';
import {
  AttachmentInUse,
  AttachmentNotFound,
  FileDisguised,
  FileUnreadable,
} from './attachment.errors';
import { AttachmentRepository } from './attachment.repository';
import { isBeingDeleted } from './attachment.rules';

/** Uploads and removal of files (TML-6). */
@Injectable()
export class AttachmentService {
  constructor(
    private readonly attachments: AttachmentRepository,
    private readonly expiry: AttachmentExpiryService,
    @Inject(FILE_STORE) private readonly files: FileStore,
  ) {}

  /**
   * Stores a file for a post, comment or draft. Its type is detected from the content. Throws
   * `FileDisguised` or `FileUnreadable`.
   */
  async upload(
    staff: CurrentStaff,
    { fileName, content }: UploadedFile,
    draftId: string | null,
  ): Promise<Attachment> {
    const { space, staffId } = staff;
    const id = requestedId();
    const title = pathName(fileName);
    // A post's file is moved to the post's path later; until then it has its own path.
    const key = storagePath.draft(space, id, title);
    const written = await this.attachments.findWritten(space, id);
    if (written && (written.postId !== null || isBeingDeleted(written))) {
      return attachmentAnswer(storedAttachmentOf(written));
    }
    const { fileType, thumbnail } = await inspected(content, title);
    const thumbKey = thumbnail && thumbnailPath(key);
    // The record first: a stored file without one would never be deleted.
    const file =
      written ??
      (await this.attachments.insert(space, {
        id,
        ownerId: staffId,
        title,
        fileType,
        size: content.length,
        hash: createHash('sha256').update(content).digest('hex'),
        width: thumbnail?.width ?? null,
        height: thumbnail?.height ?? null,
        key,
        thumbKey,
        postId: null,
        commentId: null,
        draftId,
        settled: false,
      }));
    await this.files.put(key, content, fileType);
    if (thumbKey && thumbnail) await this.files.put(thumbKey, thumbnail.content, 'image/webp');
    return attachmentAnswer(storedAttachmentOf(file));
  }

  /** Deletes the caller's own loose file. */
  async remove(staff: CurrentStaff, attachmentId: string): Promise<void> {
    const { space, staffId } = staff;
    const file = await this.attachments.findById(space, attachmentId);
    if (!file || file.ownerId !== staffId) throw new AttachmentNotFound();
    if (file.postId !== null) throw new AttachmentInUse();
    await this.expiry.remove(file);
  }

  /** Deletes the loose files of a discarded draft. */
  async removeOfDraft(space: string, ownerId: string, draftId: string): Promise<void> {
    for (const file of await this.attachments.findOfDraft(space, ownerId, draftId)) {
      await this.expiry.remove(file);
    }
  }
}

async function inspected(
  content: Buffer,
  title: string,
): Promise<{ fileType: string; thumbnail: Thumbnail | null }> {
  try {
    const { fileType, image } = await inspectFile(content, title);
    return { fileType, thumbnail: image ? await makeThumbnail(content) : null };
  } catch (error) {
    if (error instanceof DisguisedFileError) throw new FileDisguised();
    if (error instanceof UnreadableImageError) throw new FileUnreadable();
    throw error;
  }
}
