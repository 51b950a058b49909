import { Inject, Injectable } from '@nestjs/common';
import { WorkProcessor, type WorkOutcome } from '@engawa/persistence';
import { FILE_STORE, type FileStore } from '@engawa/storage';
import { CommentRepository } from '../comment/comment.repository';
import { PostRepository } from '../post/post.repository';
import { DELETED_KEPT_SECONDS } from '../content/content.schema';
import { AttachmentRepository, type AttachmentTarget } from './attachment.repository';
import type { AttachmentDocument } from './attachment.schema';

/** Interval of the search for expired files. */
const POLL_INTERVAL_MS = 10 * 60_000;

/** Deletes files some days after their post or comment was deleted or stopped showing them. */
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
    await this.attachments.setExpiry(space, idsOf(kept), null);
    const expiresAt = new Date(Date.now() + DELETED_KEPT_SECONDS * 1_000);
    await this.attachments.setExpiry(space, idsOf(dropped), expiresAt);
  }

  /** Deletes what has expired by `now`. */
  async dropExpired(now = new Date()): Promise<void> {
    await this.queue.runDue(now);
  }

  /** Deletes the record first, so that nothing refers to a missing file. */
  protected async perform(file: AttachmentDocument): Promise<WorkOutcome> {
    if (!(await this.attachments.removeExpired(file))) return 'done';
    await this.files.remove(file.key);
    if (file.thumbKey) await this.files.remove(file.thumbKey);
    return 'done';
  }
}
