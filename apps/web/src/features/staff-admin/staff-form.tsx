import '../../shared/theme/floating-sheets';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Switch.css';
import type { Staff } from '@engawa/contracts';
import { NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { staffRoleTexts } from '../../shared/directory/staff-role.messages';
import { EditConflicts } from '../../shared/edit/edit-conflicts';
import { useSafeEdit } from '../../shared/edit/use-safe-edit';
import { useTexts } from '../../shared/intl/messages';
import { fieldText, problemFrom } from '../../shared/problem/api-problem';
import { Note } from '../../shared/display/note';
import { FormDialog, useClose } from '../../shared/form/form-dialog';
import { ProblemNotice } from '../../shared/feedback/states';
import { showToast } from '../../shared/feedback/toast.store';
import { useAddUserMutation, useUpdateUserMutation } from './staff-admin.api';
import { staffAdminTexts } from './staff-admin.messages';

function fieldsOf(staff: Staff | null, locale: 'ja' | 'en') {
  return {
    email: staff?.email ?? '',
    displayName: staff?.displayName ?? '',
    jobTitle: staff?.jobTitle ?? '',
    bio: staff?.bio ?? '',
    role: staff?.role ?? ('staff' as const),
    excludeFromRanking: staff?.excludeFromRanking ?? false,
    locale,
  };
}

const fieldWords = {
  email: 'staffAdmin.email',
  displayName: 'staffAdmin.name',
  jobTitle: 'staffAdmin.jobTitle',
  bio: 'staffAdmin.bio',
  role: 'staffAdmin.role',
  excludeFromRanking: 'staffAdmin.ranking',
  locale: 'staffAdmin.locale',
} as const;

/** Adds a staff member, who gets an invitation mail, or edits one. */
export function StaffForm({ staff, onClose }: { staff: Staff | null; onClose: () => void }) {
  const t = useTexts(staffAdminTexts);
  const roleWords = useTexts(staffRoleTexts);
  const intl = useIntl();
  const close = useClose(onClose);
  const [checked, setChecked] = useState(false);
  const [add] = useAddUserMutation();
  const [update] = useUpdateUserMutation();
  const edit = useSafeEdit({
    thing: staff,
    changesAdded: true,
    fieldsOf: (from) => fieldsOf(from, intl.locale === 'en' ? 'en' : 'ja'),
    send: async ({ email, locale, role: chosen, ...shared }, base, key) => {
      const role = chosen === 'generalAdmin' ? ('generalAdmin' as const) : ('staff' as const);
      return (
        base
          ? update({ staff: base, change: primary ? shared : { ...shared, role } })
          : add({ key, input: { ...shared, email: email.trim(), role, locale } })
      ).unwrap();
    },
  });
  const { fields, setFields, error: problem } = edit;
  const known = problem ? problemFrom(problem) : null;
  const set = (change: Partial<typeof fields>) => setFields((now) => ({ ...now, ...change }));
  const nameless = fields.displayName.trim() === '';
  const wrongEmail = !staff && !/^\S+@\S+\.\S+$/.test(fields.email.trim());
  const primary = staff?.role === 'primaryAdmin';

  const submit = async () => {
    setChecked(true);
    if (nameless || wrongEmail) return;
    if (!(await edit.save()).done) return;
    showToast(
      staff ? t('staffAdmin.saved') : t('staffAdmin.added', { email: fields.email.trim() }),
    );
    close();
  };

  return (
    <FormDialog
      title={t(staff ? 'staffAdmin.form.edit' : 'staffAdmin.form.add')}
      action={staff ? undefined : t('staffAdmin.form.invite')}
      busy={edit.busy}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <TextInput
        label={t('staffAdmin.name')}
        value={fields.displayName}
        required
        maxLength={100}
        data-autofocus
        error={
          (checked && nameless ? t('staffAdmin.required') : null) ?? fieldText(known, 'displayName')
        }
        onChange={(event) => set({ displayName: event.currentTarget.value })}
      />
      {staff ? null : (
        <TextInput
          label={t('staffAdmin.email')}
          type="email"
          value={fields.email}
          required
          error={
            (checked && wrongEmail ? t('staffAdmin.email.form') : null) ?? fieldText(known, 'email')
          }
          onChange={(event) => set({ email: event.currentTarget.value })}
        />
      )}
      <TextInput
        label={t('staffAdmin.jobTitle')}
        value={fields.jobTitle}
        maxLength={100}
        error={fieldText(known, 'jobTitle')}
        onChange={(event) => set({ jobTitle: event.currentTarget.value })}
      />
      <Textarea
        label={t('staffAdmin.bio')}
        value={fields.bio}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={2000}
        error={fieldText(known, 'bio')}
        onChange={(event) => set({ bio: event.currentTarget.value })}
      />
      {primary ? (
        <Note>{t('staffAdmin.role.primary.help')}</Note>
      ) : (
        <NativeSelect
          label={t('staffAdmin.role')}
          value={fields.role}
          onChange={(event) => set({ role: event.currentTarget.value as Staff['role'] })}
          data={(['staff', 'generalAdmin'] as const).map((role) => ({
            value: role,
            label: roleWords(`staffRole.${role}`),
          }))}
        />
      )}
      {staff ? null : (
        <NativeSelect
          label={t('staffAdmin.locale')}
          value={fields.locale}
          onChange={(event) => set({ locale: event.currentTarget.value as 'ja' | 'en' })}
          data={[
            { value: 'ja', label: '日本語' },
            { value: 'en', label: 'English' },
          ]}
        />
      )}
      <Switch
        label={t('staffAdmin.ranking')}
        checked={fields.excludeFromRanking}
        onChange={(event) => set({ excludeFromRanking: event.currentTarget.checked })}
      />
      <EditConflicts
        edit={edit}
        wordOf={(name) => t(fieldWords[name])}
        show={(name, from) => {
          if (name === 'role') return roleWords(`staffRole.${from.role}`);
          return name === 'excludeFromRanking' ? (from[name] ? '✓' : '') : from[name];
        }}
      />
      {problem ? <ProblemNotice error={problem} /> : null}
    </FormDialog>
  );
}
