import '@mantine/core/styles/PasswordInput.css';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useIntl } from 'react-intl';
import { Link, Navigate, useSearchParams } from 'react-router-dom';
import { switchLocale } from '../../shared/intl/locale';
import { useTexts } from '../../shared/intl/messages';
import { problemFrom } from '../../shared/problem/api-problem';
import { useSignInMutation } from '../../shared/session/session.api';
import { useMaybeSession } from '../../shared/session/use-session';
import { Logo } from '../../shared/ui/logo';
import { usePageTitle } from '../../shared/ui/page-frame';
import { ProblemNotice } from '../../shared/ui/states';
import { signInTexts } from './sign-in.messages';
import style from './sign-in.module.css';

/** Where to go after signing in: an address of this app, never another site. */
export function returnAddress(from: string | null): string {
  return from && /^\/(?![/\\])/.test(from) && !from.startsWith('/login') ? from : '/';
}

/** Sign-in by e-mail and password, with a one-time code where the account has one. */
export function SignInPage() {
  const say = useTexts(signInTexts);
  const intl = useIntl();
  const session = useMaybeSession();
  const [params] = useSearchParams();
  const [signIn, { isLoading, error }] = useSignInMutation();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [checked, setChecked] = useState(false);
  usePageTitle(say('signIn.title'));

  if (session) return <Navigate to={returnAddress(params.get('from'))} replace />;

  const asksForCode = !!error && problemFrom(error).code.includes('one-time-code');
  const emailProblem = !checked
    ? null
    : email.trim() === ''
      ? say('signIn.required')
      : /^\S+@\S+\.\S+$/.test(email.trim())
        ? null
        : say('signIn.email.form');
  const passwordProblem = checked && password === '' ? say('signIn.required') : null;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (!/^\S+@\S+\.\S+$/.test(email.trim()) || password === '') return;
    void signIn({
      email: email.trim(),
      password,
      oneTimeCode: code.trim() ? code.trim() : undefined,
    });
  };

  return (
    <main className={style.page}>
      <div className={style.card}>
        <div className={style.brand}>
          <Logo size={44} />
          <p className={style.name}>Engawa</p>
          <p className={style.lead}>{say('signIn.lead')}</p>
        </div>
        <h1 className="engawa-unseen">{say('signIn.title')}</h1>
        <form onSubmit={submit} noValidate className={style.form}>
          {error && !(asksForCode && !code) ? <ProblemNotice error={error} /> : null}
          <TextInput
            label={say('signIn.email')}
            type="email"
            name="email"
            autoComplete="username"
            size="md"
            value={email}
            error={emailProblem}
            onChange={(event) => setEmail(event.currentTarget.value)}
            autoFocus
          />
          <PasswordInput
            label={say('signIn.password')}
            name="password"
            autoComplete="current-password"
            size="md"
            value={password}
            error={passwordProblem}
            onChange={(event) => setPassword(event.currentTarget.value)}
            visibilityToggleButtonProps={{ 'aria-label': say('signIn.show'), size: 'md' }}
          />
          {asksForCode ? (
            <TextInput
              label={say('signIn.code')}
              description={say('signIn.code.help')}
              name="code"
              autoComplete="one-time-code"
              inputMode="numeric"
              size="md"
              value={code}
              onChange={(event) => setCode(event.currentTarget.value)}
              autoFocus
            />
          ) : null}
          <Button type="submit" size="md" fullWidth loading={isLoading}>
            {say('signIn.submit')}
          </Button>
        </form>
        <div className={style.foot}>
          <Link to="/actions/passwords/send">{say('signIn.forgot')}</Link>
          <button
            type="button"
            className={style.language}
            lang={intl.locale === 'ja' ? 'en' : 'ja'}
            onClick={() => switchLocale(intl.locale === 'ja' ? 'en' : 'ja')}
          >
            {say('signIn.language')}
          </button>
        </div>
      </div>
    </main>
  );
}
