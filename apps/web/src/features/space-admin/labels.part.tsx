import '../../shared/theme/floating-sheets';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/InlineInput.css';
import type { Label, LabelKind } from '@engawa/contracts';
import { Checkbox, Group, NativeSelect, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { useListLabelsQuery } from '../../shared/directory/directory.api';
import { labelName } from '../../shared/directory/names';
import { EditConflicts } from '../../shared/edit/edit-conflicts';
import { useSafeEdit } from '../../shared/edit/use-safe-edit';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import { LabelChip } from '../../shared/display/label-chip';
import { ColorPick } from './color-pick';
import {
  useCreateLabelMutation,
  useDeleteLabelMutation,
  useOrderLabelsMutation,
  useUpdateLabelMutation,
} from './space-admin.api';
import { spaceAdminTexts } from './space-admin.messages';
import { WordForm } from './word-form';
import { type Change, WordList } from './word-list';

/** Labels: add, edit, reorder, delete; the default ones cannot be deleted (TML-5). */
export function LabelsPart() {
  const t = useTexts(spaceAdminTexts);
  const intl = useIntl();
  const list = useListLabelsQuery();
  const [order] = useOrderLabelsMutation();
  const [remove] = useDeleteLabelMutation();
  return (
    <WordList
      kind="label"
      title={t('spaceAdmin.labels')}
      lead={t('spaceAdmin.labels.lead')}
      list={list}
      nameOf={(label) => labelName(intl, label)}
      show={(label) => (
        <>
          <LabelChip label={label} />
          {label.kind ? <small>{t(`spaceAdmin.labels.kind.${label.kind}`)}</small> : null}
          {label.isDefault ? <small>{t('spaceAdmin.labels.default')}</small> : null}
        </>
      )}
      edit={(label, change) => <EditLabel label={label} change={change} />}
      onOrder={(ids) => order(ids).unwrap()}
      removal={(label) =>
        label.isDefault
          ? undefined
          : {
              title: t('spaceAdmin.labels.delete.title', { name: labelName(intl, label) }),
              text: t('spaceAdmin.labels.delete.text'),
              run: () => remove(label.id).unwrap(),
            }
      }
    >
      <NewLabel />
    </WordList>
  );
}

const labelKinds: readonly LabelKind[] = ['seeks', 'offers'];

type Fields = Pick<Label, 'name' | 'color' | 'isIssue' | 'kind'>;

const emptyLabel: Fields = { name: '', color: 'indigo', isIssue: false, kind: null };

function NewLabel() {
  const [create] = useCreateLabelMutation();
  const edit = useSafeEdit({
    thing: null,
    fieldsOf: () => emptyLabel,
    send: (fields, _none, key) =>
      create({ key, input: { ...fields, name: fields.name.trim() } }).unwrap(),
  });
  return (
    <LabelForm
      fields={edit.fields}
      onChange={edit.setFields}
      busy={edit.busy}
      error={edit.error}
      onSubmit={async () => {
        const { name } = edit.fields;
        if (!(await edit.save()).done) return;
        // What was typed meanwhile is the next label.
        edit.setFields((now) => (now.name === name ? { ...now, name: '' } : now));
      }}
    />
  );
}

function EditLabel({ label, change }: { label: Label; change: Change }) {
  const t = useTexts(spaceAdminTexts);
  const intl = useIntl();
  const [update] = useUpdateLabelMutation();
  const edit = useSafeEdit({
    thing: label,
    keep: change.keep,
    fieldsOf: (from: Label): Fields => ({
      name: labelName(intl, from),
      color: from.color,
      isIssue: from.isIssue,
      kind: from.kind,
    }),
    send: ({ name, color, isIssue, kind }, base) =>
      update({
        label: base,
        change: {
          // The translated name of a default label is not a custom name.
          ...(name.trim() === labelName(intl, base) ? {} : { name: name.trim() }),
          ...(base.isDefault ? {} : { isIssue }),
          ...(kind === base.kind ? {} : { kind }),
          color,
        },
      }).unwrap(),
  });
  return (
    <LabelForm
      label={label}
      fields={edit.fields}
      onChange={edit.setFields}
      busy={edit.busy}
      error={edit.error}
      onCancel={change.onCancel}
      onSubmit={async () => {
        if ((await edit.save()).done) change.onSaved();
      }}
      notice={
        <EditConflicts
          edit={edit}
          wordOf={(name) => t(labelWords[name])}
          show={(name, from) =>
            name === 'name' ? (
              from.name
            ) : name === 'color' ? (
              <LabelChip label={{ ...label, ...from }} />
            ) : name === 'kind' ? (
              t(`spaceAdmin.labels.kind.${from.kind ?? 'none'}`)
            ) : (
              from.isIssue && t('spaceAdmin.labels.issue')
            )
          }
        />
      }
    />
  );
}

const labelWords = {
  name: 'spaceAdmin.word',
  color: 'spaceAdmin.labels.color',
  isIssue: 'spaceAdmin.labels.issue',
  kind: 'spaceAdmin.labels.kind',
} as const;

function LabelForm(props: {
  label?: Label;
  fields: Fields;
  onChange: (fields: Fields) => void;
  busy: boolean;
  error: unknown;
  onCancel?: () => void;
  onSubmit: () => Promise<void>;
  notice?: ReactNode;
}) {
  const t = useTexts(spaceAdminTexts);
  const problemText = useProblemText();
  const { label, fields, onChange } = props;
  const title = label ? t('spaceAdmin.word') : t('spaceAdmin.labels.new');
  return (
    <WordForm
      ready={fields.name.trim() !== ''}
      busy={props.busy}
      onCancel={props.onCancel}
      onSubmit={props.onSubmit}
      more={
        <>
          <Group gap="xs">
            <ColorPick color={fields.color} onPick={(color) => onChange({ ...fields, color })} />
            <Checkbox
              label={t('spaceAdmin.labels.issue')}
              checked={fields.isIssue}
              disabled={label?.isDefault}
              onChange={(event) => onChange({ ...fields, isIssue: event.currentTarget.checked })}
            />
            <NativeSelect
              aria-label={t('spaceAdmin.labels.kind')}
              value={fields.kind ?? ''}
              data={[
                { value: '', label: t('spaceAdmin.labels.kind.none') },
                ...labelKinds.map((value) => ({
                  value,
                  label: t(`spaceAdmin.labels.kind.${value}`),
                })),
              ]}
              onChange={(event) =>
                onChange({
                  ...fields,
                  kind: labelKinds.find((kind) => kind === event.currentTarget.value) ?? null,
                })
              }
            />
          </Group>
          {props.notice}
        </>
      }
    >
      <TextInput
        aria-label={title}
        placeholder={title}
        value={fields.name}
        maxLength={50}
        autoFocus={label !== undefined}
        error={props.error ? problemText(props.error) : null}
        onChange={(event) => onChange({ ...fields, name: event.currentTarget.value })}
      />
    </WordForm>
  );
}
