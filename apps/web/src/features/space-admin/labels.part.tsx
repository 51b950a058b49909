import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/InlineInput.css';
import type { Label, LabelColor } from '@engawa/contracts';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useIntl } from 'react-intl';
import { useListLabelsQuery } from '../../shared/directory/directory.api';
import { labelName } from '../../shared/directory/names';
import { commonTexts } from '../../shared/intl/common.messages';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import { LabelChip, labelInk } from '../../shared/ui/label-chip';
import { ListSkeleton, ProblemNotice } from '../../shared/ui/states';
import { showFailure, showToast } from '../../shared/ui/toast.store';
import { OrderList } from './order-list';
import { RowActions } from './row-actions';
import {
  useCreateLabelMutation,
  useDeleteLabelMutation,
  useOrderLabelsMutation,
  useUpdateLabelMutation,
} from './space-admin.api';
import { spaceAdminTexts } from './space-admin.messages';
import style from './space-admin.module.css';

const colors: readonly LabelColor[] = [
  'indigo',
  'sky',
  'teal',
  'green',
  'olive',
  'yellow',
  'orange',
  'red',
  'rose',
  'plum',
  'brown',
  'grey',
];

/** Labels: add, edit, reorder, delete; the default ones are named by the reader's language (TML-5). */
export function LabelsPart() {
  const say = useTexts(spaceAdminTexts);
  const intl = useIntl();
  const problemText = useProblemText();
  const { data: labels = [], isLoading, error, refetch } = useListLabelsQuery();
  const [editing, setEditing] = useState<string | null>(null);
  const [create, creating] = useCreateLabelMutation();
  const [order] = useOrderLabelsMutation();
  const [remove] = useDeleteLabelMutation();
  return (
    <section className={style.part} aria-labelledby="labels">
      <h2 id="labels">{say('spaceAdmin.labels')}</h2>
      <p className={style.lead}>{say('spaceAdmin.labels.lead')}</p>
      {isLoading ? <ListSkeleton rows={4} /> : null}
      {error ? <ProblemNotice error={error} onRetry={() => void refetch()} /> : null}
      <OrderList
        items={labels}
        nameOf={(label) => labelName(intl, label)}
        onOrder={(ids) =>
          void order(ids)
            .unwrap()
            .catch((reason: unknown) => showFailure(problemText(reason)))
        }
        row={(label) =>
          editing === label.id ? (
            <EditLabel label={label} onDone={() => setEditing(null)} />
          ) : (
            <>
              <span className={style.name}>
                <LabelChip label={label} />
                {label.isDefault ? (
                  <small className={style.note}>{say('spaceAdmin.labels.default')}</small>
                ) : null}
              </span>
              <RowActions
                name={labelName(intl, label)}
                onEdit={() => setEditing(label.id)}
                remove={
                  label.isDefault
                    ? undefined
                    : {
                        title: say('spaceAdmin.labels.delete.title', { name: label.name }),
                        text: say('spaceAdmin.labels.delete.text'),
                        run: () => remove(label.id).unwrap(),
                      }
                }
              />
            </>
          )
        }
      />
      <LabelForm
        busy={creating.isLoading}
        error={creating.error}
        onSubmit={async (fields) => !(await create(fields)).error}
      />
    </section>
  );
}

function EditLabel({ label, onDone }: { label: Label; onDone: () => void }) {
  const say = useTexts(spaceAdminTexts);
  const [update, { isLoading, error }] = useUpdateLabelMutation();
  return (
    <LabelForm
      label={label}
      busy={isLoading}
      error={error}
      onCancel={onDone}
      onSubmit={async ({ name, color, isIssue }) => {
        const change = label.isDefault ? { color } : { name, color, isIssue };
        const answer = await update({ label, change });
        if (answer.error) return false;
        showToast(say('spaceAdmin.saved'));
        onDone();
        return true;
      }}
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
  const common = useTexts(commonTexts);
  const intl = useIntl();
  const problemText = useProblemText();
  const { label } = props;
  const [name, setName] = useState(label ? labelName(intl, label) : '');
  const [color, setColor] = useState<LabelColor>(label?.color ?? 'indigo');
  const [isIssue, setIsIssue] = useState(label?.isIssue ?? false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return;
    if ((await props.onSubmit({ name: name.trim(), color, isIssue })) && !label) setName('');
  };
  return (
    <form className={style.block} onSubmit={(event) => void submit(event)}>
      <div className={style.line}>
        <TextInput
          aria-label={label ? say('spaceAdmin.word') : say('spaceAdmin.labels.new')}
          placeholder={label ? say('spaceAdmin.word') : say('spaceAdmin.labels.new')}
          value={name}
          maxLength={50}
          disabled={label?.isDefault}
          error={props.error ? problemText(props.error) : null}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {props.onCancel ? (
          <Button variant="subtle" color="gray" onClick={props.onCancel}>
            {common('common.cancel')}
          </Button>
        ) : null}
        <Button
          type="submit"
          variant={label ? 'filled' : 'default'}
          loading={props.busy}
          disabled={name.trim() === ''}
        >
          {common(label ? 'common.save' : 'common.add')}
        </Button>
      </div>
      <div className={style.line}>
        <div className={style.colors} role="radiogroup" aria-label={say('spaceAdmin.labels.color')}>
          {colors.map((one) => (
            <button
              key={one}
              type="button"
              role="radio"
              aria-checked={one === color}
              aria-label={one}
              className={style.color}
              style={{ '--ink': labelInk(one) } as React.CSSProperties}
              onClick={() => setColor(one)}
            />
          ))}
        </div>
        <Checkbox
          label={say('spaceAdmin.labels.issue')}
          checked={isIssue}
          disabled={label?.isDefault}
          onChange={(event) => setIsIssue(event.currentTarget.checked)}
        />
      </div>
    </form>
  );
}
