import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/address/paths';
import { useTexts } from '../../shared/intl/messages';
import { useSignOutMutation } from '../../shared/session/session.api';
import type { ApiProblem } from '../../shared/problem/api-problem';
import { useLostPasswordAnswer } from '../../shared/session/use-lost-password-answer';
import { useSession } from '../../shared/session/use-session';
import { ProblemNotice } from '../../shared/feedback/states';
import { useTellClosed } from '../../shared/feedback/use-tell-closed';
import { AccountFrame } from './account-frame';
import { useAgreeToTermsMutation, useSetFirstPasswordMutation } from './account.api';
import { accountTexts } from './account.messages';
import { NewPasswordForm } from './new-password-form';

/** First steps of a new staff member: choose a password, then agree to the terms (IDN-6). */
export function OnboardingPage() {
  const t = useTexts(accountTexts);
  const { staff, initialPasswordChanged } = useSession();
  const [setFirst, first] = useSetFirstPasswordMutation();
  const explain = useLostPasswordAnswer();
  const tellClosed = useTellClosed();
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const choose = async (newPassword: string) => {
    setProblem(null);
    const { error } = await setFirst({ newPassword });
    if (!error) return;
    const explained = explain(error);
    tellClosed(explained);
    setProblem(explained);
  };
  const [agree, agreed] = useAgreeToTermsMutation();
  const [signOut, leaving] = useSignOutMutation();
  const leave = (
    <>
      {leaving.error ? <ProblemNotice error={leaving.error} /> : null}
      <Button variant="subtle" loading={leaving.isLoading} onClick={() => void signOut()}>
        {t('account.leave')}
      </Button>
    </>
  );
  if (!initialPasswordChanged) {
    return (
      <AccountFrame title={t('account.first.title')} lead={t('account.first.lead')}>
        <NewPasswordForm
          email={staff.email ?? ''}
          busy={first.isLoading}
          error={problem}
          onSubmit={(newPassword) => void choose(newPassword)}
        >
          {leave}
        </NewPasswordForm>
      </AccountFrame>
    );
  }
  return (
    <AccountFrame
      title={t('account.terms.title')}
      lead={t.rich('account.terms.lead', {
        terms: (chunks) => (
          <Link key="terms" to={paths.terms} target="_blank">
            {chunks}
          </Link>
        ),
        privacy: (chunks) => (
          <Link key="privacy" to={paths.privacy} target="_blank">
            {chunks}
          </Link>
        ),
      })}
    >
      <Stack gap={10}>
        {agreed.error ? <ProblemNotice error={agreed.error} /> : null}
        <Button size="md" loading={agreed.isLoading} onClick={() => void agree()}>
          {t('account.terms.action')}
        </Button>
        {leave}
      </Stack>
    </AccountFrame>
  );
}
