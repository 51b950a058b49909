import '../../shared/theme/floating-sheets';
import { NativeSelect, TextInput } from '@mantine/core';
import { useTexts } from '../../shared/intl/messages';
import type { ApiProblem } from '../../shared/problem/api-problem';
import { fieldText } from '../../shared/problem/api-problem';
import { godTexts } from './god.messages';
import { looksLikeEmail } from './god.rules';

/** Input for a primary administrator. */
export interface AdminDraft {
  email: string;
  displayName: string;
  jobTitle: string;
  locale: 'ja' | 'en';
}

/** Whether the input can be sent. */
export function isComplete(draft: AdminDraft): boolean {
  return looksLikeEmail(draft.email) && draft.displayName.trim() !== '';
}

/** The fields for a primary administrator: address, name, job title, language of the mail. */
export function AdminFields(props: {
  value: AdminDraft;
  onChange: (change: Partial<AdminDraft>) => void;
  checked: boolean;
  /** The server's problem; in a space's form `displayName` is the space's. */
  problem: ApiProblem | null;
  autoFocus?: boolean;
}) {
  const t = useTexts(godTexts);
  const { value, onChange, checked, problem } = props;
  const nested = problem && {
    ...problem,
    fields: problem.fields.filter(({ pointer }) => !/^\/(id|displayName|timeZone)$/.test(pointer)),
  };
  return (
    <>
      <TextInput
        label={t('god.form.email')}
        type="email"
        autoComplete="off"
        required
        value={value.email}
        data-autofocus={props.autoFocus}
        error={
          (checked && !looksLikeEmail(value.email) ? t('god.form.email.wrong') : null) ??
          fieldText(nested, 'email')
        }
        onChange={(event) => onChange({ email: event.currentTarget.value })}
      />
      <TextInput
        label={t('god.form.displayName')}
        required
        maxLength={100}
        value={value.displayName}
        error={checked && value.displayName.trim() === '' ? t('god.form.required') : null}
        onChange={(event) => onChange({ displayName: event.currentTarget.value })}
      />
      <TextInput
        label={t('god.form.jobTitle')}
        maxLength={100}
        value={value.jobTitle}
        error={fieldText(nested, 'jobTitle')}
        onChange={(event) => onChange({ jobTitle: event.currentTarget.value })}
      />
      <NativeSelect
        label={t('god.form.locale')}
        value={value.locale}
        onChange={(event) => onChange({ locale: event.currentTarget.value === 'en' ? 'en' : 'ja' })}
        data={[
          { value: 'ja', label: '日本語' },
          { value: 'en', label: 'English' },
        ]}
      />
    </>
  );
}
