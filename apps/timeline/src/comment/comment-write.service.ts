import { Injectable } from '@nestjs/common';
import type { CurrentStaff } from '@engawa/auth';
import {
  comment,
  type Comment,
  type CreateCommentInput,
  type UpdateCommentInput,
} from '@engawa/contracts';
import {
  isRepeatedRequest,
  type NewDocument,
  requestedId,
  StaleVersion,
} from '@engawa/persistence';
import { PreconditionFailed } from '@engawa/service-kit';
import { AttachmentClaimService } from '../attachment/attachment-claim.service';
import { auditEvent } from '../audit/audit-event.mapper';
import { DraftEnded } from '../draft/draft.errors';
import { DraftService } from '../draft/draft.service';
import { UndoExpired } from '../post/post.errors';
import { PostService } from '../post/post.service';
import { pointersOf, ReferenceService } from '../content/reference.service';
import { EmptyContent, mapContentWriteErrors } from '../content/content.errors';
import {
  added,
  isEmpty,
  isStale,
  isUndoOver,
  mayManage,
  nextMirror,
  restoredMirror,
  unique,
} from '../content/content.rules';
import { CommentForbidden, CommentNotFound } from './comment.errors';
import { commentDeletedEvent, commentEvent, CommentMapper } from './comment.mapper';
import { CommentRepository } from './comment.repository';
import { type CommentFields, commentTouchesOnlyTask, editComment } from './comment.rules';
import type { CommentDocument } from './comment.schema';
import { CommentService } from './comment.service';
import { CommentTallyService } from './comment-tally.service';

/** Writing comments (TML-2). */
@Injectable()
export class CommentWriteService {
  constructor(
    private readonly posts: PostService,
    private readonly reader: CommentService,
    private readonly comments: CommentRepository,
    private readonly references: ReferenceService,
    private readonly attachments: AttachmentClaimService,
    private readonly drafts: DraftService,
    private readonly tally: CommentTallyService,
    private readonly mapper: CommentMapper,
  ) {}

  async create(staff: CurrentStaff, postId: string, input: CreateCommentInput): Promise<Comment> {
    const { space, staffId } = staff;
    const id = requestedId();
    const isSent = await this.drafts.isSent(staff, input.draftId);
    const written = await this.comments.findWritten(space, id);
    if (written) return this.mapper.answerOne(written);
    if (isEmpty({ memo: input.memo, attachments: input.attachmentIds })) throw new EmptyContent();
    if (isSent) throw new DraftEnded();
    const [post, checked] = await Promise.all([
      this.posts.getLive(space, postId),
      this.references.check(space, {
        staffs: pointersOf('mentions', input.mentions),
        labels: pointersOf('labelIds', input.labelIds),
        assignee: input.task?.assignUserId,
        alsoStaffIds: [staffId],
      }),
    ]);
    const document: NewDocument<CommentDocument> & { createdAt: Date } = {
      ...newComment(id, staffId, input),
      postId,
      postOwnerId: post.ownerId,
      attachments: await this.attachments.claim(space, staffId, unique(input.attachmentIds), {
        postId,
        commentId: id,
      }),
    };
    const created = { ...document, space, version: 1, updatedAt: document.createdAt };
    const stored = await this.comments.insert(space, document, [
      commentEvent('commentCreated', created, staffId, input.draftId),
    ]);
    // Counted afterwards: if a crash comes in between, the comment's event causes a recount. What the
    // same request inserted at the same moment is counted by that one, maybe in `post` already.
    if (!isRepeatedRequest()) await this.tally.countNew(post, staffId);
    if (input.draftId) await this.drafts.end(space, staffId, input.draftId, 'sent');
    return this.mapper.answer(stored, checked.people);
  }

  /** Author and administrators change everything, others only the task. */
  async update(
    staff: CurrentStaff,
    postId: string,
    commentId: string,
    input: UpdateCommentInput,
    ifVersion: number | null,
  ): Promise<Comment> {
    const { space, staffId } = staff;
    const current = await this.reader.getLive(space, postId, commentId);
    if (!commentTouchesOnlyTask(input)) mustManage(staff, current);
    const assignee = input.task?.assignUserId;
    const { mentions = [], labelIds = [] } = input;
    await this.references.check(space, {
      staffs: pointersOf('mentions', mentions, added(mentions, current.mentions)),
      labels: pointersOf('labelIds', labelIds),
      assignee: assignee === current.mirror?.assignUserId.value ? null : assignee,
    });
    const attachments =
      input.attachmentIds &&
      (await this.attachments.claim(space, staffId, unique(input.attachmentIds), {
        postId,
        commentId,
      }));
    return this.write(staff, postId, commentId, ifVersion, (comment, { at }) => {
      const fields = editComment(comment, input, { editor: staffId, at, attachments });
      if (fields === 'empty') throw new EmptyContent();
      return fields;
    });
  }

