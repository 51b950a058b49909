import { Group } from '@mantine/core';
import type { MemberRef } from '@engawa/contracts';
import {
  IconChecklist,
  IconEyeCheck,
  IconTag,
  IconTemplate,
  IconUsersPlus,
} from '@tabler/icons-react';
import { memo, type Ref, useImperativeHandle } from 'react';
import { shallowEqual } from 'react-redux';
import { useListLabelsQuery } from '../../../shared/directory/directory.api';
import { MemberPicker } from '../../../shared/directory/member-picker';
import { useTexts } from '../../../shared/intl/messages';
import { LabelChip } from '../../../shared/display/label-chip';
import { LabelMenu } from '../../../shared/display/label-menu';
import { AttachedFiles, FileButtons } from './attached-files';
import { DictateButton } from './dictate-button';
import type { PostFormState } from './form-state';
import style from './form.module.css';
import { fittingIntroduction, IntroductionField, introductionOf } from './introduction-field';
import { composerTexts } from './composer.messages';
import { TalkTimeField } from './talk-time-field';
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
  const { data: labels = [] } = useListLabelsQuery();
  const { form, onChange } = props;
  const set = (part: Partial<PostFormState>) => onChange((now) => ({ ...now, ...part }));
  return (
    <>
      {form.labelIds.length > 0 ? (
        <Group gap={6} align="stretch">
          {labels
            .filter((label) => form.labelIds.includes(label.id))
            .map((label) => (
              <LabelChip key={label.id} label={label} />
            ))}
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

/** What adds to a post. */
export const PostFormTools = memo(function PostFormTools(
  props: PartProps & { onFiles: (files: File[]) => void; handle?: Ref<ToolsHandle> },
) {
  const t = useTexts(timelineTexts);
  const composer = useTexts(composerTexts);
  const offerTemplates = useTemplates(props.onChange);
  useImperativeHandle(props.handle, () => ({
    offerTemplates() {
      offerTemplates?.();
      return offerTemplates !== null;
    },
  }));
  const { data: labels = [] } = useListLabelsQuery();
  const { form, onChange } = props;
  const set = (part: Partial<PostFormState>) => onChange((now) => ({ ...now, ...part }));
  return (
    <div className={style.tools}>
      <LabelMenu labels={labels} value={form.labelIds} onChange={(labelIds) => set({ labelIds })}>
        <button type="button" className="engawa-tool">
          <IconTag size={16} stroke={1.5} aria-hidden="true" />
          {composer('timeline.labels')}
        </button>
      </LabelMenu>
      <TalkTimeField value={form.talkedAt} onChange={(talkedAt) => set({ talkedAt })} />
      <button
        type="button"
        className="engawa-tool"
        aria-pressed={form.task !== null}
        onClick={() =>
          set({
            task: form.task ? null : { status: 'waiting', assignUserId: null, dueAt: null },
          })
        }
      >
        <IconChecklist size={16} stroke={1.5} aria-hidden="true" />
        {t('timeline.task')}
      </button>
      {form.members.length > 1 ? (
        <button
          type="button"
          className="engawa-tool"
          aria-pressed={form.introduction !== null}
          onClick={() =>
            set({ introduction: form.introduction ? null : introductionOf(form.members) })
          }
        >
          <IconUsersPlus size={16} stroke={1.5} aria-hidden="true" />
          {t('timeline.introduction')}
        </button>
      ) : null}
      <button
        type="button"
        className="engawa-tool"
        aria-pressed={form.mustRead}
        onClick={() => set({ mustRead: !form.mustRead })}
      >
        <IconEyeCheck size={16} stroke={1.5} aria-hidden="true" />
        {t('timeline.mustRead')}
      </button>
      {offerTemplates ? (
        <button
          type="button"
          className="engawa-tool"
          aria-keyshortcuts="/"
          data-tip={`${composer('composer.template.choose')} (/)`}
          onClick={offerTemplates}
        >
          <IconTemplate size={16} stroke={1.5} aria-hidden="true" />
          {composer('composer.template')}
        </button>
      ) : null}
      <FileButtons onFiles={props.onFiles} />
      <DictateButton onText={(text) => onChange((now) => ({ ...now, memo: now.memo + text }))} />
    </div>
  );
}, sameBesidesMemo);
