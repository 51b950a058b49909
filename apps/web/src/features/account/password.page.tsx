import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Link, Navigate, useLocation, useNavigate } from 'react-router-dom';
import { paths } from '../../shared/address/paths';
import { useTexts } from '../../shared/intl/messages';
import { problemFrom } from '../../shared/problem/api-problem';
import { EntranceForm } from '../../shared/ui/entrance-frame';
import { ProblemNotice, Waiting } from '../../shared/ui/states';
import { AccountFrame } from './account-frame';
import {
  useCheckPasswordLinkQuery,
  useSendPasswordResetMutation,
  useSubmitPasswordLinkMutation,
} from './account.api';
import { accountTexts } from './account.messages';
import { linkStateOf, linkTokenOf } from './account.rules';
import style from './account.module.css';
import { NewPasswordForm } from './new-password-form';

/** The steps of setting a password by mail: send → (mail) → confirm → submit → done (IDN-7). */
export function PasswordPage({ step }: { step: 'confirm' | 'done' | 'send' | 'submit' }) {
  if (step === 'send') return <Send />;
  if (step === 'done') return <Done />;
  return <LinkStep step={step} />;
}

function Send() {
  const say = useTexts(accountTexts);
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
        title={say('account.sent.title')}
        lead={say('account.sent.lead', { email: email.trim() })}
      >
        <div className={style.actions}>
          <Button component={Link} to={paths.login} size="md">
            {say('account.signIn.back')}
          </Button>
          <Button variant="subtle" onClick={reset}>
            {say('account.sent.again')}
          </Button>
        </div>
      </AccountFrame>
    );
  }
  return (
    <AccountFrame title={say('account.send.title')} lead={say('account.send.lead')}>
      <EntranceForm onSubmit={submit}>
        {error ? <ProblemNotice error={error} /> : null}
        <TextInput
          label={say('account.email')}
          type="email"
          autoComplete="username"
          size="md"
          value={email}
          error={checked && wrong ? say('account.email.form') : null}
          onChange={(event) => setEmail(event.currentTarget.value)}
          autoFocus
        />
        <Button type="submit" size="md" fullWidth loading={isLoading}>
          {say('account.send.action')}
        </Button>
      </EntranceForm>
      <p className={style.foot}>
        <Link to={paths.login}>{say('account.signIn.back')}</Link>
      </p>
    </AccountFrame>
  );
}

/** The page of a mailed link. Its token is after `#`, so that no server logs it. */
function LinkStep({ step }: { step: 'confirm' | 'submit' }) {
  const say = useTexts(accountTexts);
  const navigate = useNavigate();
  const { hash } = useLocation();
  const token = linkTokenOf(hash);
  const link = useCheckPasswordLinkQuery(token ?? '', { skip: token === null });
  const [submit, submitted] = useSubmitPasswordLinkMutation();

  if (token === null) return <LinkProblem state="invalid" />;
  const refusal = submitted.error ?? link.error;
  const state = refusal ? linkStateOf(problemFrom(refusal).code) : null;
  if (state) return <LinkProblem state={state} />;
  if (link.error) {
    return (
      <AccountFrame title={say('account.checking')}>
        <ProblemNotice error={link.error} onRetry={() => void link.refetch()} />
      </AccountFrame>
    );
  }
  if (!link.data) return <Waiting />;
  if (step === 'confirm') return <Navigate to={`/actions/passwords/submit${hash}`} replace />;

  const { kind, displayName, email } = link.data;
  const onSubmit = async (newPassword: string) => {
    const answer = await submit({ token, newPassword });
    if (!answer.error) void navigate('/actions/passwords/done', { replace: true });
  };
  return (
    <AccountFrame
      title={
        kind === 'invitation'
          ? say('account.submit.invited', { name: displayName })
          : say('account.submit.title')
      }
      lead={say('account.submit.lead', { email })}
    >
      <NewPasswordForm
        email={email}
        busy={submitted.isLoading}
        error={submitted.error}
        onSubmit={(password) => void onSubmit(password)}
      />
      {kind === 'reset' ? (
        <p className={style.foot}>
          <Link to={paths.login}>{say('account.submit.keep')}</Link>
        </p>
      ) : null}
    </AccountFrame>
  );
}

function LinkProblem({ state }: { state: 'expired' | 'used' | 'invalid' }) {
  const say = useTexts(accountTexts);
  return (
    <AccountFrame
      title={say(`account.link.${state}.title`)}
      lead={say(`account.link.${state}.lead`)}
    >
      <div className={style.actions}>
        <Button component={Link} to="/actions/passwords/send" size="md">
          {say('account.link.again')}
        </Button>
        <Button component={Link} to={paths.login} variant="subtle">
          {say('account.signIn.back')}
        </Button>
      </div>
    </AccountFrame>
  );
}

function Done() {
  const say = useTexts(accountTexts);
  return (
    <AccountFrame title={say('account.done.title')} lead={say('account.done.lead')}>
      <div className={style.actions}>
        <Button component={Link} to={paths.login} size="md">
          {say('account.signIn')}
        </Button>
      </div>
    </AccountFrame>
  );
}
