import { PasswordInput, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { commonTexts } from '../../shared/intl/common.messages';
import { useTexts } from '../../shared/intl/messages';
import { FormButtons } from '../../shared/form/form-buttons';
import { ProblemNotice } from '../../shared/feedback/states';
import { profileTexts } from './profile.messages';
import common from '../../shared/layout/common.module.css';

/** Asks for password and code, as both factors are affected. */
export function FactorsForm(props: {
  text?: string;
  action: string;
  danger?: boolean;
  busy: boolean;
  error: unknown;
  onCancel: () => void;
  onSubmit: (factors: { password: string; oneTimeCode: string }) => void;
}) {
  const t = useTexts(profileTexts);
  const words = useTexts(commonTexts);
  const [password, setPassword] = useState('');
  const [oneTimeCode, setOneTimeCode] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    props.onSubmit({ password, oneTimeCode: oneTimeCode.trim() });
  };
  return (
    <form className={common.form} style={{ maxWidth: 380 }} onSubmit={submit} noValidate>
      {props.text ? <Text>{props.text}</Text> : null}
      <PasswordInput
        label={t('profile.twoFactor.password')}
        autoComplete="current-password"
        autoFocus
        value={password}
        visibilityToggleButtonProps={{ 'aria-label': words('common.reveal') }}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <TextInput
        label={t('profile.twoFactor.codeOrRecovery')}
        autoComplete="one-time-code"
        maxLength={20}
        value={oneTimeCode}
        onChange={(event) => setOneTimeCode(event.currentTarget.value)}
      />
      {props.error ? <ProblemNotice error={props.error} /> : null}
      <FormButtons
        action={props.action}
        danger={props.danger}
        busy={props.busy}
        disabled={password === '' || oneTimeCode.trim().length < 6}
        onCancel={props.onCancel}
      />
    </form>
  );
}
