import { Button } from '@mantine/core';
import type { MemberRef } from '@engawa/contracts';
import { IconChecklist, IconEyeCheck, IconTag, IconUsersPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { MemberPicker } from '../../shared/directory/member-picker';
import { useListLabelsQuery } from '../../shared/directory/directory.api';
import { useTexts } from '../../shared/intl/messages';
import { LabelChip } from '../../shared/ui/label-chip';
import { AttachedFiles, FileButtons, useFileDrop } from './attached-files';
import { canSend, hasContent, type PostFormState } from './form-state';
import style from './form.module.css';
import { fittingIntroduction, IntroductionField, introductionOf } from './introduction-field';
import { LabelMenu } from './label-menu';
import { MemoField } from './memo-field';
import { sendKeys } from './send-keys';
import { isTalkAhead, TalkTimeField } from './talk-time-field';
import { TaskStrip } from './task-strip';
import { timelineTexts } from './timeline.messages';
import { useUploads } from './use-uploads';

/** The form of a post, for writing and for editing one. */
export function PostForm(props: {
  form: PostFormState;
  onChange: (change: (form: PostFormState) => PostFormState) => void;
  onSend: () => void;
  onCancel?: () => void;
  recent?: readonly MemberRef[];
  action: string;
  busy?: boolean;
  /** What is whispered beside the button. */
  whisper?: ReactNode;
  /** Shown above the form, as what stands there now after a late edit. */
  notice?: ReactNode;
}) {
  const say = useTexts(timelineTexts);
  const { data: labels = [] } = useListLabelsQuery();
  const [tried, setTried] = useState(false);
  /** The talk time that was refused for lying too far ahead. */
  const [ahead, setAhead] = useState<string | null>(null);
  const { form, onChange } = props;
  const set = (part: Partial<PostFormState>) => onChange((now) => ({ ...now, ...part }));
  const uploads = useUploads(form.attachments, (attachment) =>
    onChange((now) => ({ ...now, attachments: [...now.attachments, attachment] })),
  );
  const drop = useFileDrop(uploads.add);
  const send = () => {
    setTried(true);
    if (isTalkAhead(form.talkedAt, Date.now())) {
      setAhead(form.talkedAt);
      return;
    }
    if (canSend(form) && !uploads.busy && !props.busy) props.onSend();
  };

  return (
    <form
      className={`${style.form} ${drop.over ? style.over : ''}`}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      {...drop.handlers}
    >
      {props.notice}
      <MemberPicker
        value={form.members}
        onChange={(members) =>
          set({ members, introduction: fittingIntroduction(form.introduction, members) })
        }
        recent={props.recent}
        words={{
          label: say('timeline.members'),
          placeholder: say('timeline.members.placeholder'),
          none: say('timeline.members.none'),
          remove: (name) => say('timeline.members.remove', { name }),
        }}
      />
      <MemoField
        value={form.memo}
        onChange={(memo) => set({ memo })}
        onSend={send}
        onEscape={props.onCancel}
        onFiles={uploads.add}
        label={say('timeline.memo')}
        placeholder={say('timeline.memo.placeholder')}
        autoFocus
      />
      {tried && !hasContent(form) ? (
        <p className={style.error} role="alert">
          {say('timeline.empty.input')}
        </p>
      ) : null}
      {ahead !== null && ahead === form.talkedAt ? (
        <p className={style.error} role="alert">
          {say('timeline.talkedAt.ahead')}
        </p>
      ) : null}
      {form.labelIds.length > 0 ? (
        <div className={style.chips}>
          {labels
            .filter((label) => form.labelIds.includes(label.id))
            .map((label) => (
              <LabelChip key={label.id} label={label} />
            ))}
        </div>
      ) : null}
      <AttachedFiles files={form.attachments} onChange={(attachments) => set({ attachments })} />
      {form.task ? (
        <TaskStrip
          task={form.task}
          onChange={(change) =>
            onChange((now) => ({
              ...now,
              task: change === null || !now.task ? null : { ...now.task, ...change },
            }))
          }
        />
      ) : null}
      {form.introduction ? (
        <IntroductionField
          value={form.introduction}
          members={form.members}
          onChange={(introduction) => set({ introduction })}
        />
      ) : null}
      <div className={style.tools}>
        <LabelMenu value={form.labelIds} onChange={(labelIds) => set({ labelIds })}>
          <button type="button" className={style.tool}>
            <IconTag size={16} stroke={1.5} aria-hidden="true" />
            {say('timeline.labels')}
          </button>
        </LabelMenu>
        <TalkTimeField value={form.talkedAt} onChange={(talkedAt) => set({ talkedAt })} />
        <button
          type="button"
          className={style.tool}
          aria-pressed={form.task !== null}
          onClick={() =>
            set({ task: form.task ? null : { status: 'waiting', assignUserId: null, dueAt: null } })
          }
        >
          <IconChecklist size={16} stroke={1.5} aria-hidden="true" />
          {say('timeline.task')}
        </button>
        {form.members.length > 1 ? (
          <button
            type="button"
            className={style.tool}
            aria-pressed={form.introduction !== null}
            onClick={() =>
              set({ introduction: form.introduction ? null : introductionOf(form.members) })
            }
          >
            <IconUsersPlus size={16} stroke={1.5} aria-hidden="true" />
            {say('timeline.introduction')}
          </button>
        ) : null}
        <button
          type="button"
          className={style.tool}
          aria-pressed={form.mustRead}
          onClick={() => set({ mustRead: !form.mustRead })}
        >
          <IconEyeCheck size={16} stroke={1.5} aria-hidden="true" />
          {say('timeline.mustRead')}
        </button>
        <FileButtons onFiles={uploads.add} />
        <div className={style.send}>
          <span className={style.whisper} aria-live="polite">
            {uploads.busy ? say('timeline.attach.busy') : props.whisper}
          </span>
          <Button
            type="submit"
            loading={props.busy}
            title={say('timeline.send.keys', { keys: sendKeys })}
          >
            {props.action}
          </Button>
        </div>
      </div>
    </form>
  );
}
