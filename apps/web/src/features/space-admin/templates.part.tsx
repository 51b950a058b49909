import type { CreatePostTemplateInput, PostTemplate } from '@engawa/contracts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { LabelChips } from '../../shared/directory/label-chips';
import { joinTexts } from '../../shared/directory/names';
import { useListPostTemplatesQuery } from '../../shared/directory/templates.api';
import { useSafeEdit } from '../../shared/edit/use-safe-edit';
import { showFailure } from '../../shared/feedback/toast.store';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import {
  useCreatePostTemplateMutation,
  useDeletePostTemplateMutation,
  useOrderPostTemplatesMutation,
  useUpdatePostTemplateMutation,
} from './space-admin.api';
import { TemplateForm } from './template-form';
import { templateTexts } from './templates.messages';
import { type Change, WordList } from './word-list';

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
  const { deletedLabels } = template;
  return (
    <>
      {template.displayName} <LabelChips ids={template.labelIds} />
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
