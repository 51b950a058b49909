import { Injectable } from '@nestjs/common';
import type { CurrentStaff } from '@engawa/auth';
import { type CreatePostInput, post, type Post, type UpdatePostInput } from '@engawa/contracts';
import { requestedId, StaleVersion } from '@engawa/persistence';
import { PreconditionFailed } from '@engawa/service-kit';
import { AttachmentClaimService } from '../attachment/attachment-claim.service';
import { auditEvent } from '../audit/audit-event.mapper';
import { DraftService } from '../draft/draft.service';
import { PeopleService } from '../directory-cache/people.service';
import { EmptyContent, mapContentWriteErrors } from '../content/content.errors';
import { type CheckedReferences, pointersOf, ReferenceService } from '../content/reference.service';
import {
  added,
  isEmpty,
  isStale,
  isUndoOver,
  mayManage,
  restoredMirror,
  unique,
} from '../content/content.rules';
import { DraftEnded } from '../draft/draft.errors';
import { PostForbidden, PostNotFound, TalkAhead, UndoExpired } from './post.errors';
import {
  memberIdsOf,
  postDeletedEvent,
  postEvent,
  PostMapper,
  type postRemindedEvent,
} from './post.mapper';
import { PostRepository } from './post.repository';
import {
  editPost,
  isTalkAhead,
  type IsIssue,
  newPost,
  type PostFields,
  touchesOnlyTask,
} from './post.rules';
import { split } from './post-fields.rules';
import type { PostDocument } from './post.schema';

/** Writes posts: check permission, check ids, apply the rule, save with the event. */
@Injectable()
export class PostWriteService {
  constructor(
    private readonly posts: PostRepository,
    private readonly references: ReferenceService,
    private readonly people: PeopleService,
    private readonly attachments: AttachmentClaimService,
    private readonly drafts: DraftService,
    private readonly mapper: PostMapper,
  ) {}

  async create(staff: CurrentStaff, input: CreatePostInput): Promise<Post> {
    const { space, staffId } = staff;
    const id = requestedId();
    const isSent = await this.drafts.isSent(staff, input.draftId);
    const written = await this.posts.findWritten(space, id);
    if (written) return this.mapper.answerOne(written);
    if (isEmpty({ memo: input.memo, attachments: input.attachmentIds })) throw new EmptyContent();
    if (input.talkedAt && isTalkAhead(new Date(input.talkedAt), new Date())) throw new TalkAhead();
    if (isSent) throw new DraftEnded();
    const checked = await this.references.check(space, {
      members: membersOf(input, memberIdsOf(input)),
      staffs: pointersOf('mentions', input.mentions),
      labels: pointersOf('labelIds', input.labelIds),
      assignee: input.task?.assignUserId,
      alsoStaffIds: [staffId],
    });
    const attachments = await this.attachments.claim(space, staffId, unique(input.attachmentIds), {
      postId: id,
      commentId: null,
    });
    const document = newPost(id, staffId, input, isIssueOf(checked), new Date());
    document.attachments = attachments;
    const created = { ...document, space, version: 1, updatedAt: document.createdAt };
    const { draftId } = input;
    const event = postEvent('postCreated', created as PostDocument, staffId, { draftId });
    const post = await this.posts.insert(space, document, [event]);
    if (draftId) await this.drafts.end(space, staffId, draftId, 'sent');
    return this.mapper.answer(post, checked.people);
  }

  /** Author and administrators change everything, others only the task. */
  async update(
    staff: CurrentStaff,
    postId: string,
    sent: UpdatePostInput,
    ifVersion: number | null,
  ): Promise<Post> {
    const { space, staffId } = staff;
    const current = await this.posts.findLive(space, postId);
    if (!current) throw new PostNotFound();
    const input = await this.withStoredMembers(sent, current);
    if (!touchesOnlyTask(input)) mustManage(staff, current);
    const { mentions = [] } = input;
    const checked = await this.references.check(space, {
      members: membersOf(input, added(memberIdsOf(asMembers(input)), memberIdsOf(current))),
      staffs: pointersOf('mentions', mentions, added(mentions, current.mentions ?? [])),
      labels: pointersOf('labelIds', input.labelIds),
      assignee:
        input.task?.assignUserId === current.mirror?.assignUserId.value
          ? null
          : input.task?.assignUserId,
      alsoLabelIds: input.labelIds || input.talkedAt ? current.labelIds : [],
    });
    const attachments =
      input.attachmentIds &&
      (await this.attachments.claim(space, staffId, unique(input.attachmentIds), {
        postId,
        commentId: null,
      }));
    const isIssue = isIssueOf(checked);
    return this.write(staff, postId, ifVersion, (post, { at }) => {
      const fields = editPost(post, input, { editor: staffId, at, isIssue, attachments });
      if (fields === 'empty') throw new EmptyContent();
      if (fields === 'ahead') throw new TalkAhead();
      return fields;
    });
  }