  async remove(
    staff: CurrentStaff,
    postId: string,
    commentId: string,
    ifVersion: number | null,
  ): Promise<void> {
    const { space, staffId } = staff;
    await this.reader.getLive(space, postId, commentId);
    await this.guarded(async () => {
      const result = await this.comments.change(space, commentId, (comment, { version, at }) => {
        if (comment.deleted) return null;
        mustManage(staff, comment);
        if (isStale(comment, ifVersion)) throw new StaleVersion(comment);
        const set = { deleted: true, deletedAt: at };
        const audit = auditEvent(staff, {
          action: 'timeline.comment.deleted',
          target: { type: 'comment', id: commentId, name: '' },
        });
        return {
          set,
          events: [commentDeletedEvent({ ...comment, ...set, version }, staffId), audit],
        };
      });
      if (!result?.changed) throw new CommentNotFound();
    });
    await this.tally.recount(space, postId);
  }

  /** Undoes the deletion of a comment. Throws `UndoExpired`. */
  async restore(staff: CurrentStaff, postId: string, commentId: string): Promise<Comment> {
    const { space, staffId } = staff;
    await this.posts.getLive(space, postId);
    const result = await this.guarded(() =>
      this.comments.change(
        space,
        commentId,
        (comment, { version, at }) => {
          if (comment.postId !== postId) throw new CommentNotFound();
          mustManage(staff, comment);
          if (!comment.deleted) return null;
          if (isUndoOver(comment, at)) throw new UndoExpired();
          const mirror = restoredMirror(comment.mirror, at);
          const set = { deleted: false, deletedWithPost: false, mirror };
          const event = commentEvent('commentUpdated', { ...comment, ...set, version }, staffId);
          return { set, unset: ['deletedAt'], events: [event] };
        },
        { once: true },
      ),
    );
    if (!result) throw new CommentNotFound();
    await this.tally.recount(space, postId);
    return this.mapper.answerOne(result.document);
  }

  /** Writes the result of `decide` with its event; null changes nothing. */
  async write(
    staff: CurrentStaff,
    postId: string,
    commentId: string,
    ifVersion: number | null,
    decide: (comment: CommentDocument, next: { at: Date }) => CommentFields | null,
  ): Promise<Comment> {
    const { space, staffId } = staff;
    return this.guarded(async () => {
      const result = await this.comments.change(space, commentId, (comment, next) => {
        if (comment.deleted || comment.postId !== postId) throw new CommentNotFound();
        if (isStale(comment, ifVersion)) throw new StaleVersion(comment);
        const fields = decide(comment, next);
        if (!fields) return null;
        const set = { ...fields, contentVersion: next.version };
        const changed = { ...comment, ...set, version: next.version };
        return { set, events: [commentEvent('commentUpdated', changed, staffId)] };
      });
      if (!result) throw new CommentNotFound();
      return this.mapper.answerOne(result.document);
    });
  }

  private guarded<T>(write: () => Promise<T>): Promise<T> {
    return mapContentWriteErrors(write, async (current: CommentDocument) => {
      const now = await this.mapper.answerOne(current);
      return new PreconditionFailed('timeline.comment.stale', comment, now);
    });
  }
}

function mustManage(staff: CurrentStaff, comment: CommentDocument): void {
  if (!mayManage(staff, comment)) throw new CommentForbidden();
}

function newComment(id: string, ownerId: string, input: CreateCommentInput) {
  const createdAt = new Date();
  const labelIds = unique(input.labelIds);
  return {
    id,
    createdAt,
    ownerId,
    memo: input.memo,
    mentions: unique(input.mentions),
    labelIds,
    mirror: nextMirror(null, { task: input.task }, labelIds, createdAt),
    reactions: [],
    editedAt: null,
    history: [],
    contentVersion: 1,
    deleted: false,
    deletedWithPost: false,
  };
}
