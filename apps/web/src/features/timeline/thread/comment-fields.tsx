import { Group, Text } from '@mantine/core';
import { IconChecklist, IconTag } from '@tabler/icons-react';
import type { ReactNode, Ref } from 'react';
import { useListLabelsQuery } from '../../../shared/directory/directory.api';
import { useTexts } from '../../../shared/intl/messages';
import { LabelChips } from '../../../shared/directory/label-chips';
import { LabelMenu } from '../../../shared/display/label-menu';
import { AttachedFiles, FileButtons } from '../composer/attached-files';
import style from './thread-panel.module.css';
import form from '../composer/form.module.css';
import type { CommentFormState } from '../composer/form-state';
import { MemoField } from '../composer/memo-field';
import { takeSendKey } from '../composer/send-keys';
import { TaskStrip } from '../post/task-strip';
import { composerTexts } from '../composer/composer.messages';
import { timelineTexts } from '../timeline.messages';
import { useFileDrop } from '../composer/use-file-drop';
import { useUploads } from '../composer/use-uploads';
import { threadTexts } from './thread.messages';

/** The form of a comment: text, files, labels, task. */
export function CommentFields(props: {
  value: CommentFormState;
  onChange: (change: (value: CommentFormState) => CommentFormState) => void;
  onSend: () => void;
  onEscape?: () => void;
  /** Of the draft that keeps the form. */
  draftKey?: string;
  label: string;
  handle?: Ref<{ focus: () => void }>;
  autoFocus?: boolean;
  /** Shown above, such as the current version after a stale edit. */
  notice?: ReactNode;
  /** Hint while no file is uploading. */
  whisper?: ReactNode;
  /** The buttons at the end; disabled while a file is uploading. */
  buttons: (busy: boolean) => ReactNode;
}) {
  const t = useTexts(timelineTexts);
  const words = useTexts(threadTexts);
  const composer = useTexts(composerTexts);
  const { data: labels = [] } = useListLabelsQuery();
  const { value, onChange } = props;
  const set = (part: Partial<CommentFormState>) => onChange((now) => ({ ...now, ...part }));
  const uploads = useUploads({
    attached: value.attachments,
    onAttached: (attachment) =>
      onChange((now) => ({ ...now, attachments: [...now.attachments, attachment] })),
    draftKey: props.draftKey,
  });
  const drop = useFileDrop(uploads.add);
  const send = () => {
    if (!uploads.busy) props.onSend();
  };
  const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;
  return (
    <form
      className={`engawa-card ${style.form} ${drop.over ? form.over : ''}`}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onKeyDown={(event) => {
        if (takeSendKey(event)) send();
      }}
      {...drop.handlers}
    >
      {props.notice}
      <MemoField
        handle={props.handle}
        value={value.memo}
        onChange={(memo) => set({ memo })}
        onEscape={props.onEscape}
        onFiles={uploads.add}
        label={props.label}
        placeholder={words('timeline.thread.placeholder')}
        mentions
        autoFocus={props.autoFocus}
        small
      />
      {value.labelIds.length > 0 ? (
        <Group gap={6} align="stretch" pb={8}>
          <LabelChips ids={value.labelIds} />
        </Group>
      ) : null}
      {value.attachments.length > 0 ? (
        <Group gap={6} align="stretch" pb={8}>
          <AttachedFiles
            files={value.attachments}
            onChange={(attachments) => set({ attachments })}
          />
        </Group>
      ) : null}
      {value.task ? (
        <TaskStrip
          task={value.task}
          onChange={(change) =>
            onChange((now) => ({
              ...now,
              task: change === null || !now.task ? null : { ...now.task, ...change },
            }))
          }
        />
      ) : null}
      <Group gap={4} pt={8}>
        <LabelMenu
          labels={labels}
          value={value.labelIds}
          onChange={(labelIds) => set({ labelIds })}
        >
          <button
            type="button"
            className="engawa-tool"
            aria-label={composer('timeline.labels')}
            data-tip={composer('timeline.labels')}
          >
            <IconTag {...icon} />
          </button>
        </LabelMenu>
        <button
          type="button"
          className="engawa-tool"
          aria-label={t('timeline.task')}
          data-tip={t('timeline.task')}
          aria-pressed={value.task !== null}
          onClick={() =>
            set({
              task: value.task ? null : { status: 'waiting', assignUserId: null, dueAt: null },
            })
          }
        >
          <IconChecklist {...icon} />
        </button>
        <FileButtons onFiles={uploads.add} />
        <Text
          span
          truncate
          size="xs"
          c="var(--e-faint)"
          flex={1}
          miw={0}
          ta="right"
          aria-live="polite"
        >
          {uploads.busy ? t('timeline.attach.busy') : props.whisper}
        </Text>
        {/* On a phone, two buttons take a row of their own. */}
        <Group gap={4} wrap="nowrap" ml="auto">
          {props.buttons(uploads.busy)}
        </Group>
      </Group>
    </form>
  );
}
