import { Inject, Injectable, type StreamableFile } from '@nestjs/common';
import type { CurrentStaff } from '@engawa/auth';
import type { FileForm } from '@engawa/contracts';
import {
  answerFile,
  FILE_STORE,
  FileMissingError,
  type FilePresentation,
  type FileStore,
  imageTypes,
} from '@engawa/storage';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CommentRepository } from '../comment/comment.repository';
import { PostRepository } from '../post/post.repository';
import { AttachmentNotFound } from './attachment.errors';
import { AttachmentRepository } from './attachment.repository';
import { isFree } from './attachment.rules';
import type { AttachmentDocument } from './attachment.schema';

/** Sends files to sessions of their space as long as a post or comment shows them (TML-6). */
@Injectable()
export class AttachmentFileService {
  constructor(
    private readonly attachments: AttachmentRepository,
    private readonly posts: PostRepository,
    private readonly comments: CommentRepository,
    @Inject(FILE_STORE) private readonly files: FileStore,
  ) {}

  /**
   * Throws `AttachmentNotFound`, also for files of deleted posts or of another staff member's
   * draft.
   */
  async answer(
    staff: CurrentStaff,
    attachmentId: string,
    form: FileForm,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<StreamableFile | undefined> {
    // Twice: the file may move to the path of its post between the two reads.
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const file = await this.attachments.findById(staff.space, attachmentId);
      const key = form === 'thumb' ? file?.thumbKey : file?.key;
      if (!file || !key || !(await this.isOpenTo(staff, file))) break;
      try {
        return await answerFile(this.files, key, presentation(file, form), request, reply);
      } catch (error) {
        if (!(error instanceof FileMissingError)) throw error;
      }
    }
    throw new AttachmentNotFound();
  }

  private async isOpenTo(staff: CurrentStaff, file: AttachmentDocument): Promise<boolean> {
    const { space, staffId } = staff;
    const { postId, commentId } = file;
    if (postId === null) return isFree(file, staffId);
    const post = await this.posts.findLive(space, postId);
    const thread =
      post && commentId !== null ? await this.comments.findLive(space, postId, commentId) : post;
    if (!thread) return false;
    // The uploader still sees it in a form that is not saved.
    return file.ownerId === staffId || thread.attachments.some(({ id }) => id === file.id);
  }
}

/** Pictures are shown inline; everything else is a download and never run. */
function presentation(file: AttachmentDocument, form: FileForm): FilePresentation {
  if (form === 'thumb') {
    return { etag: `${file.hash}-thumb`, type: 'image/webp', disposition: 'inline' };
  }
  const inline = imageTypes.includes(file.fileType);
  const runnable = /html|xml|svg|script/.test(file.fileType);
  return {
    etag: file.hash,
    type: runnable ? 'application/octet-stream' : file.fileType,
    disposition: `${inline ? 'inline' : 'attachment'}; filename*=UTF-8''${encoded(file.title)}`,
  };
}

/** RFC 8187: encodeURIComponent keeps some characters that a header must not contain. */
function encoded(title: string): string {
  return encodeURIComponent(title).replace(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
