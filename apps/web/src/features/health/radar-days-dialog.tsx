import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/InlineInput.css';
import type { MemberType, RadarSettings } from '@engawa/contracts';
import { Checkbox, TextInput } from '@mantine/core';
import { useListMemberTypesQuery } from '../../shared/directory/directory.api';
import { EditConflicts } from '../../shared/edit/edit-conflicts';
import { useSafeEdit } from '../../shared/edit/use-safe-edit';
import { useTexts } from '../../shared/intl/messages';
import { Note } from '../../shared/display/note';
import { Dialog, DialogForm, useClose } from '../../shared/form/form-dialog';
import { FailedQueries } from '../../shared/feedback/part-problem';
import { ListSkeleton, ProblemNotice } from '../../shared/feedback/states';
import { showToast } from '../../shared/feedback/toast.store';
import { useGetRadarSettingsQuery, useUpdateRadarSettingsMutation } from './health.api';
import { daysFrom } from './health.rules';
import { healthTexts } from './health.messages';
import { Row, RowList } from '../../shared/list/row-list';

/** Days until members of each type are overdue. */
export function RadarDaysDialog(props: { onClose: () => void }) {
  const t = useTexts(healthTexts);
  const settings = useGetRadarSettingsQuery();
  // Saved without the types, the numbers of their own would be lost.
  const types = useListMemberTypesQuery();
  return (
    <Dialog title={t('health.days.title')} size={440} onClose={props.onClose}>
      <FailedQueries of={[settings, types]} />
      {settings.isLoading || types.isLoading ? <ListSkeleton rows={3} /> : null}
      {settings.data && types.data ? (
        <DaysForm settings={settings.data} types={types.data} {...props} />
      ) : null}
    </Dialog>
  );
}

/** Name of the field of all types without a number of their own. */
const USUAL = 'usual';

/** The typed days of each type, null where the usual number holds. */
type DaysFields = Readonly<Record<string, string | null>>;

function fieldsOf(settings: RadarSettings, types: readonly MemberType[]): DaysFields {
  const text = (days: number | null) => (days === null ? '' : String(days));
  const own = new Map(settings.types.map(({ typeId, days }) => [typeId, text(days)]));
  return {
    [USUAL]: text(settings.defaultDays),
    ...Object.fromEntries(types.map(({ id }) => [id, own.get(id) ?? null])),
  };
}

function DaysForm(props: {
  settings: RadarSettings;
  types: readonly MemberType[];
  onClose: () => void;
}) {
  const { settings, types, onClose } = props;
  const t = useTexts(healthTexts);
  const close = useClose(onClose);
  const [update] = useUpdateRadarSettingsMutation();
  const own = (fields: DaysFields) =>
    types.flatMap(({ id: typeId }) => {
      const typed = fields[typeId];
      return typed == null ? [] : [{ typeId, typed }];
    });
  const edit = useSafeEdit({
    thing: settings,
    fieldsOf: (from: RadarSettings) => fieldsOf(from, types),
    send: (fields, { version }) =>
      update({
        version,
        settings: {
          defaultDays: daysFrom(fields[USUAL]!) ?? null,
          types: own(fields).map(({ typeId, typed }) => ({
            typeId,
            days: daysFrom(typed) ?? null,
          })),
        },
      }).unwrap(),
  });
  const { fields } = edit;
  const usual = fields[USUAL]!;
  const set = (name: string, value: string | null) => edit.setFields({ ...fields, [name]: value });
  const wrong = [usual, ...own(fields).map(({ typed }) => typed)].some(
    (typed) => daysFrom(typed) === undefined,
  );
  const submit = async () => {
    if (wrong || !(await edit.save()).done) return;
    showToast(t('health.days.saved'));
    close();
  };
  const field = (label: string, value: string, onChange: (value: string) => void) => (
    <TextInput
      w={112}
      aria-label={label}
      inputMode="numeric"
      value={value}
      maxLength={4}
      rightSection={<small>{t('health.days.unit')}</small>}
      rightSectionWidth={48}
      error={daysFrom(value) === undefined ? t('health.days.wrong') : null}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
  return (
    <DialogForm busy={edit.busy} onSubmit={() => void submit()} onCancel={onClose}>
      <Note>{t('health.days.lead')}</Note>
      <RowList>
        {types.map(({ id, name }) => {
          const typed = fields[id] ?? null;
          return (
            <Row key={id} columns="minmax(0, 1fr) auto">
              <Checkbox
                label={name}
                aria-label={t('health.days.own', { name })}
                checked={typed !== null}
                onChange={(event) => set(id, event.currentTarget.checked ? usual : null)}
              />
              {typed === null ? (
                <small>{t('health.days.usual', { days: usual || '–' })}</small>
              ) : (
                field(name, typed, (value) => set(id, value))
              )}
            </Row>
          );
        })}
        <Row columns="minmax(0, 1fr) auto">
          <span>{t('health.days.default')}</span>
          {field(t('health.days.default'), usual, (value) => set(USUAL, value))}
        </Row>
      </RowList>
      <EditConflicts
        edit={edit}
        wordOf={(name) => types.find(({ id }) => id === name)?.name ?? t('health.days.default')}
        show={(name, from) => {
          const typed = from[name] ?? null;
          return typed === null
            ? t('health.days.usual', { days: from[USUAL] || '–' })
            : `${typed || '–'} ${t('health.days.unit')}`;
        }}
      />
      {edit.error ? <ProblemNotice error={edit.error} /> : null}
    </DialogForm>
  );
}
