import { Button } from '@mantine/core';
import type { Comment, Staff, StaffRef } from '@engawa/contracts';
import { type Ref, useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import { useListStaffsQuery } from '../../shared/directory/directory.api';
import { commonTexts } from '../../shared/intl/common.messages';
import { useTexts } from '../../shared/intl/messages';
import { problemText } from '../../shared/problem/problem-text';
import { useSession } from '../../shared/session/use-session';
import { showFailure, showToast } from '../../shared/ui/toast.store';
import style from './comment-form.module.css';
import { useCountDraftsQuery, useListDraftsQuery } from './drafts.api';
import { emptyDraft, useKept } from './form-state';
import { MemoField } from './memo-field';
import { mentionedIn } from './mention';
import { sendKeys } from './post-form';
import { editComment, staleCurrent, writeComment } from './thread-actions';
import type { ApiDispatch } from './thread-cache';
import { timelineTexts } from './timeline.messages';
import { useDraft } from './use-draft';

function refOf(staff: Staff): StaffRef {
  const { id, displayName, jobTitle, photoUrl, thumbPhotoUrl, deactivated } = staff;
  return { id, displayName, jobTitle, photoUrl, thumbPhotoUrl, deactivated };
}

/** Where a comment is written, at the foot of a thread. */
export function CommentForm(props: { postId: string; handle?: Ref<{ focus: () => void }> }) {
  const say = useTexts(timelineTexts);
  const intl = useIntl();
  const session = useSession();
  const dispatch = useDispatch<ApiDispatch>();
  const { data: staffs = [] } = useListStaffsQuery();
  const { postId } = props;
  const storage = `${session.space.id}.${session.staff.id}.comment.${postId}`;
  const isEmpty = (value: string) => value.trim() === '';
  const [memo, keep, clear, kept] = useKept<string>(storage, '', isEmpty);
  const { saver, saved } = useDraft(storage);
  const change = (next: (memo: string) => string) =>
    keep((now) => {
      const value = next(now);
      if (!isEmpty(value)) {
        const mentions = mentionedIn(value, staffs).map((staff) => staff.id);
        const whereList = 'comment';
        saver.change({
          ...emptyDraft,
          ...{ memo: value, mentions, whereList, postIdForComment: postId },
        });
      } else if (!isEmpty(now)) void saver.clear();
      return value;
    });

  // What was begun on another device is there to go on with.
  const count = useCountDraftsQuery().data ?? 0;
  const { data: drafts } = useListDraftsQuery(undefined, { skip: count === 0 || !isEmpty(memo) });
  const other = drafts?.find((draft) => draft.postIdForComment === postId);
  const [looked, setLooked] = useState(false);
  useEffect(() => {
    if (looked || !other) return;
    setLooked(true);
    saver.open({ id: other.id, revision: other.revision });
    keep((now) => (isEmpty(now) ? other.memo : now));
    // Once, when the drafts are there; later ones are this form's own.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [other?.id, looked]);

  const [key, setKey] = useState(() => crypto.randomUUID());

  const send = async () => {
    if (memo.trim() === '') return;
    const sent = memo;
    setLooked(true);
    const mentions = mentionedIn(sent, staffs).map(refOf);
    const writing = dispatch(
      writeComment(
        session,
        props.postId,
        {
          memo: sent,
          mentions: mentions.map((staff) => staff.id),
          labelIds: [],
          task: null,
          attachmentIds: [],
          draftId: saver.end(),
        },
        mentions,
        key,
      ),
    );
    clear();
    try {
      if (!(await writing)) showToast(say('timeline.outbox.kept'));
      setKey(crypto.randomUUID());
    } catch (error) {
      change((now) => (now.trim() === '' ? sent : now));
      showFailure(say('timeline.comment.failed', { reason: problemText(intl, error) }));
    }
  };

  return (
    <form
      className={style.form}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <MemoField
        handle={props.handle}
        value={memo}
        onChange={(value) => change(() => value)}
        onSend={() => void send()}
        label={say('timeline.thread.write')}
        placeholder={say('timeline.thread.placeholder')}
        staffs={staffs}
        small
      />
      <div className={style.foot}>
        <span className={style.whisper} aria-live="polite">
          {saved ? say('timeline.saved.draft') : kept ? say('timeline.saved') : ''}
        </span>
        <Button
          type="submit"
          size="compact-md"
          disabled={memo.trim() === ''}
          title={say('timeline.send.keys', { keys: sendKeys })}
        >
          {say('timeline.thread.send')}
        </Button>
      </div>
    </form>
  );
}

/** Edits a comment in its place. */
export function CommentEditor(props: { comment: Comment; onDone: () => void }) {
  const say = useTexts(timelineTexts);
  const common = useTexts(commonTexts);
  const intl = useIntl();
  const dispatch = useDispatch<ApiDispatch>();
  const { data: staffs = [] } = useListStaffsQuery();
  const { comment, onDone } = props;
  const [memo, setMemo] = useState(comment.memo);
  const [seen, setSeen] = useState(comment.version);
  const [theirs, setTheirs] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const save = async () => {
    if (memo.trim() === '' && comment.attachments.length === 0) return;
    setBusy(true);
    const mentions = mentionedIn(memo, staffs).map(refOf);
    try {
      await dispatch(
        editComment(
          comment.postId,
          comment.id,
          { memo, mentions: mentions.map((staff) => staff.id) },
          mentions,
          seen,
        ),
      );
      showToast(say('timeline.edit.done'));
      onDone();
    } catch (error) {
      const current = staleCurrent(error);
      if (current) {
        setTheirs(current.memo);
        setSeen(current.version);
      } else {
        showFailure(say('timeline.change.failed', { reason: problemText(intl, error) }));
      }
    } finally {
      setBusy(false);
    }
  };

  return (
    <form
      className={style.form}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {theirs === null ? null : (
        <div role="alert">
          <p className={style.stale}>{say('timeline.edit.stale')}</p>
          <div className={style.theirs}>{theirs}</div>
        </div>
      )}
      <MemoField
        value={memo}
        onChange={setMemo}
        onSend={() => void save()}
        onEscape={onDone}
        label={say('timeline.comment.edit')}
        placeholder={say('timeline.thread.placeholder')}
        staffs={staffs}
        small
        autoFocus
      />
      <div className={style.foot}>
        <Button variant="subtle" color="gray" size="compact-md" onClick={onDone}>
          {common('common.cancel')}
        </Button>
        <Button type="submit" size="compact-md" loading={busy}>
          {common('common.save')}
        </Button>
      </div>
    </form>
  );
}
