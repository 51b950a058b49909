import '../../shared/theme/floating-sheets';
import type { CreatePostTemplateInput, PostTemplate } from '@engawa/contracts';
import { Button, Group, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { IconTag } from '@tabler/icons-react';
import { useState } from 'react';
import { useListLabelsQuery, useListStaffsQuery } from '../../shared/directory/directory.api';
import { useListPostTemplatesQuery } from '../../shared/directory/templates.api';
import { LabelChip } from '../../shared/display/label-chip';
import { LabelMenu } from '../../shared/display/label-menu';
import { EditConflicts } from '../../shared/edit/edit-conflicts';
import { type SafeEdit, useSafeEdit } from '../../shared/edit/use-safe-edit';
import { showFailure } from '../../shared/feedback/toast.store';
import { useIntl } from 'react-intl';
import { joinTexts } from '../../shared/directory/names';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import {
  useCreatePostTemplateMutation,
  useDeletePostTemplateMutation,
  useOrderPostTemplatesMutation,
  useUpdatePostTemplateMutation,
} from './space-admin.api';
import { templateTexts } from './templates.messages';
import { WordForm } from './word-form';
import { type Change, WordList } from './word-list';

/** Limit of the API, in UTF-16 units. */
const MAX_MEMO_LENGTH = 4_000;
const dueDays = [0, 1, 3, 7, 14, 30] as const;
const starters = ['visit', 'renewal', 'leaving'] as const;
type Starter = (typeof starters)[number];

/** Templates of posts: make, edit, reorder, delete (TML-15). */
export function TemplatesPart() {
  const t = useTexts(templateTexts);
  const problemText = useProblemText();
  const list = useListPostTemplatesQuery();
  const [create] = useCreatePostTemplateMutation();
  /** What an attempt that failed left to add. Its key keeps a template from being added twice. */
  const [rest, setRest] = useState<{ key: string; names: readonly Starter[] }>();
  const [isAdding, setAdding] = useState(false);
  const [order] = useOrderPostTemplatesMutation();
  const [remove] = useDeletePostTemplateMutation();
  const addStarters = async () => {
    const { key, names } = rest ?? { key: crypto.randomUUID(), names: starters };
    setAdding(true);
    try {
      for (const [at, name] of names.entries()) {
        setRest({ key, names: names.slice(at) });
        const memo = t(`templates.${name}.text`);
        const input = { displayName: t(`templates.${name}`), memo, labelIds: [], task: null };
        await create({ key: `${key}-${name}`, input }).unwrap();
      }
      setRest(undefined);
    } catch (error) {
      showFailure(problemText(error));
    }
    setAdding(false);
  };
  return (
    <WordList
      kind="template"
      title={t('templates.title')}
      lead={t('templates.lead')}
      empty={t('templates.empty')}
      list={list}
      nameOf={(template) => template.displayName}
      show={(template) => <TemplateRow template={template} />}
      edit={(template, change) => <EditTemplate template={template} change={change} />}
      onOrder={(ids) => order(ids).unwrap()}
      removal={(template) => ({
        title: t('templates.delete.title', { name: template.displayName }),
        text: t('templates.delete.text'),
        run: () => remove(template.id).unwrap(),
      })}
    >
      {list.isSuccess && (list.data.length === 0 || rest) ? (
        <Button variant="default" mb={16} loading={isAdding} onClick={() => void addStarters()}>
          {t('templates.starters')}
        </Button>
      ) : null}
      <NewTemplate />
    </WordList>
  );
}

function TemplateRow({ template }: { template: PostTemplate }) {
  const t = useTexts(templateTexts);
  const intl = useIntl();
  const { data: labels = [] } = useListLabelsQuery();
  const { deletedLabels } = template;
  return (
    <>
      {template.displayName}{' '}
      {labels
        .filter(({ id }) => template.labelIds.includes(id))
        .map((label) => (
          <LabelChip key={label.id} label={label} />
        ))}
      {deletedLabels.length > 0 ? (
        <small>
          {t('templates.deleted', {
            names: joinTexts(
              intl,
              deletedLabels.map(({ name }) => name),
            ),
          })}
        </small>
      ) : null}
    </>
  );
}

const emptyTemplate: CreatePostTemplateInput = {
  displayName: '',
  memo: '',
  labelIds: [],
  task: null,
};

function NewTemplate() {
  const [create] = useCreatePostTemplateMutation();
  const edit = useSafeEdit({
    thing: null,
    keep: 'template',
    fieldsOf: () => emptyTemplate,
    send: (input, _base, key) => create({ key, input }).unwrap(),
  });
  return (
    <TemplateForm
      edit={edit}
      onSubmit={async () => {
        if ((await edit.save()).done) edit.restart(null);
      }}
    />
  );
}

function EditTemplate({ template, change }: { template: PostTemplate; change: Change }) {
  const [update] = useUpdatePostTemplateMutation();
  const edit = useSafeEdit({
    thing: template,
    keep: change.keep,
    fieldsOf: ({ displayName, memo, labelIds, task }: PostTemplate): CreatePostTemplateInput => ({
      displayName,
      memo,
      labelIds,
      task,
    }),
    send: (fields, base) => update({ template: base, change: fields }).unwrap(),
  });
  return (
    <TemplateForm
      isEdit
      edit={edit}
      onCancel={change.onCancel}
      onSubmit={async () => {
        if ((await edit.save()).done) change.onSaved();
      }}
    />
  );
}

const fieldWords = {
  displayName: 'templates.name',
  memo: 'templates.memo',
  labelIds: 'templates.labels',
  task: 'templates.task',
} as const;

function TemplateForm(props: {
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
                {form.labelIds.length > 0 ? ` ${form.labelIds.length}` : null}
              </Button>
            </LabelMenu>
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
              name === 'labelIds'
                ? labels
                    .filter(({ id }) => from.labelIds.includes(id))
                    .map((label) => <LabelChip key={label.id} label={label} />)
                : name === 'task'
                  ? taskText(from.task)
                  : from[name]
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
