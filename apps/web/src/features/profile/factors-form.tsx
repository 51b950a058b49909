import { PasswordInput, Text, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import { commonTexts } from '../../shared/intl/common.messages';
import { useSafeEdit } from '../../shared/edit/use-safe-edit';
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
  onCancel: () => void;
  /** Rejects with the problem. */
  onSubmit: (factors: { password: string; oneTimeCode: string }) => Promise<unknown>;
}) {
  const t = useTexts(profileTexts);
  const words = useTexts(commonTexts);
  const { fields, setFields, busy, error, save } = useSafeEdit({
    thing: null,
    fieldsOf: () => ({ password: '', oneTimeCode: '' }),
    send: (sent) => props.onSubmit({ ...sent, oneTimeCode: sent.oneTimeCode.trim() }),
  });
  const { password, oneTimeCode } = fields;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save();
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
        onChange={(event) => setFields({ ...fields, password: event.currentTarget.value })}
      />
      <TextInput
        label={t('profile.twoFactor.codeOrRecovery')}
        autoComplete="one-time-code"
        maxLength={20}
        value={oneTimeCode}
        onChange={(event) => setFields({ ...fields, oneTimeCode: event.currentTarget.value })}
      />
      {error ? <ProblemNotice error={error} /> : null}
      <FormButtons
        action={props.action}
        danger={props.danger}
        busy={busy}
        disabled={password === '' || oneTimeCode.trim().length < 6}
        onCancel={props.onCancel}
      />
    </form>
  );
}
