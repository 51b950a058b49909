import '../../shared/theme/floating-sheets';
import type { SpaceSummary } from '@engawa/contracts';
import { NativeSelect, TextInput, Stack } from '@mantine/core';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useTexts } from '../../shared/intl/messages';
import { fieldText, problemFrom } from '../../shared/problem/api-problem';
import { Note } from '../../shared/display/note';
import { FormDialog } from '../../shared/form/form-dialog';
import { ProblemNotice } from '../../shared/feedback/states';
import { showToast } from '../../shared/feedback/toast.store';
import { type AdminDraft, AdminFields, isComplete } from './admin-fields';
import { useAddSpaceMutation } from './god.api';
import { godTexts } from './god.messages';
import { isSpaceId } from './god.rules';

/** Creates a space with its primary administrator, who is invited by mail (IDN-2). */
export function AddSpaceForm(props: {
  onClose: () => void;
  onAdded: (space: SpaceSummary) => void;
}) {
  const t = useTexts(godTexts);
  const intl = useIntl();
  const [id, setId] = useState('');
  const [displayName, setDisplayName] = useState('');
  const [timeZone, setTimeZone] = useState('Asia/Tokyo');
  const [admin, setAdmin] = useState<AdminDraft>({
    email: '',
    displayName: '',
    jobTitle: '',
    locale: intl.locale === 'en' ? 'en' : 'ja',
  });
  const [checked, setChecked] = useState(false);
  const [add, { isLoading, error }] = useAddSpaceMutation();
  const problem = error ? problemFrom(error) : null;
  const taken = problem?.code === 'identity.space.taken' ? problem.text : null;
  const zones = [...new Set(['Asia/Tokyo', ...Intl.supportedValuesOf('timeZone')])];

  const submit = async () => {
    setChecked(true);
    if (!isSpaceId(id) || displayName.trim() === '' || !isComplete(admin)) return;
    const email = admin.email.trim();
    const answer = await add({
      id,
      displayName: displayName.trim(),
      timeZone,
      primaryAdmin: { ...admin, email },
    });
    if (!answer.data) return;
    showToast(t('god.added', { name: answer.data.displayName, email }), { life: 6_000 });
    props.onAdded(answer.data);
  };

  return (
    <FormDialog
      title={t('god.form.title')}
      action={t('god.form.submit')}
      busy={isLoading}
      onSubmit={() => void submit()}
      onClose={props.onClose}
    >
      <TextInput
        label={t('god.form.name')}
        required
        maxLength={100}
        data-autofocus
        value={displayName}
        error={checked && displayName.trim() === '' ? t('god.form.required') : null}
        onChange={(event) => setDisplayName(event.currentTarget.value)}
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
        onChange={(event) => setId(event.currentTarget.value.trim())}
      />
      <NativeSelect
        label={t('god.timeZone')}
        value={timeZone}
        onChange={(event) => setTimeZone(event.currentTarget.value)}
        data={zones}
      />
      <Stack component="fieldset" gap="sm">
        <legend>{t('god.form.admin')}</legend>
        <Note>{t('god.form.admin.help')}</Note>
        <AdminFields
          value={admin}
          onChange={(change) => setAdmin((now) => ({ ...now, ...change }))}
          checked={checked}
          problem={problem}
        />
      </Stack>
      {problem && !taken ? <ProblemNotice error={problem} /> : null}
    </FormDialog>
  );
}
