import '../../shared/theme/floating-sheets';
import type { SpaceSummary } from '@engawa/contracts';
import { NativeSelect, TextInput, Stack } from '@mantine/core';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useSafeEdit } from '../../shared/edit/use-safe-edit';
import { useTexts } from '../../shared/intl/messages';
import { fieldText, problemFrom } from '../../shared/problem/api-problem';
import { Note } from '../../shared/display/note';
import { FormDialog } from '../../shared/form/form-dialog';
import { HeldFields } from '../../shared/form/held-fields';
import { useMounted } from '../../shared/layout/use-mounted';
import { ProblemNotice } from '../../shared/feedback/states';
import { showToast } from '../../shared/feedback/toast.store';
import { type AdminDraft, AdminFields, isComplete } from './admin-fields';
import { useAddSpaceMutation } from './god.api';
import { godTexts } from './god.messages';
import { isSpaceId } from './god.rules';

interface Fields {
  id: string;
  displayName: string;
  timeZone: string;
  admin: AdminDraft;
}

/** Creates a space with its primary administrator, who is invited by mail (IDN-2). */
export function AddSpaceForm(props: {
  onClose: () => void;
  onAdded: (space: SpaceSummary) => void;
}) {
  const t = useTexts(godTexts);
  const intl = useIntl();
  const [checked, setChecked] = useState(false);
  const [add] = useAddSpaceMutation();
  const isMounted = useMounted();
  const edit = useSafeEdit({
    thing: null,
    fieldsOf: (): Fields => ({
      id: '',
      displayName: '',
      timeZone: 'Asia/Tokyo',
      admin: {
        email: '',
        displayName: '',
        jobTitle: '',
        locale: intl.locale === 'en' ? 'en' : 'ja',
      },
    }),
    send: async ({ admin, ...space }, _none, key) => {
      const email = admin.email.trim();
      const input = {
        ...space,
        displayName: space.displayName.trim(),
        primaryAdmin: { ...admin, email },
      };
      const added = await add({ key, input }).unwrap();
      showToast(t('god.added', { name: added.displayName, email }), { life: 6_000 });
      // Left before the answer, it must not lead the reader away.
      if (isMounted()) props.onAdded(added);
    },
  });
  const { id, displayName, timeZone, admin } = edit.fields;
  const set = (change: Partial<Fields>) => edit.setFields({ ...edit.fields, ...change });
  const problem = edit.error ? problemFrom(edit.error) : null;
  const taken = problem?.code === 'identity.space.taken' ? problem.text : null;
  const zones = [...new Set(['Asia/Tokyo', ...Intl.supportedValuesOf('timeZone')])];

  const submit = async () => {
    setChecked(true);
    if (!isSpaceId(id) || displayName.trim() === '' || !isComplete(admin)) return;
    await edit.save();
  };

  return (
    <FormDialog
      title={t('god.form.title')}
      action={t('god.form.submit')}
      busy={edit.busy}
      onSubmit={() => void submit()}
      onClose={props.onClose}
    >
      <HeldFields busy={edit.busy}>
        <TextInput
          label={t('god.form.name')}
          required
          maxLength={100}
          data-autofocus
          value={displayName}
          error={checked && displayName.trim() === '' ? t('god.form.required') : null}
          onChange={(event) => set({ displayName: event.currentTarget.value })}
        />
        <TextInput
          label={t('god.form.id')}
          description={t('god.form.id.help')}
          required
          maxLength={40}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={id}
          error={
            (checked && !isSpaceId(id) ? t('god.form.id.wrong') : null) ??
            taken ??
            fieldText(problem, 'id')
          }
          onChange={(event) => set({ id: event.currentTarget.value.trim() })}
        />
        <NativeSelect
          label={t('god.timeZone')}
          value={timeZone}
          onChange={(event) => set({ timeZone: event.currentTarget.value })}
          data={zones}
        />
        <Stack component="fieldset" gap="sm">
          <legend>{t('god.form.admin')}</legend>
          <Note>{t('god.form.admin.help')}</Note>
          <AdminFields
            value={admin}
            onChange={(change) => set({ admin: { ...admin, ...change } })}
            checked={checked}
            problem={problem}
          />
        </Stack>
      </HeldFields>
      {problem && !taken ? <ProblemNotice error={problem} /> : null}
    </FormDialog>
  );
}
