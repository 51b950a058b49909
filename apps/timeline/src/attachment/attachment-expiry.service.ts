import { Inject, Injectable } from '@nestjs/common';
import { WorkProcessor, type WorkOutcome } from '@engawa/persistence';
import { BackgroundLoop } from '@engawa/service-kit';
import { FILE_STORE, type FileStore } from '@engawa/storage';
import { CommentRepository } from '../comment/comment.repository';
import { DraftRepository } from '../draft/draft.repository';
import { PostRepository } from '../post/post.repository';
import { DELETED_KEPT_SECONDS } from '../content/content.schema';
import { AttachmentRepository, type AttachmentTarget } from './attachment.repository';
import { isBeingDeleted } from './attachment.rules';
import type { AttachmentDocument } from './attachment.schema';

/** Interval of the search for expired and for unclaimed files. */
const POLL_INTERVAL_MS = 10 * 60_000;
/** Loose files are deleted after this time, unless an open draft has them. */
const UNCLAIMED_TTL_MS = 7 * 24 * 3_600_000;
/** Loose files per round. */
const UNCLAIMED_BATCH = 100;

/** Deletes files some days after they were uploaded and not used, or after nothing shows them. */
@Injectable()
export class AttachmentExpiryService extends WorkProcessor<AttachmentDocument> {
  /** Not the queue: a loose file has no due time, because drafts change without it. */
  private readonly unclaimed = new BackgroundLoop({
    name: 'unclaimed-files',
    intervalMs: POLL_INTERVAL_MS,
    round: () => this.expireUnclaimed(new Date()),
  });

  constructor(
    private readonly attachments: AttachmentRepository,
    private readonly posts: PostRepository,
    private readonly comments: CommentRepository,
    private readonly drafts: DraftRepository,
    @Inject(FILE_STORE) private readonly files: FileStore,
  ) {
    super({ name: 'expired-files', work: attachments, pollMs: POLL_INTERVAL_MS });
  }

  override onApplicationBootstrap(): void {
    super.onApplicationBootstrap();
    this.unclaimed.start();
  }

  override async beforeApplicationShutdown(): Promise<void> {
    await this.unclaimed.stop();
    await super.beforeApplicationShutdown();
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

  /** Deletes what has expired, or was not claimed, by `now`. */
  async dropExpired(now = new Date()): Promise<void> {
    while (await this.expireUnclaimed(now)) continue;
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

  /** Marks a batch of unclaimed files for the queue; returns whether there may be more. */
  private async expireUnclaimed(now: Date): Promise<boolean> {
    const before = new Date(now.getTime() - UNCLAIMED_TTL_MS);
    const files = await this.attachments.findUnclaimed(before, UNCLAIMED_BATCH);
    for (const file of files) {
      if (await this.isInDraft(file)) await this.attachments.renewClaim(file, now);
      else await this.attachments.expireUnclaimed(file);
    }
    if (files.length > 0) this.queue.wake();
    return files.length === UNCLAIMED_BATCH;
  }

  private async isInDraft({ space, ownerId, id }: AttachmentDocument): Promise<boolean> {
    const drafts = await this.drafts.findOpen(space, ownerId);
    return drafts.some(({ attachments }) => attachments.some((file) => file.id === id));
  }
}
