import { Group } from '@mantine/core';
import type { MemberRef } from '@engawa/contracts';
import {
  IconChecklist,
  IconEyeCheck,
  IconMicrophone,
  IconMicrophoneOff,
  IconPaperclip,
  IconRepeat,
  IconTag,
  IconTemplate,
  IconUsersPlus,
} from '@tabler/icons-react';
import { memo, type Ref, useImperativeHandle } from 'react';
import { shallowEqual } from 'react-redux';
import { useListLabelsQuery } from '../../../shared/directory/directory.api';
import { MemberPicker } from '../../../shared/directory/member-picker';
import { useTexts } from '../../../shared/intl/messages';
import { LabelChips } from '../../../shared/directory/label-chips';
import { LabelMenu } from '../../../shared/display/label-menu';
import { useNarrow } from '../../../shared/layout/use-wide';
import { AttachedFiles, CameraButton, useFileChoice } from './attached-files';
import type { PostFormState } from './form-state';
import style from './form.module.css';
import { fittingIntroduction, IntroductionField, introductionOf } from './introduction-field';
import { composerTexts } from './composer.messages';
import { MoreTools, type Tool, ToolButton } from './more-tools';
import { TalkTimeField } from './talk-time-field';
import { useDictation } from './use-dictation';
import { useTemplates } from './use-templates';
import { TaskStrip } from '../post/task-strip';
import { timelineTexts } from '../timeline.messages';

/** Actions of the tools that keys of the memo trigger. */
export interface ToolsHandle {
  /** Opens the templates; false where the space has none. */
  offerTemplates: () => boolean;
}

interface PartProps {
  form: PostFormState;
  onChange: (change: (form: PostFormState) => PostFormState) => void;
}

/** Parts that do not show the memo are not rendered for each letter of it. */
function sameBesidesMemo<Props extends PartProps>(before: Props, after: Props): boolean {
  return (
    shallowEqual({ ...before, form: null }, { ...after, form: null }) &&
    shallowEqual({ ...before.form, memo: '' }, { ...after.form, memo: '' })
  );
}

/** The members of a post. */
export const PostFormMembers = memo(function PostFormMembers(
  props: PartProps & { recent?: readonly MemberRef[] },
) {
  const composer = useTexts(composerTexts);
  const { form, onChange } = props;
  const set = (part: Partial<PostFormState>) => onChange((now) => ({ ...now, ...part }));
  return (
    <MemberPicker
      value={form.members}
      onChange={(members) =>
        set({ members, introduction: fittingIntroduction(form.introduction, members) })
      }
      recent={props.recent}
      canRegister
      words={{
        label: composer('timeline.members'),
        placeholder: composer('timeline.members.placeholder'),
        remove: (name) => composer('timeline.members.remove', { name }),
      }}
    />
  );
}, sameBesidesMemo);

/** What a post has beside its memo and its members. */
export const PostFormFields = memo(function PostFormFields(props: PartProps) {
  const { form, onChange } = props;
  const set = (part: Partial<PostFormState>) => onChange((now) => ({ ...now, ...part }));
  return (
    <>
      {form.labelIds.length > 0 ? (
        <Group gap={6} align="stretch">
          <LabelChips ids={form.labelIds} />
        </Group>
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
    </>
  );
}, sameBesidesMemo);

/** What adds to a post: all in the row, or on a phone the most used ones and the others in a menu. */
export const PostFormTools = memo(function PostFormTools(
  props: PartProps & {
    onFiles: (files: File[]) => void;
    /** On a phone, a tool like the others. */
    again?: boolean;
    onAgain?: (again: boolean) => void;
    handle?: Ref<ToolsHandle>;
  },
) {
  const t = useTexts(timelineTexts);
  const composer = useTexts(composerTexts);
  const narrow = useNarrow();
  const offerTemplates = useTemplates(props.onChange);
  useImperativeHandle(props.handle, () => ({
    offerTemplates() {
      offerTemplates?.();
      return offerTemplates !== null;
    },
  }));
  const { data: labels = [] } = useListLabelsQuery();
  const { form, onChange, onFiles, again, onAgain } = props;
  const set = (part: Partial<PostFormState>) => onChange((now) => ({ ...now, ...part }));
  const files = useFileChoice(onFiles);
  const dictation = useDictation((text) => onChange((now) => ({ ...now, memo: now.memo + text })));
  const others: (Tool | null)[] = [
    form.members.length > 1
      ? {
          id: 'introduction',
          word: t('timeline.introduction'),
          Icon: IconUsersPlus,
          on: form.introduction !== null,
          use: () => set({ introduction: form.introduction ? null : introductionOf(form.members) }),
        }
      : null,
    {
      id: 'mustRead',
      word: t('timeline.mustRead'),
      Icon: IconEyeCheck,
      on: form.mustRead,
      use: () => set({ mustRead: !form.mustRead }),
    },
    offerTemplates && {
      id: 'template',
      word: composer('composer.template'),
      Icon: IconTemplate,
      keys: '/',
      use: offerTemplates,
    },
    {
      id: 'attach',
      word: composer('timeline.attach'),
      Icon: IconPaperclip,
      isSign: true,
      use: files.open,
    },
    dictation && {
      id: 'dictate',
      word: composer(dictation.on ? 'composer.dictate.stop' : 'composer.dictate'),
      Icon: dictation.on ? IconMicrophoneOff : IconMicrophone,
      on: dictation.on,
      isSign: true,
      use: dictation.toggle,
    },
    narrow && onAgain
      ? {
          id: 'again',
          word: t('timeline.again'),
          Icon: IconRepeat,
          on: again,
          use: () => onAgain(!again),
        }
      : null,
  ];
  const tools = others.filter((tool) => tool !== null);
  // A phone is too narrow for the words beside a date or tools that are on.
  const isTight = narrow && (form.talkedAt !== null || tools.some(({ on }) => on));
  return (
    <div className={style.tools}>
      <CameraButton onFiles={onFiles} />
      <LabelMenu labels={labels} value={form.labelIds} onChange={(labelIds) => set({ labelIds })}>
        <button
          type="button"
          className="engawa-tool"
          aria-label={isTight ? composer('timeline.labels') : undefined}
        >
          <IconTag size={isTight ? 18 : 16} stroke={1.5} aria-hidden="true" />
          {isTight ? null : composer('timeline.labels')}
        </button>
      </LabelMenu>
      <TalkTimeField value={form.talkedAt} onChange={(talkedAt) => set({ talkedAt })} />
      <ToolButton
        isSign={isTight}
        tool={{
          ...{ id: 'task', word: t('timeline.task'), Icon: IconChecklist, on: form.task !== null },
          use: () =>
            set({
              task: form.task ? null : { status: 'waiting', assignUserId: null, dueAt: null },
            }),
        }}
      />
      {narrow ? (
        <MoreTools tools={tools} />
      ) : (
        tools.map((tool) => <ToolButton key={tool.id} tool={tool} />)
      )}
      {files.input}
    </div>
  );
}, sameBesidesMemo);
