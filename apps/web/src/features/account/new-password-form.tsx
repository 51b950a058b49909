import '@mantine/core/styles/PasswordInput.css';
import { isShortPassword } from '@engawa/contracts';
import { PasswordInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { commonTexts } from '../../shared/intl/common.messages';
import { useTexts } from '../../shared/intl/messages';
import { fieldText, problemFrom } from '../../shared/problem/api-problem';
import { EntranceForm } from '../../shared/layout/entrance-frame';
import { ProblemNotice } from '../../shared/feedback/states';
import { accountTexts } from './account.messages';
import { SubmitButton } from '../../shared/form/submit-button';

/** A new password, typed twice. */
export function NewPasswordForm(props: {
  /** Of the account, for password managers. */
  email: string;
  busy: boolean;
  error: unknown;
  onSubmit: (password: string) => void;
  children?: ReactNode;
}) {
  const t = useTexts(accountTexts);
  const common = useTexts(commonTexts);
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const [checked, setChecked] = useState(false);
  const short = isShortPassword(password);
  const differs = again !== password;
  const submit = () => {
    setChecked(true);
    if (!short && !differs) props.onSubmit(password);
  };
  const toggle = { 'aria-label': common('common.reveal'), size: 'md' } as const;
  const serverWord = props.error ? fieldText(problemFrom(props.error), 'newPassword') : null;
  return (
    <EntranceForm onSubmit={submit}>
      {props.error && !serverWord ? <ProblemNotice error={props.error} /> : null}
      <input
        type="email"
        name="username"
        autoComplete="username"
        value={props.email}
        readOnly
        hidden
      />
      <PasswordInput
        label={t('account.password.new')}
        autoComplete="new-password"
        size="md"
        value={password}
        error={(checked && short ? t('account.password.short') : null) ?? serverWord}
        onChange={(event) => setPassword(event.currentTarget.value)}
        visibilityToggleButtonProps={toggle}
        autoFocus
      />
      <PasswordInput
        label={t('account.password.again')}
        autoComplete="new-password"
        size="md"
        value={again}
        error={checked && !short && differs ? t('account.password.differs') : null}
        onChange={(event) => setAgain(event.currentTarget.value)}
        visibilityToggleButtonProps={toggle}
      />
      <SubmitButton size="md" fullWidth busy={props.busy}>
        {t('account.submit.action')}
      </SubmitButton>
      {props.children}
    </EntranceForm>
  );
}
