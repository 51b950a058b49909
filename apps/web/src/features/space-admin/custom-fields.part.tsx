import '../../shared/theme/floating-sheets';
import type { CustomField, CustomFieldKind } from '@engawa/contracts';
import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useListCustomFieldsQuery } from '../../shared/directory/directory.api';
import { EditConflicts } from '../../shared/edit/edit-conflicts';
import { useSafeEdit } from '../../shared/edit/use-safe-edit';
import { useIntl } from 'react-intl';
import { joinTexts } from '../../shared/directory/names';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import { useCan } from '../../shared/session/use-session';
import {
  useAddCustomFieldMutation,
  useDeleteCustomFieldMutation,
  useOrderCustomFieldsMutation,
  useUpdateCustomFieldMutation,
} from './custom-fields.api';
import { customFieldTexts } from './custom-fields.messages';
import { ChoiceRows } from './choice-rows';
import { choiceLines, choiceNames, choicesText, namedChoices } from './custom-fields.rules';
import { WordForm } from './word-form';
import { type Change, WordList } from './word-list';
import { SettingPage } from '../../shared/layout/setting-page';
import { NoPermission } from '../../shared/feedback/no-permission';

const kinds: readonly CustomFieldKind[] = ['text', 'number', 'date', 'choice'];

/** Fields that the space adds to its members: add, edit, reorder, delete (MBR-1). */
export function CustomFieldsPart() {
  const t = useTexts(customFieldTexts);
  const intl = useIntl();
  const can = useCan();
  const list = useListCustomFieldsQuery();
  const [order] = useOrderCustomFieldsMutation();
  const [remove] = useDeleteCustomFieldMutation();
  if (!can('customField.manage')) {
    return (
      <SettingPage title={t('customFields.title')}>
        <NoPermission title={t('customFields.denied')}>
          {t('customFields.denied.text')}
        </NoPermission>
      </SettingPage>
    );
  }
  return (
    <WordList
      kind="customField"
      title={t('customFields.title')}
      lead={t('customFields.lead')}
      empty={t('customFields.empty')}
      list={list}
      nameOf={({ name }) => name}
      show={(field) => (
        <>
          {field.name}
          <small>
            {[
              t(`customFields.kind.${field.kind}`),
              ...(field.choices.length > 0
                ? [
                    joinTexts(
                      intl,
                      field.choices.map(({ name }) => name),
                    ),
                  ]
                : []),
            ].join(' · ')}
          </small>
        </>
      )}
      edit={(field, change) => <EditField field={field} change={change} />}
      onOrder={(ids) => order(ids).unwrap()}
      removal={({ id, name }) => ({
        title: t('customFields.delete.title', { name }),
        text: t('customFields.delete.text'),
        run: () => remove(id).unwrap(),
      })}
    >
      <NewField />
    </WordList>
  );
}

interface FieldInputs {
  name: string;
  kind: CustomFieldKind;
  /** Names, one in a line; in an edit with their ids. */
  choices: string;
}

const inputsOf = ({ name, kind, choices }: CustomField): FieldInputs => ({
  name,
  kind,
  choices: choicesText(choices),
});

function NewField() {
  const [add] = useAddCustomFieldMutation();
  const edit = useSafeEdit({
    thing: null,
    fieldsOf: (): FieldInputs => ({ name: '', kind: 'text', choices: '' }),
    send: ({ name, kind, choices }, _none, key) => {
      const names = kind === 'choice' ? choiceNames(choices) : [];
      return add({ key, input: { name: name.trim(), kind, choices: names } }).unwrap();
    },
  });
  return (
    <FieldForm
      inputs={edit.fields}
      onChange={edit.setFields}
      busy={edit.busy}
      error={edit.error}
      onSubmit={async () => {
        const { name, choices } = edit.fields;
        if (!(await edit.save()).done) return;
        // What was typed meanwhile is the next field.
        edit.setFields((now) => ({
          ...now,
          name: now.name === name ? '' : now.name,
          choices: now.choices === choices ? '' : now.choices,
        }));
      }}
    />
  );
}

function EditField({ field, change }: { field: CustomField; change: Change }) {
  const t = useTexts(customFieldTexts);
  const [update] = useUpdateCustomFieldMutation();
  const edit = useSafeEdit({
    thing: field,
    keep: change.keep,
    fieldsOf: inputsOf,
    send: ({ name, kind, choices }, base) =>
      update({
        field: base,
        change: {
          name: name.trim(),
          ...(kind === base.kind ? {} : { kind }),
          ...(kind === 'choice' ? { choices: namedChoices(choiceLines(choices)) } : {}),
        },
      }).unwrap(),
  });
  const words = {
    name: 'customFields.name',
    kind: 'customFields.kind',
    choices: 'customFields.choices.edit',
  } as const;
  return (
    <FieldForm
      isEdit
      inputs={edit.fields}
      onChange={edit.setFields}
      busy={edit.busy}
      error={edit.error}
      onCancel={change.onCancel}
      onSubmit={async () => {
        if ((await edit.save()).done) change.onSaved();
      }}
      more={
        <EditConflicts
          edit={edit}
          wordOf={(name) => t(words[name as keyof FieldInputs])}
          show={(name, from) =>
            name === 'kind'
              ? t(`customFields.kind.${from.kind}`)
              : name === 'choices'
                ? choiceLines(from.choices)
                    .map((choice) => choice.name)
                    .join('\n')
                : from.name
          }
        />
      }
    />
  );
}

function FieldForm(props: {
  isEdit?: boolean;
  inputs: FieldInputs;
  onChange: (inputs: FieldInputs) => void;
  busy: boolean;
  error: unknown;
  more?: ReactNode;
  onCancel?: () => void;
  onSubmit: () => Promise<void>;
}) {
  const t = useTexts(customFieldTexts);
  const problemText = useProblemText();
  const { inputs, onChange, isEdit } = props;
  const { name, kind, choices } = inputs;
  const lines = isEdit ? choiceLines(choices) : choiceNames(choices).map((one) => ({ name: one }));
  const named = kind === 'choice' ? namedChoices(lines) : [];
  return (
    <WordForm
      ready={name.trim() !== '' && (kind !== 'choice' || named.length > 0)}
      busy={props.busy}
      onCancel={props.onCancel}
      onSubmit={props.onSubmit}
      more={
        <>
          {kind === 'choice' && isEdit ? (
            <ChoiceRows
              lines={lines}
              onChange={(changed) => onChange({ ...inputs, choices: choicesText(changed) })}
            />
          ) : null}
          {kind === 'choice' && !isEdit ? (
            <Textarea
              label={t('customFields.choices')}
              value={choices}
              autosize
              minRows={3}
              maxRows={12}
              onChange={(event) => onChange({ ...inputs, choices: event.currentTarget.value })}
            />
          ) : null}
          {props.more}
        </>
      }
    >
      <TextInput
        aria-label={t(isEdit ? 'customFields.name' : 'customFields.new')}
        placeholder={t(isEdit ? 'customFields.name' : 'customFields.new')}
        value={name}
        maxLength={50}
        autoFocus={isEdit}
        error={props.error ? problemText(props.error) : null}
        onChange={(event) => onChange({ ...inputs, name: event.currentTarget.value })}
      />
      <NativeSelect
        aria-label={t('customFields.kind')}
        value={kind}
        data={kinds.map((value) => ({ value, label: t(`customFields.kind.${value}`) }))}
        onChange={(event) =>
          onChange({ ...inputs, kind: event.currentTarget.value as CustomFieldKind })
        }
      />
    </WordForm>
  );
}
