import '../../shared/theme/floating-sheets';
import type { CreatePostTemplateInput } from '@engawa/contracts';
import { Button, Group, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { IconTag } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { useListLabelsQuery, useListStaffsQuery } from '../../shared/directory/directory.api';
import { joinTexts } from '../../shared/directory/names';
import { LabelChips } from '../../shared/directory/label-chips';
import { LabelMenu } from '../../shared/display/label-menu';
import { EditConflicts } from '../../shared/edit/edit-conflicts';
import type { SafeEdit } from '../../shared/edit/use-safe-edit';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import { templateTexts } from './templates.messages';
import { WordForm } from './word-form';

/** Limit of the API, in UTF-16 units. */
const MAX_MEMO_LENGTH = 4_000;
const dueDays = [0, 1, 3, 7, 14, 30] as const;

const fieldWords = {
  displayName: 'templates.name',
  memo: 'templates.memo',
  labelIds: 'templates.labels',
  task: 'templates.task',
} as const;

/** A template, new or being edited. */
export function TemplateForm(props: {
  isEdit?: boolean;
  edit: SafeEdit<CreatePostTemplateInput>;
  onCancel?: () => void;
  onSubmit: () => Promise<void>;
}) {
  const t = useTexts(templateTexts);
  const intl = useIntl();
  const problemText = useProblemText();
  const { data: labels = [] } = useListLabelsQuery();
  const { data: staffs = [] } = useListStaffsQuery();
  const { isEdit, edit } = props;
  const form = edit.fields;
  const set = (part: Partial<CreatePostTemplateInput>) => edit.setFields({ ...form, ...part });
  const { task } = form;
  /** Before the staff are read, names are unknown. */
  const nameOf = (staffId: string) => staffs.find(({ id }) => id === staffId)?.displayName ?? '…';
  const taskText = (of: CreatePostTemplateInput['task']) => {
    if (of === null) return t('templates.task.none');
    return joinTexts(intl, [
      of.assignUserId
        ? t('templates.task.of', { name: nameOf(of.assignUserId) })
        : t('templates.task.nobody'),
      of.dueInDays === null
        ? t('templates.due.none')
        : t('templates.due.days', { days: of.dueInDays }),
    ]);
  };
  const offered = staffs.filter(({ deactivated }) => !deactivated).map(({ id }) => id);
  const chosen = task?.assignUserId ? [task.assignUserId] : [];
  const assignees = [...new Set([...offered, ...chosen])];
  const title = t(isEdit ? 'templates.name' : 'templates.new');
  const days = [...new Set([...dueDays, ...(task?.dueInDays == null ? [] : [task.dueInDays])])];
  return (
    <WordForm
      long
      ready={form.displayName.trim() !== ''}
      busy={edit.busy}
      onCancel={props.onCancel}
      onSubmit={props.onSubmit}
      more={
        <>
          <Textarea
            aria-label={t('templates.memo')}
            placeholder={t('templates.memo')}
            value={form.memo}
            maxLength={MAX_MEMO_LENGTH}
            rows={5}
            onChange={(event) => set({ memo: event.currentTarget.value })}
          />
          <Group gap="xs">
            <LabelMenu
              labels={labels}
              value={form.labelIds}
              most={20}
              onChange={(labelIds) => set({ labelIds })}
            >
              <Button
                variant="default"
                leftSection={<IconTag size={16} stroke={1.5} aria-hidden="true" />}
              >
                {t('templates.labels')}
              </Button>
            </LabelMenu>
            <LabelChips ids={form.labelIds} />
          </Group>
          <Group gap="xs">
            <NativeSelect
              aria-label={t('templates.task')}
              value={task === null ? 'none' : (task.assignUserId ?? '')}
              data={[
                { value: 'none', label: t('templates.task.none') },
                { value: '', label: t('templates.task.nobody') },
                ...assignees.map((id) => ({
                  value: id,
                  label: t('templates.task.of', { name: nameOf(id) }),
                })),
              ]}
              onChange={({ currentTarget: { value } }) =>
                set({
                  task:
                    value === 'none'
                      ? null
                      : { assignUserId: value || null, dueInDays: task?.dueInDays ?? null },
                })
              }
            />
            {task === null ? null : (
              <NativeSelect
                aria-label={t('templates.due')}
                value={task.dueInDays ?? ''}
                data={[
                  { value: '', label: t('templates.due.none') },
                  ...days
                    .toSorted((a, b) => a - b)
                    .map((count) => ({
                      value: String(count),
                      label: t('templates.due.days', { days: count }),
                    })),
                ]}
                onChange={({ currentTarget: { value } }) =>
                  set({ task: { ...task, dueInDays: value === '' ? null : Number(value) } })
                }
              />
            )}
          </Group>
          <EditConflicts
            edit={edit}
            wordOf={(name) => t(fieldWords[name])}
            show={(name, from) =>
              name === 'labelIds' ? (
                <LabelChips ids={from.labelIds} />
              ) : name === 'task' ? (
                taskText(from.task)
              ) : (
                from[name]
              )
            }
          />
        </>
      }
    >
      <TextInput
        aria-label={title}
        placeholder={title}
        value={form.displayName}
        maxLength={50}
        autoFocus={isEdit}
        error={edit.error ? problemText(edit.error) : null}
        onChange={(event) => set({ displayName: event.currentTarget.value })}
      />
    </WordForm>
  );
}
