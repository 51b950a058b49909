import type { UpdateCommentInput } from '@engawa/contracts';
import { isEmpty, nextHistory, nextMirror, sameList, unique } from '../content/content.rules';
import type { StoredAttachment } from '../content/content.schema';
import type { CommentDocument } from './comment.schema';

export type CommentFields = Partial<
  Omit<CommentDocument, 'id' | 'space' | 'version' | 'createdAt' | 'updatedAt'>
>;

/** Whether an edit changes only the task, which anybody may change (TSK-4). */
export function commentTouchesOnlyTask(input: UpdateCommentInput): boolean {
  return Object.entries(input).every(([key, value]) => key === 'task' || value === undefined);
}

/** The changed fields of an edit; null when nothing differs. */
export function editComment(
  comment: CommentDocument,
  input: UpdateCommentInput,
  context: { editor: string; at: Date; attachments: StoredAttachment[] | undefined },
): CommentFields | 'empty' | null {
  const { editor, at, attachments } = context;
  const fields: CommentFields = {};
  if (input.memo !== undefined && input.memo !== comment.memo) {
    fields.memo = input.memo;
    fields.history = nextHistory(comment, input.memo, editor, at);
  }
  const before = comment.attachments.map((file) => file.id);
  if (
    attachments &&
    !sameList(
      attachments.map((file) => file.id),
      before,
    )
  ) {
    fields.attachments = attachments;
  }
  if (Object.keys(fields).length > 0) fields.editedAt = at;

  const mentions = input.mentions && unique(input.mentions);
  if (mentions && !sameList(mentions, comment.mentions)) fields.mentions = mentions;
  const labelIds = input.labelIds && unique(input.labelIds);
  if (labelIds && !sameList(labelIds, comment.labelIds)) fields.labelIds = labelIds;
  const mirror = nextMirror(comment.mirror, { task: input.task, labelIds }, comment.labelIds, at);
  if (JSON.stringify(mirror) !== JSON.stringify(comment.mirror)) fields.mirror = mirror;

  if (Object.keys(fields).length === 0) return null;
  return isEmpty({ ...comment, ...fields }) ? 'empty' : fields;
}
