import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Link, Navigate, useLocation, useNavigate } from 'react-router-dom';
import { paths } from '../../shared/address/paths';
import { useTexts } from '../../shared/intl/messages';
import { problemFrom } from '../../shared/problem/api-problem';
import { useSignInMutation } from '../../shared/session/session.api';
import { isLostAnswer } from '../../shared/session/use-lost-password-answer';
import { EntranceForm } from '../../shared/layout/entrance-frame';
import { ProblemNotice, Waiting } from '../../shared/feedback/states';
import { AccountFrame } from './account-frame';
import {
  useCheckPasswordLinkQuery,
  useSendPasswordResetMutation,
  useSubmitPasswordLinkMutation,
} from './account.api';
import { accountTexts } from './account.messages';
import { linkStateOf, linkTokenOf } from './account.rules';
import { NewPasswordForm } from './new-password-form';
import { SubmitButton } from '../../shared/form/submit-button';

/** The steps of setting a password by mail: send → (mail) → confirm → submit → done (IDN-7). */
export function PasswordPage({ step }: { step: 'confirm' | 'done' | 'send' | 'submit' }) {
  if (step === 'send') return <Send />;
  if (step === 'done') return <Done />;
  return <LinkStep step={step} />;
}

function Send() {
  const t = useTexts(accountTexts);
  const intl = useIntl();
  const [send, { isLoading, isSuccess, error, reset }] = useSendPasswordResetMutation();
  const [email, setEmail] = useState('');
  const [checked, setChecked] = useState(false);
  const wrong = !/^\S+@\S+\.\S+$/.test(email.trim());
  const submit = () => {
    setChecked(true);
    if (!wrong) void send({ email: email.trim(), locale: intl.locale === 'en' ? 'en' : 'ja' });
  };
  if (isSuccess) {
    return (
      <AccountFrame
        title={t('account.sent.title')}
        lead={t('account.sent.lead', { email: email.trim() })}
      >
        <Stack gap={10}>
          <Button component={Link} to={paths.login} size="md">
            {t('account.signIn.back')}
          </Button>
          <Button variant="subtle" onClick={reset}>
            {t('account.sent.again')}
          </Button>
        </Stack>
      </AccountFrame>
    );
  }
  return (
    <AccountFrame title={t('account.send.title')} lead={t('account.send.lead')}>
      <EntranceForm onSubmit={submit}>
        {error ? <ProblemNotice error={error} /> : null}
        <TextInput
          label={t('account.email')}
          type="email"
          autoComplete="username"
          size="md"
          value={email}
          error={checked && wrong ? t('account.email.form') : null}
          onChange={(event) => setEmail(event.currentTarget.value)}
          autoFocus
        />
        <SubmitButton size="md" fullWidth busy={isLoading}>
          {t('account.send.action')}
        </SubmitButton>
      </EntranceForm>
      <Text size="sm" pt={16} ta="center">
        <Link to={paths.login}>{t('account.signIn.back')}</Link>
      </Text>
    </AccountFrame>
  );
}

/** The page of a mailed link. Its token is after `#`, so that no server logs it. */
function LinkStep({ step }: { step: 'confirm' | 'submit' }) {
  const t = useTexts(accountTexts);
  const navigate = useNavigate();
  const { hash } = useLocation();
  const token = linkTokenOf(hash);
  const link = useCheckPasswordLinkQuery(token ?? '', { skip: token === null });
  const [submit, submitted] = useSubmitPasswordLinkMutation();
  const [signIn, signingIn] = useSignInMutation();
  const [wasLost, setLost] = useState(false);

  if (token === null) return <LinkProblem state="invalid" />;
  const stateOf = (error: unknown) => (error ? linkStateOf(problemFrom(error).code) : null);
  /** Whether the link was used by the attempt whose answer was lost. */
  const isDone = (error: unknown) => wasLost && stateOf(error) === 'used';
  const refusal = isDone(submitted.error) ? null : submitted.error;
  const state = stateOf(refusal ?? link.error);
  if (state) return <LinkProblem state={state} />;
  if (link.error) {
    return (
      <AccountFrame title={t('account.checking')}>
        <ProblemNotice error={link.error} onRetry={() => void link.refetch()} />
      </AccountFrame>
    );
  }
  if (!link.data) return <Waiting />;
  if (step === 'confirm') return <Navigate to={`/actions/passwords/submit${hash}`} replace />;

  const { kind, displayName, email } = link.data;
  const onSubmit = async (newPassword: string) => {
    const { error } = await submit({ token, newPassword });
    if (error && isLostAnswer(problemFrom(error))) setLost(true);
    if (error && !isDone(error)) return;
    // A first password signs in. Where that needs a second factor, the sign-in page asks for it.
    const entered =
      kind === 'invitation' && !(await signIn({ email, password: newPassword })).error;
    void navigate(entered ? paths.login : '/actions/passwords/done', { replace: true });
  };
  return (
    <AccountFrame
      title={
        kind === 'invitation'
          ? t('account.submit.invited', { name: displayName })
          : t('account.submit.title')
      }
      lead={t('account.submit.lead', { email })}
    >
      <NewPasswordForm
        email={email}
        busy={submitted.isLoading || signingIn.isLoading}
        error={refusal}
        onSubmit={(password) => void onSubmit(password)}
      />
      {kind === 'reset' ? (
        <Text size="sm" pt={16} ta="center">
          <Link to={paths.login}>{t('account.submit.keep')}</Link>
        </Text>
      ) : null}
    </AccountFrame>
  );
}

function LinkProblem({ state }: { state: 'expired' | 'used' | 'invalid' }) {
  const t = useTexts(accountTexts);
  return (
    <AccountFrame title={t(`account.link.${state}.title`)} lead={t(`account.link.${state}.lead`)}>
      <Stack gap={10}>
        <Button component={Link} to="/actions/passwords/send" size="md">
          {t('account.link.again')}
        </Button>
        <Button component={Link} to={paths.login} variant="subtle">
          {t('account.signIn.back')}
        </Button>
      </Stack>
    </AccountFrame>
  );
}

function Done() {
  const t = useTexts(accountTexts);
  return (
    <AccountFrame title={t('account.done.title')} lead={t('account.done.lead')}>
      <Stack gap={10}>
        <Button component={Link} to={paths.login} size="md">
          {t('account.signIn')}
        </Button>
      </Stack>
    </AccountFrame>
  );
}
