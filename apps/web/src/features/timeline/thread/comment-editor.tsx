import { Button } from '@mantine/core';
import type { Comment } from '@engawa/contracts';
import { useDispatch } from 'react-redux';
import { commonTexts } from '../../../shared/intl/common.messages';
import { useTexts } from '../../../shared/intl/messages';
import { CommentFields } from './comment-fields';
import { canSend, type CommentFormState } from '../composer/form-state';
import { mentionedIn } from '../composer/mention';
import { staffRefOf } from '../staff-ref';
import { editComment } from './comment-actions';
import type { ApiDispatch } from './thread-cache';
import { useMentionable } from '../composer/use-mentionable';
import { useMergingEdit } from '../composer/use-merging-edit';
import { threadTexts } from './thread.messages';
import { SubmitButton } from '../../../shared/form/submit-button';

/** The form of an existing comment. */
function formOf({ memo, labelIds, task, attachments }: Comment): CommentFormState {
  return {
    ...{ memo, labelIds, attachments },
    task: task && { status: task.status, assignUserId: task.assignUserId, dueAt: task.dueAt },
  };
}

/** Edits a comment in place; a stale edit shows the current version and keeps the reader's text. */
export function CommentEditor(props: {
  comment: Comment;
  /** Its thread shows it again: the focus stays where it is. */
  resumed: boolean;
  onDone: () => void;
}) {
  const t = useTexts(threadTexts);
  const common = useTexts(commonTexts);
  const dispatch = useDispatch<ApiDispatch>();
  const mentionable = useMentionable();
  const { comment } = props;
  const { form, setForm, busy, save, discard, putAway, notice } = useMergingEdit({
    content: comment,
    formOf,
    onDone: props.onDone,
    send: async (edited, version) => {
      const { memo, labelIds, task, attachments } = edited;
      const mentions = mentionedIn(memo, await mentionable(memo)).map(staffRefOf);
      return dispatch(
        editComment(
          comment.postId,
          comment.id,
          {
            ...{ memo, labelIds },
            task: task ?? (comment.task ? null : undefined),
            mentions: mentions.map((staff) => staff.id),
            attachmentIds: attachments.map((file) => file.id),
          },
          { mentions, attachments },
          version,
        ),
      );
    },
  });
  const onSend = () => {
    if (canSend(form) && !busy) void save();
  };

  return (
    <CommentFields
      value={form}
      onChange={setForm}
      onSend={onSend}
      onEscape={putAway}
      label={t('timeline.comment.edit')}
      autoFocus={!props.resumed}
      notice={notice}
      buttons={(uploading) => (
        <>
          <Button variant="subtle" color="gray" size="compact-md" onClick={discard}>
            {common('common.cancel')}
          </Button>
          <SubmitButton size="compact-md" busy={busy} disabled={uploading || !canSend(form)}>
            {common('common.save')}
          </SubmitButton>
        </>
      )}
    />
  );
}
