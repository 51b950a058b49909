import { Button } from '@mantine/core';
import type { Comment, Staff, StaffRef } from '@engawa/contracts';
import { type Ref, useState } from 'react';
import { useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import { useListStaffsQuery } from '../../shared/directory/directory.api';
import { commonTexts } from '../../shared/intl/common.messages';
import { useTexts } from '../../shared/intl/messages';
import { problemText } from '../../shared/problem/problem-text';
import { useSession } from '../../shared/session/use-session';
import { showFailure, showToast } from '../../shared/ui/toast.store';
import style from './comment-form.module.css';
import { useKept } from './form-state';
import { MemoField } from './memo-field';
import { mentionedIn } from './mention';
import { sendKeys } from './post-form';
import { editComment, staleCurrent, writeComment } from './thread-actions';
import type { ApiDispatch } from './thread-cache';
import { timelineTexts } from './timeline.messages';

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
  const [memo, change, clear, saved] = useKept(
    `${session.space.id}.${session.staff.id}.comment.${props.postId}`,
    '',
    (value) => value.trim() === '',
  );
  const [key, setKey] = useState(() => crypto.randomUUID());

  const send = async () => {
    if (memo.trim() === '') return;
    const sent = memo;
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
        },
        mentions,
        key,
      ),
    );
    clear();
    try {
      await writing;
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
          {saved ? say('timeline.saved') : ''}
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
