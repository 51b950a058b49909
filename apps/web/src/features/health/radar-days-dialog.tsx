import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/InlineInput.css';
import type { MemberType, RadarSettings } from '@engawa/contracts';
import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../shared/intl/messages';
import { Dialog, DialogForm, DialogText } from '../../shared/ui/form-dialog';
import { ListSkeleton, ProblemNotice } from '../../shared/ui/states';
import { showToast } from '../../shared/ui/toast.store';
import { useGetRadarSettingsQuery, useUpdateRadarSettingsMutation } from './health.api';
import { daysFrom } from './health.rules';
import { healthTexts } from './health.messages';
import style from './health.module.css';

/** Days until members of each type are overdue. */
export function RadarDaysDialog(props: { types: readonly MemberType[]; onClose: () => void }) {
  const say = useTexts(healthTexts);
  const { data, error, refetch } = useGetRadarSettingsQuery();
  return (
    <Dialog title={say('health.days.title')} size={440} onClose={props.onClose}>
      {error && !data ? <ProblemNotice error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <ListSkeleton rows={3} /> : null}
      {data ? <DaysForm key={data.version} settings={data} {...props} /> : null}
    </Dialog>
  );
}

function DaysForm(props: {
  settings: RadarSettings;
  types: readonly MemberType[];
  onClose: () => void;
}) {
  const { settings, types, onClose } = props;
  const say = useTexts(healthTexts);
  const text = (days: number | null) => (days === null ? '' : String(days));
  const [usual, setUsual] = useState(text(settings.defaultDays));
  /** Input of types with their own number. */
  const [own, setOwn] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(settings.types.map(({ typeId, days }) => [typeId, text(days)])),
  );
  const [update, { isLoading, error }] = useUpdateRadarSettingsMutation();
  const shown = types.filter(({ id }) => own[id] !== undefined);
  const wrong = [usual, ...shown.map(({ id }) => own[id]!)].some(
    (typed) => daysFrom(typed) === undefined,
  );
  const submit = async () => {
    if (wrong) return;
    const answer = await update({
      version: settings.version,
      settings: {
        defaultDays: daysFrom(usual) ?? null,
        types: shown.map(({ id: typeId }) => ({ typeId, days: daysFrom(own[typeId]!) ?? null })),
      },
    });
    if (!answer.data) return;
    showToast(say('health.days.saved'));
    onClose();
  };
  const field = (label: string, value: string, onChange: (value: string) => void) => (
    <TextInput
      className={style.days}
      aria-label={label}
      inputMode="numeric"
      value={value}
      maxLength={4}
      rightSection={<small>{say('health.days.unit')}</small>}
      rightSectionWidth={48}
      error={daysFrom(value) === undefined ? say('health.days.wrong') : null}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
  return (
    <DialogForm busy={isLoading} onSubmit={() => void submit()} onCancel={onClose}>
      <DialogText>{say('health.days.lead')}</DialogText>
      <ul className={style.types}>
        {types.map(({ id, name }) => {
          const typed = own[id];
          return (
            <li key={id}>
              <Checkbox
                label={name}
                aria-label={say('health.days.own', { name })}
                checked={typed !== undefined}
                onChange={(event) => {
                  const { [id]: _gone, ...others } = own;
                  setOwn(event.currentTarget.checked ? { ...own, [id]: usual } : others);
                }}
              />
              {typed === undefined ? (
                <small>{say('health.days.usual', { days: usual || '–' })}</small>
              ) : (
                field(name, typed, (value) => setOwn({ ...own, [id]: value }))
              )}
            </li>
          );
        })}
        <li>
          <span>{say('health.days.default')}</span>
          {field(say('health.days.default'), usual, setUsual)}
        </li>
      </ul>
      {error ? <ProblemNotice error={error} /> : null}
    </DialogForm>
  );
}
