import { Button } from '@mantine/core';
import type { Comment } from '@engawa/contracts';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import { useListStaffsQuery } from '../../shared/directory/directory.api';
import { commonTexts } from '../../shared/intl/common.messages';
import { useTexts } from '../../shared/intl/messages';
import { problemText } from '../../shared/problem/problem-text';
import { showFailure, showToast } from '../../shared/ui/toast.store';
import { CommentFields, type CommentFormState } from './comment-fields';
import { canSend } from './form-state';
import { mentionedIn } from './mention';
import { mergeForm } from './merge-form';
import { staffRefOf } from './staff-ref';
import { StaleNotice } from './stale-notice';
import { editComment, staleCurrent } from './thread-actions';
import type { ApiDispatch } from './thread-cache';
import { timelineTexts } from './timeline.messages';

/** The form of a comment that is there already. */
function formOf({ memo, labelIds, task, attachments }: Comment): CommentFormState {
  return {
    ...{ memo, labelIds, attachments },
    task: task && { status: task.status, assignUserId: task.assignUserId, dueAt: task.dueAt },
  };
}

/** Edits a comment in its place; a late edit shows what stands there now and keeps one's own text. */
export function CommentEditor(props: { comment: Comment; onDone: () => void }) {
  const say = useTexts(timelineTexts);
  const common = useTexts(commonTexts);
  const intl = useIntl();
  const dispatch = useDispatch<ApiDispatch>();
  const { data: staffs = [] } = useListStaffsQuery();
  const { comment, onDone } = props;
  const [form, setForm] = useState(() => formOf(comment));
  /** What the form began with, or met when it came too late. */
  const [base, setBase] = useState(comment);
  const [conflict, setConflict] = useState<boolean | null>(null);
  const [busy, setBusy] = useState(false);

  const save = async () => {
    if (!canSend(form) || busy) return;
    setBusy(true);
    const { memo, labelIds, task, attachments } = form;
    const mentions = mentionedIn(memo, staffs).map(staffRefOf);
    try {
      await dispatch(
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
          base.version,
        ),
      );
      showToast(say('timeline.edit.done'));
      onDone();
    } catch (error) {
      const current = staleCurrent<Comment>(error);
      if (current) {
        const merged = mergeForm(formOf(base), form, formOf(current));
        setForm(merged.form);
        setConflict(merged.conflicts.includes('memo'));
        setBase(current);
      } else {
        showFailure(say('timeline.change.failed', { reason: problemText(intl, error) }));
      }
    } finally {
      setBusy(false);
    }
  };

  return (
    <CommentFields
      value={form}
      onChange={setForm}
      onSend={() => void save()}
      onEscape={onDone}
      label={say('timeline.comment.edit')}
      staffs={staffs}
      autoFocus
      notice={
        conflict === null ? null : (
          <StaleNotice
            memo={base.memo}
            conflict={conflict}
            onAdd={() => {
              setForm((now) => ({ ...now, memo: `${now.memo}\n\n${base.memo}` }));
              setConflict(false);
            }}
          />
        )
      }
      buttons={(uploading) => (
        <>
          <Button variant="subtle" color="gray" size="compact-md" onClick={onDone}>
            {common('common.cancel')}
          </Button>
          <Button
            type="submit"
            size="compact-md"
            loading={busy}
            disabled={uploading || !canSend(form)}
          >
            {common('common.save')}
          </Button>
        </>
      )}
    />
  );
}
