import { Button } from '@mantine/core';
import { type Ref, useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import { useListStaffsQuery } from '../../../shared/directory/directory.api';
import { useTexts } from '../../../shared/intl/messages';
import { problemText } from '../../../shared/problem/problem-text';
import { useSession } from '../../../shared/session/use-session';
import { showFailure, showToast } from '../../../shared/feedback/toast.store';
import { CommentFields } from './comment-fields';
import { useCountDraftsQuery, useListDraftsQuery } from '../drafts/drafts.api';
import {
  canSend,
  commentFormOf,
  type CommentFormState,
  emptyComment,
  emptyDraft,
  hasContent,
  useStoredForm,
} from '../composer/form-state';
import { mentionedIn } from '../composer/mention';
import { sendKeys } from '../composer/send-keys';
import { useSending } from '../composer/use-sending';
import { writeComment } from './comment-actions';
import type { ApiDispatch } from './thread-cache';
import { timelineTexts } from '../timeline.messages';
import { useDraft } from '../drafts/use-draft';
import { threadTexts } from './thread.messages';

function isBlank(value: CommentFormState): boolean {
  return !hasContent(value) && value.labelIds.length === 0 && value.task === null;
}

/** The form for a new comment at the end of a thread. */
export function CommentForm(props: { postId: string; handle?: Ref<{ focus: () => void }> }) {
  const t = useTexts(timelineTexts);
  const words = useTexts(threadTexts);
  const session = useSession();
  const dispatch = useDispatch<ApiDispatch>();
  const { data: staffs = [] } = useListStaffsQuery();
  const intl = useIntl();
  const { postId } = props;
  const storage = `${session.space.id}.${session.staff.id}.reply.${postId}`;
  const stored = useStoredForm<CommentFormState>(storage, emptyComment, isBlank);
  const { value: form, change: keep, kept } = stored;
  const { saver, saved } = useDraft(storage, {
    ended: () => {
      stored.clear();
      showToast(t('timeline.drafts.elsewhere'));
    },
    newer: (draft) => keep(() => commentFormOf(draft)),
  });
  const change = (next: (form: CommentFormState) => CommentFormState) =>
    keep((now) => {
      const value = next(now);
      if (!isBlank(value)) {
        const { memo, labelIds, task, attachments } = value;
        saver.change({
          ...emptyDraft,
          ...{ memo, labelIds, task, whereList: 'comment', postIdForComment: postId },
          mentions: mentionedIn(memo, staffs).map((staff) => staff.id),
          attachmentIds: attachments.map((file) => file.id),
        });
      } else if (!isBlank(now)) void saver.clear();
      return value;
    });

  // A draft started on another device can be continued.
  const count = useCountDraftsQuery().data ?? 0;
  const { data: drafts } = useListDraftsQuery(undefined, { skip: count === 0 || !isBlank(form) });
  const other = drafts?.find(
    (draft) => draft.postIdForComment === postId && !saver.isCleared(draft),
  );
  const [looked, setLooked] = useState(false);
  useEffect(() => {
    if (looked || !other) return;
    setLooked(true);
    saver.open({ id: other.id, revision: other.revision, settled: true });
    keep((now) => (isBlank(now) ? commentFormOf(other) : now));
    // Once, when the drafts are there; later ones are this form's own.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [other?.id, looked]);

  const { begin, giveBack } = useSending({ stored, saver, isFree: isBlank, change });

  const send = async () => {
    if (!canSend(form)) return;
    const sent = await begin().catch((error: unknown) => {
      showFailure(words('timeline.comment.failed', { reason: problemText(intl, error) }));
      return null;
    });
    if (!sent) return;
    setLooked(true);
    const { key, mentions } = sent;
    const { memo, labelIds, task, attachments } = sent.form;
    const input = {
      ...{ memo, labelIds, task, draftId: sent.draftId },
      mentions: mentions.map((staff) => staff.id),
      attachmentIds: attachments.map((file) => file.id),
    };
    try {
      const shown = { mentions, attachments };
      const written = await dispatch(writeComment(session, postId, input, shown, key));
      if (!written) showToast(t('timeline.outbox.kept'));
    } catch (error) {
      const reason = await giveBack(sent, { kind: 'comment', postId, key, input }, error);
      if (reason !== null) showFailure(words('timeline.comment.failed', { reason }));
    }
  };

  return (
    <CommentFields
      value={form}
      onChange={change}
      onSend={() => void send()}
      label={words('timeline.thread.write')}
      handle={props.handle}
      draftKey={storage}
      whisper={saved ? t('timeline.saved.draft') : kept ? t('timeline.saved') : null}
      buttons={(uploading) => (
        <Button
          type="submit"
          size="compact-md"
          disabled={uploading || !canSend(form)}
          data-tip={t('timeline.send.keys', { keys: sendKeys })}
        >
          {words('timeline.thread.send')}
        </Button>
      )}
    />
  );
}
