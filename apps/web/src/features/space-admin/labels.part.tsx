import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/InlineInput.css';
import type { Label, LabelColor } from '@engawa/contracts';
import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useListLabelsQuery } from '../../shared/directory/directory.api';
import { labelName } from '../../shared/directory/names';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import { LabelChip } from '../../shared/ui/label-chip';
import { ColorPick } from './color-pick';
import {
  useCreateLabelMutation,
  useDeleteLabelMutation,
  useOrderLabelsMutation,
  useUpdateLabelMutation,
} from './space-admin.api';
import { spaceAdminTexts } from './space-admin.messages';
import style from './space-admin.module.css';
import { WordForm } from './word-form';
import { type Change, WordList } from './word-list';

/** Labels: add, edit, reorder, delete; the default ones cannot be deleted (TML-5). */
export function LabelsPart() {
  const say = useTexts(spaceAdminTexts);
  const intl = useIntl();
  const list = useListLabelsQuery();
  const [create, creating] = useCreateLabelMutation();
  const [order] = useOrderLabelsMutation();
  const [remove] = useDeleteLabelMutation();
  return (
    <WordList
      title={say('spaceAdmin.labels')}
      lead={say('spaceAdmin.labels.lead')}
      list={list}
      nameOf={(label) => labelName(intl, label)}
      show={(label) => (
        <>
          <LabelChip label={label} />
          {label.isDefault ? (
            <small className={style.note}>{say('spaceAdmin.labels.default')}</small>
          ) : null}
        </>
      )}
      edit={(label, change) => <EditLabel label={label} change={change} />}
      onOrder={(ids) => order(ids).unwrap()}
      removal={(label) =>
        label.isDefault
          ? undefined
          : {
              title: say('spaceAdmin.labels.delete.title', { name: labelName(intl, label) }),
              text: say('spaceAdmin.labels.delete.text'),
              run: () => remove(label.id).unwrap(),
            }
      }
    >
      <LabelForm
        busy={creating.isLoading}
        error={creating.error}
        onSubmit={async (fields) => !(await create(fields)).error}
      />
    </WordList>
  );
}

function EditLabel({ label, change }: { label: Label; change: Change }) {
  const intl = useIntl();
  const [update, { isLoading, error }] = useUpdateLabelMutation();
  return (
    <LabelForm
      label={label}
      busy={isLoading}
      error={error}
      onCancel={change.onCancel}
      onSubmit={({ name, color, isIssue }) =>
        change.save(
          update({
            label,
            change: {
              // The translated name of a default label is not a custom name.
              ...(name === labelName(intl, label) ? {} : { name }),
              ...(label.isDefault ? {} : { isIssue }),
              color,
            },
          }),
        )
      }
    />
  );
}

function LabelForm(props: {
  label?: Label;
  busy: boolean;
  error: unknown;
  onCancel?: () => void;
  onSubmit: (fields: { name: string; color: LabelColor; isIssue: boolean }) => Promise<boolean>;
}) {
  const say = useTexts(spaceAdminTexts);
  const intl = useIntl();
  const problemText = useProblemText();
  const { label } = props;
  const [name, setName] = useState(label ? labelName(intl, label) : '');
  const [color, setColor] = useState<LabelColor>(label?.color ?? 'indigo');
  const [isIssue, setIsIssue] = useState(label?.isIssue ?? false);
  const title = label ? say('spaceAdmin.word') : say('spaceAdmin.labels.new');
  return (
    <WordForm
      ready={name.trim() !== ''}
      busy={props.busy}
      onCancel={props.onCancel}
      onSubmit={async () => {
        if ((await props.onSubmit({ name: name.trim(), color, isIssue })) && !label) setName('');
      }}
      more={
        <div className={style.line}>
          <ColorPick color={color} onPick={setColor} />
          <Checkbox
            label={say('spaceAdmin.labels.issue')}
            checked={isIssue}
            disabled={label?.isDefault}
            onChange={(event) => setIsIssue(event.currentTarget.checked)}
          />
        </div>
      }
    >
      <TextInput
        aria-label={title}
        placeholder={title}
        value={name}
        maxLength={50}
        autoFocus={label !== undefined}
        error={props.error ? problemText(props.error) : null}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </WordForm>
  );
}
