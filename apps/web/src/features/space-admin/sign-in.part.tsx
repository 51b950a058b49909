import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/PasswordInput.css';
import '@mantine/core/styles/Switch.css';
import type { OidcSettings } from '@engawa/contracts';
import { ActionIcon, Button, PasswordInput, Switch, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { commonTexts } from '../../shared/intl/common.messages';
import { useTexts } from '../../shared/intl/messages';
import { fieldText, problemFrom } from '../../shared/problem/api-problem';
import { useProblemText } from '../../shared/problem/problem-text';
import { useCan } from '../../shared/session/use-session';
import { confirm } from '../../shared/ui/confirm.store';
import { Part } from '../../shared/ui/part';
import { ListSkeleton, ProblemNotice } from '../../shared/ui/states';
import { showFailure, showToast } from '../../shared/ui/toast.store';
import {
  useDeleteOidcSettingsMutation,
  useGetOidcSettingsQuery,
  useUpdateOidcSettingsMutation,
} from './sign-in.api';
import { spaceAdminTexts } from './space-admin.messages';
import style from './space-admin.module.css';

/** Sign-in with the accounts of the space's organisation; for the primary administrator only. */
export function SignInPart() {
  const say = useTexts(spaceAdminTexts);
  const allowed = useCan()('space.signIn');
  const { data, error, refetch } = useGetOidcSettingsQuery(undefined, { skip: !allowed });
  return (
    <Part
      className={style.part}
      title={say('spaceAdmin.signIn')}
      lead={say('spaceAdmin.signIn.lead')}
    >
      {!allowed ? <p className={style.empty}>{say('spaceAdmin.signIn.primary')}</p> : null}
      {error && !data ? <ProblemNotice error={error} onRetry={() => void refetch()} /> : null}
      {data ? <SignInForm key={data.version} settings={data} /> : null}
      {allowed && !data && !error ? <ListSkeleton rows={3} /> : null}
    </Part>
  );
}

function SignInForm({ settings }: { settings: OidcSettings }) {
  const say = useTexts(spaceAdminTexts);
  const common = useTexts(commonTexts);
  const problemText = useProblemText();
  const [issuer, setIssuer] = useState(settings.issuer);
  const [clientId, setClientId] = useState(settings.clientId);
  const [clientSecret, setClientSecret] = useState('');
  const [passwordAllowed, setPasswordAllowed] = useState(settings.passwordAllowed);
  const [password, setPassword] = useState('');
  const [update, { isLoading, error }] = useUpdateOidcSettingsMutation();
  const [remove, removing] = useDeleteOidcSettingsMutation();
  const problem = error ? problemFrom(error) : null;
  const missing = issuer.trim() === '' || clientId.trim() === '' || password === '';
  const noSecret = !settings.configured && clientSecret === '';

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const answer = await update({
      version: settings.version ?? 1,
      change: {
        issuer: issuer.trim(),
        clientId: clientId.trim(),
        clientSecret: clientSecret || undefined,
        passwordAllowed,
        password,
      },
    });
    if (!answer.error) showToast(say('spaceAdmin.saved'));
  };
  const takeAway = async () => {
    const yes = await confirm({
      title: say('spaceAdmin.signIn.remove.title'),
      text: say('spaceAdmin.signIn.remove.text'),
      action: say('spaceAdmin.signIn.remove'),
      danger: true,
    });
    if (!yes) return;
    const answer = await remove({ version: settings.version ?? 1 });
    if (answer.error) showFailure(problemText(answer.error));
    else showToast(say('spaceAdmin.deleted'));
  };

  return (
    <form className={style.form} onSubmit={(event) => void submit(event)} noValidate>
      <Address label={say('spaceAdmin.signIn.redirect')} value={settings.redirectUri}>
        {say('spaceAdmin.signIn.redirect.help')}
      </Address>
      {settings.configured ? (
        <Address label={say('spaceAdmin.signIn.link')} value={settings.signInUrl}>
          {say('spaceAdmin.signIn.link.help')}
        </Address>
      ) : null}
      <TextInput
        label={say('spaceAdmin.signIn.issuer')}
        placeholder="https://login.example.co.jp"
        type="url"
        maxLength={300}
        value={issuer}
        error={fieldText(problem, 'issuer')}
        onChange={(event) => setIssuer(event.currentTarget.value)}
      />
      <TextInput
        label={say('spaceAdmin.signIn.clientId')}
        autoComplete="off"
        maxLength={300}
        value={clientId}
        onChange={(event) => setClientId(event.currentTarget.value)}
      />
      <PasswordInput
        label={say('spaceAdmin.signIn.clientSecret')}
        autoComplete="off"
        maxLength={500}
        placeholder={settings.configured ? say('spaceAdmin.signIn.kept') : undefined}
        value={clientSecret}
        error={fieldText(problem, 'clientSecret')}
        onChange={(event) => setClientSecret(event.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': say('spaceAdmin.signIn.show') }}
      />
      <Switch
        label={say('spaceAdmin.signIn.passwords')}
        description={say('spaceAdmin.signIn.passwords.help')}
        checked={passwordAllowed}
        onChange={(event) => setPasswordAllowed(event.currentTarget.checked)}
      />
      <PasswordInput
        label={say('spaceAdmin.signIn.own')}
        description={say('spaceAdmin.signIn.own.help')}
        autoComplete="current-password"
        value={password}
        error={fieldText(problem, 'password')}
        onChange={(event) => setPassword(event.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': say('spaceAdmin.signIn.show') }}
      />
      {error && problem?.fields.length === 0 ? <ProblemNotice error={error} /> : null}
      <div className={style.ends}>
        <Button type="submit" loading={isLoading} disabled={missing || noSecret}>
          {common('common.save')}
        </Button>
        {settings.configured ? (
          <Button variant="default" loading={removing.isLoading} onClick={() => void takeAway()}>
            {say('spaceAdmin.signIn.remove')}
          </Button>
        ) : null}
      </div>
    </form>
  );
}

/** An address to copy. */
function Address(props: { label: string; value: string; children: string }) {
  const say = useTexts(spaceAdminTexts);
  const copy = () =>
    navigator.clipboard
      ?.writeText(props.value)
      .then(() => void showToast(say('spaceAdmin.signIn.copied')))
      // Without the permission it can still be selected and copied by hand.
      .catch(() => undefined);
  return (
    <TextInput
      label={props.label}
      description={props.children}
      readOnly
      value={props.value}
      onFocus={(event) => event.currentTarget.select()}
      rightSectionPointerEvents="all"
      rightSection={
        <ActionIcon
          variant="subtle"
          aria-label={say('spaceAdmin.signIn.copy', { name: props.label })}
          onClick={() => void copy()}
        >
          <IconCopy size={18} stroke={1.5} aria-hidden="true" />
        </ActionIcon>
      }
    />
  );
}
