import type { Post } from '@engawa/contracts';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import { commonTexts } from '../../shared/intl/common.messages';
import { useTexts } from '../../shared/intl/messages';
import { problemText } from '../../shared/problem/problem-text';
import { showFailure, showToast } from '../../shared/ui/toast.store';
import { formOf } from './form-state';
import style from './form.module.css';
import { mergeForm } from './merge-form';
import { PostForm } from './post-form';
import { StaleNotice } from './stale-notice';
import { editPost, staleCurrent } from './thread-actions';
import type { ApiDispatch } from './thread-cache';
import { timelineTexts } from './timeline.messages';

/** Edits a post in its place; a late edit shows what stands there now and keeps one's own text. */
export function PostEditor(props: { post: Post; onDone: () => void }) {
  const say = useTexts(timelineTexts);
  const common = useTexts(commonTexts);
  const intl = useIntl();
  const dispatch = useDispatch<ApiDispatch>();
  const { post, onDone } = props;
  const [form, setForm] = useState(() => formOf(post));
  /** What the form began with, or met when it came too late. */
  const [base, setBase] = useState(post);
  const [conflict, setConflict] = useState<boolean | null>(null);
  const [busy, setBusy] = useState(false);

  const save = async () => {
    setBusy(true);
    const { memo, labelIds, talkedAt, task, members, attachments, mustRead, introduction } = form;
    try {
      await dispatch(
        editPost(
          post.id,
          {
            ...{ memo, labelIds, mustRead, introduction },
            task: task ?? (post.task ? null : undefined),
            talkedAt: talkedAt ?? undefined,
            memberIds: members.map((member) => member.id),
            attachmentIds: attachments.map((file) => file.id),
          },
          { members, attachments },
          base.version,
        ),
      );
      showToast(say('timeline.edit.done'));
      onDone();
    } catch (error) {
      const current = staleCurrent<Post>(error);
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
    <PostForm
      form={form}
      onChange={setForm}
      onSend={() => void save()}
      onCancel={onDone}
      action={common('common.save')}
      busy={busy}
      whisper={
        <button type="button" className={style.tool} onClick={onDone}>
          {common('common.cancel')}
        </button>
      }
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
    />
  );
}