  /** Deletes the post; `restore` undoes it for some seconds. */
  async remove(staff: CurrentStaff, postId: string, ifVersion: number | null): Promise<void> {
    const { space, staffId } = staff;
    await this.guarded(async () => {
      const result = await this.posts.change(space, postId, (post, { version, at }) => {
        if (post.deleted) return null;
        mustManage(staff, post);
        if (isStale(post, ifVersion)) throw new StaleVersion(post);
        const set = { deleted: true, deletedAt: at };
        // The text is not in the audit log: it may be about people.
        const audit = auditEvent(staff, {
          action: 'timeline.post.deleted',
          target: { type: 'post', id: postId, name: '' },
        });
        return {
          set,
          events: [postDeletedEvent({ ...post, ...set, version }, staffId, post), audit],
        };
      });
      if (!result?.changed) throw new PostNotFound();
    });
  }

  /** Undoes a deletion with comments and tasks. Throws `UndoExpired`. */
  async restore(staff: CurrentStaff, postId: string): Promise<Post> {
    const { space, staffId } = staff;
    return this.guarded(async () => {
      const result = await this.posts.change(
        space,
        postId,
        (post, { version, at }) => {
          mustManage(staff, post);
          if (!post.deleted) return null;
          if (isUndoOver(post, at)) throw new UndoExpired();
          const set = { deleted: false, mirror: restoredMirror(post.mirror, at) };
          const restored = { ...post, ...set, version };
          return {
            set,
            unset: ['deletedAt'],
            events: [postEvent('postUpdated', restored, staffId, { before: post })],
          };
        },
        { once: true },
      );
      if (!result) throw new PostNotFound();
      return this.mapper.answerOne(result.document);
    });
  }

  /**
   * Writes the result of `decide` with its event, by default that of an update; null changes nothing.
   * Throws `PreconditionFailed` when content changed since `ifVersion`.
   */
  async write(
    staff: CurrentStaff,
    postId: string,
    ifVersion: number | null,
    decide: (post: PostDocument, next: { version: number; at: Date }) => PostFields | null,
    options: { content?: boolean; eventOf?: typeof postRemindedEvent } = {},
  ): Promise<Post> {
    const { space, staffId } = staff;
    return this.guarded(async () => {
      const change = (post: PostDocument, next: { version: number; at: Date }) => {
        if (post.deleted) throw new PostNotFound();
        if (isStale(post, ifVersion)) throw new StaleVersion(post);
        const fields = decide(post, next);
        if (!fields) return null;
        if (options.content !== false) fields.contentVersion = next.version;
        const changed = { ...post, ...fields, version: next.version };
        const event =
          options.eventOf?.(changed, staffId) ??
          postEvent('postUpdated', changed, staffId, { before: post });
        return { ...split(fields), events: [event] };
      };
      const result = await this.posts.change(space, postId, change, { once: true });
      if (!result) throw new PostNotFound();
      return this.mapper.answerOne(result.document);
    });
  }

  /** The input with the stored ids of merged members. */
  private async withStoredMembers(
    input: UpdatePostInput,
    current: PostDocument,
  ): Promise<UpdatePostInput> {
    const { memberIds, introduction } = input;
    if (!memberIds && !introduction) return input;
    const stored = memberIdsOf(current);
    if (stored.length === 0) return input;
    const people = await this.people.read(current.space, {
      staffIds: [],
      memberIds: [...stored, ...memberIdsOf(asMembers(input))],
    });
    return {
      ...input,
      ...(memberIds && { memberIds: people.storedMemberIds(memberIds, current.memberIds) }),
      ...(introduction && {
        introduction: people.storedIntroduction(introduction, current.introduction),
      }),
    };
  }

  private guarded<T>(write: () => Promise<T>): Promise<T> {
    return mapContentWriteErrors(write, async (current: PostDocument) => {
      const now = await this.mapper.answerOne(current);
      return new PreconditionFailed('timeline.post.stale', post, now);
    });
  }
}

/** Throws `PostForbidden` unless the staff member is the author or a moderator. */
export function mustManage(staff: CurrentStaff, post: Pick<PostDocument, 'ownerId'>): void {
  if (!mayManage(staff, post)) throw new PostForbidden();
}

export function isIssueOf(checked: CheckedReferences): IsIssue {
  return (labelId) => checked.labels.get(labelId)?.isIssue === true;
}

function asMembers(input: UpdatePostInput): Pick<PostDocument, 'memberIds' | 'introduction'> {
  return { memberIds: input.memberIds ?? [], introduction: input.introduction ?? null };
}

export function membersOf(
  input: Pick<UpdatePostInput, 'memberIds' | 'introduction'>,
  only: readonly string[],
): Map<string, string> {
  const pointers = pointersOf('memberIds', input.memberIds, only);
  for (const field of ['memberId', 'toMemberId'] as const) {
    const id = input.introduction?.[field];
    if (id !== undefined && only.includes(id)) pointers.set(`/body/introduction/${field}`, id);
  }
  return pointers;
}
