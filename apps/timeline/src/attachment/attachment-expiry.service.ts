import { Inject, Injectable } from '@nestjs/common';
import { WorkProcessor, type WorkOutcome } from '@engawa/persistence';
import { FILE_STORE, type FileStore } from '@engawa/storage';
import { CommentRepository } from '../comment/comment.repository';
import { PostRepository } from '../post/post.repository';
import { DELETED_KEPT_SECONDS } from '../content/content.schema';
import { AttachmentRepository, type AttachmentTarget } from './attachment.repository';
import { isBeingDeleted } from './attachment.rules';
import type { AttachmentDocument } from './attachment.schema';

/** Interval of the search for expired files. */
const POLL_INTERVAL_MS = 10 * 60_000;

/** Deletes files: unused ones, and others some days after nothing shows them any more. */
@Injectable()
export class AttachmentExpiryService extends WorkProcessor<AttachmentDocument> {
  constructor(
    private readonly attachments: AttachmentRepository,
    private readonly posts: PostRepository,
    private readonly comments: CommentRepository,
    @Inject(FILE_STORE) private readonly files: FileStore,
  ) {
    super({ name: 'expired-files', work: attachments, pollMs: POLL_INTERVAL_MS });
  }

  /** Keeps the files that a post or comment shows; the others expire. Safe to repeat. */
  async follow(space: string, target: AttachmentTarget): Promise<void> {
    const files = await this.attachments.findOfThread(space, target);
    if (files.length === 0) return;
    const thread =
      target.commentId === null
        ? await this.posts.findById(space, target.postId)
        : await this.comments.findById(space, target.commentId);
    const shown = new Set(thread?.deleted === false ? thread.attachments.map(({ id }) => id) : []);
    const kept = files.filter((file) => shown.has(file.id) && file.expiresAt);
    const dropped = files.filter((file) => !shown.has(file.id) && !file.expiresAt);
    const idsOf = (list: typeof files) => list.map(({ id }) => id);
    await this.attachments.setExpiry(space, target, idsOf(kept), null);
    const expiresAt = new Date(Date.now() + DELETED_KEPT_SECONDS * 1_000);
    await this.attachments.setExpiry(space, target, idsOf(dropped), expiresAt);
  }

  /** Deletes what has expired by `now`. */
  async dropExpired(now = new Date()): Promise<void> {
    await this.queue.runDue(now);
  }

  /**
   * Deletes a file as it was read, unless a post or comment has it since. Marks it first, so that
   * nothing uses a missing file; its record goes last, because only the record knows the copies. What
   * a stop or the file store interrupts, the queue repeats.
   */
  async remove(file: AttachmentDocument): Promise<void> {
    if (!isBeingDeleted(file) && !(await this.attachments.markDeletion(file))) return;
    const { key, thumbKey, formerKeys = [] } = file;
    for (const each of [key, ...(thumbKey ? [thumbKey] : []), ...formerKeys]) {
      await this.files.remove(each);
    }
    await this.attachments.remove(file.space, file.id);
  }

  protected async perform(file: AttachmentDocument): Promise<WorkOutcome> {
    await this.remove(file);
    return 'done';
  }
}
