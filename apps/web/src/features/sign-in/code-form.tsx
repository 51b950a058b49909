import { Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/address/paths';
import { useTexts } from '../../shared/intl/messages';
import { EntranceForm } from '../../shared/layout/entrance-frame';
import { ProblemNotice } from '../../shared/feedback/states';
import { CodeField } from './code-field';
import { useConfirmOidcSignInMutation } from './organisation.api';
import { signInTexts } from './sign-in.messages';
import { SubmitButton } from '../../shared/form/submit-button';

/** Second step after an organisation's account, with two-factor sign-in. */
export function CodeForm({ space }: { space: string }) {
  const t = useTexts(signInTexts);
  const [confirm, { isLoading, error }] = useConfirmOidcSignInMutation();
  const [code, setCode] = useState('');
  const submit = () => {
    if (code.trim() !== '') void confirm({ oneTimeCode: code.trim() });
  };
  return (
    <EntranceForm onSubmit={submit}>
      {error ? <ProblemNotice error={error} /> : null}
      <CodeField value={code} onChange={setCode} />
      <SubmitButton size="md" fullWidth busy={isLoading} disabled={code.trim() === ''}>
        {t('signIn.submit')}
      </SubmitButton>
      <Text size="sm" ta="center">
        <Link to={`${paths.login}?space=${space}`}>{t('signIn.again')}</Link>
      </Text>
    </EntranceForm>
  );
}
