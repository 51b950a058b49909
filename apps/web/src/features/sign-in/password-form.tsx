import '@mantine/core/styles/PasswordInput.css';
import { PasswordInput, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { commonTexts } from '../../shared/intl/common.messages';
import { useTexts } from '../../shared/intl/messages';
import { problemFrom } from '../../shared/problem/api-problem';
import { useSignInMutation } from '../../shared/session/session.api';
import { EntranceForm } from '../../shared/layout/entrance-frame';
import { ProblemNotice } from '../../shared/feedback/states';
import { CodeField } from './code-field';
import { signInTexts } from './sign-in.messages';
import { SubmitButton } from '../../shared/form/submit-button';

const addressForm = /^\S+@\S+\.\S+$/;

/** E-mail and password, and a one-time code if the account requires it. */
export function PasswordForm({ autoFocus }: { autoFocus: boolean }) {
  const t = useTexts(signInTexts);
  const common = useTexts(commonTexts);
  const [signIn, { isLoading, error }] = useSignInMutation();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [checked, setChecked] = useState(false);

  const problem = error ? problemFrom(error).code : '';
  const locked = problem === 'identity.sign-in.too-many-attempts';
  // A code bypasses the limits on guessing; without one the field stays empty.
  const asksForCode = problem.startsWith('identity.sign-in.code-') || locked || code !== '';
  const emailProblem = !checked
    ? null
    : email.trim() === ''
      ? t('signIn.required')
      : addressForm.test(email.trim())
        ? null
        : t('signIn.email.form');
  const passwordProblem = checked && password === '' ? t('signIn.required') : null;

  const submit = () => {
    setChecked(true);
    if (!addressForm.test(email.trim()) || password === '') return;
    void signIn({ email: email.trim(), password, oneTimeCode: code.trim() || undefined });
  };

  return (
    <EntranceForm onSubmit={submit}>
      {error && problem !== 'identity.sign-in.code-required' ? (
        <ProblemNotice error={error} />
      ) : null}
      {locked ? (
        <Text size="sm" c="dimmed" lh={1.7}>
          {t('signIn.locked')} <Link to="/actions/passwords/send">{t('signIn.locked.mail')}</Link>
        </Text>
      ) : null}
      <TextInput
        label={t('signIn.email')}
        type="email"
        name="email"
        autoComplete="username"
        size="md"
        value={email}
        error={emailProblem}
        onChange={(event) => setEmail(event.currentTarget.value)}
        autoFocus={autoFocus}
      />
      <PasswordInput
        label={t('signIn.password')}
        name="password"
        autoComplete="current-password"
        size="md"
        value={password}
        error={passwordProblem}
        onChange={(event) => setPassword(event.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': common('common.reveal'), size: 'md' }}
      />
      {asksForCode ? <CodeField value={code} onChange={setCode} /> : null}
      <SubmitButton size="md" fullWidth busy={isLoading}>
        {t('signIn.submit')}
      </SubmitButton>
    </EntranceForm>
  );
}
