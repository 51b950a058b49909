import '../../shared/theme/floating-sheets';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Switch.css';
import type { Staff } from '@engawa/contracts';
import { NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { staffRoleTexts } from '../../shared/directory/staff-role.messages';
import { useTexts } from '../../shared/intl/messages';
import { fieldText, problemFrom } from '../../shared/problem/api-problem';
import { DialogText, FormDialog, StaleNotice } from '../../shared/ui/form-dialog';
import { ProblemNotice } from '../../shared/ui/states';
import { showToast } from '../../shared/ui/toast.store';
import { useAddUserMutation, useUpdateUserMutation } from './staff-admin.api';
import { staffAdminTexts } from './staff-admin.messages';

/** Adds a staff member, who gets an invitation mail, or edits one. */
export function StaffForm({ staff, onClose }: { staff: Staff | null; onClose: () => void }) {
  const say = useTexts(staffAdminTexts);
  const roleWords = useTexts(staffRoleTexts);
  const intl = useIntl();
  const [fields, setFields] = useState({
    email: staff?.email ?? '',
    displayName: staff?.displayName ?? '',
    jobTitle: staff?.jobTitle ?? '',
    bio: staff?.bio ?? '',
    role: staff?.role ?? 'staff',
    excludeFromRanking: staff?.excludeFromRanking ?? false,
    locale: intl.locale === 'en' ? 'en' : 'ja',
  });
  const [checked, setChecked] = useState(false);
  const [add, adding] = useAddUserMutation();
  const [update, updating] = useUpdateUserMutation();
  const problem = adding.error ?? updating.error;
  const known = problem ? problemFrom(problem) : null;
  const set = (change: Partial<typeof fields>) => setFields((now) => ({ ...now, ...change }));
  const nameless = fields.displayName.trim() === '';
  const wrongEmail = !staff && !/^\S+@\S+\.\S+$/.test(fields.email.trim());
  const primary = staff?.role === 'primaryAdmin';

  const submit = async () => {
    setChecked(true);
    if (nameless || wrongEmail) return;
    const { email, displayName, jobTitle, bio, excludeFromRanking } = fields;
    const role = fields.role === 'generalAdmin' ? ('generalAdmin' as const) : ('staff' as const);
    const shared = { displayName, jobTitle, bio, excludeFromRanking };
    const answer = staff
      ? await update({ staff, change: primary ? shared : { ...shared, role } })
      : await add({
          ...shared,
          email: email.trim(),
          role,
          locale: fields.locale as 'ja' | 'en',
        });
    if (answer.error) return;
    showToast(staff ? say('staffAdmin.saved') : say('staffAdmin.added', { email: email.trim() }));
    onClose();
  };

  return (
    <FormDialog
      title={say(staff ? 'staffAdmin.form.edit' : 'staffAdmin.form.add')}
      action={staff ? undefined : say('staffAdmin.form.invite')}
      busy={adding.isLoading || updating.isLoading}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <TextInput
        label={say('staffAdmin.name')}
        value={fields.displayName}
        required
        maxLength={100}
        data-autofocus
        error={
          (checked && nameless ? say('staffAdmin.required') : null) ??
          fieldText(known, 'displayName')
        }
        onChange={(event) => set({ displayName: event.currentTarget.value })}
      />
      {staff ? null : (
        <TextInput
          label={say('staffAdmin.email')}
          type="email"
          value={fields.email}
          required
          error={
            (checked && wrongEmail ? say('staffAdmin.email.form') : null) ??
            fieldText(known, 'email')
          }
          onChange={(event) => set({ email: event.currentTarget.value })}
        />
      )}
      <TextInput
        label={say('staffAdmin.jobTitle')}
        value={fields.jobTitle}
        maxLength={100}
        error={fieldText(known, 'jobTitle')}
        onChange={(event) => set({ jobTitle: event.currentTarget.value })}
      />
      <Textarea
        label={say('staffAdmin.bio')}
        value={fields.bio}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={2000}
        error={fieldText(known, 'bio')}
        onChange={(event) => set({ bio: event.currentTarget.value })}
      />
      {primary ? (
        <DialogText>{say('staffAdmin.role.primary.help')}</DialogText>
      ) : (
        <NativeSelect
          label={say('staffAdmin.role')}
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
          label={say('staffAdmin.locale')}
          value={fields.locale}
          onChange={(event) => set({ locale: event.currentTarget.value })}
          data={[
            { value: 'ja', label: '日本語' },
            { value: 'en', label: 'English' },
          ]}
        />
      )}
      <Switch
        label={say('staffAdmin.ranking')}
        checked={fields.excludeFromRanking}
        onChange={(event) => set({ excludeFromRanking: event.currentTarget.checked })}
      />
      {known?.status === 412 ? (
        <StaleNotice>{say('staffAdmin.stale')}</StaleNotice>
      ) : problem ? (
        <ProblemNotice error={problem} />
      ) : null}
    </FormDialog>
  );
}
