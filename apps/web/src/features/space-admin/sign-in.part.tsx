import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/PasswordInput.css';
import '@mantine/core/styles/Switch.css';
import type { OidcSettings } from '@engawa/contracts';
import { ActionIcon, Button, PasswordInput, Switch, TextInput, Group } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { EditConflicts } from '../../shared/edit/edit-conflicts';
import { useSafeEdit } from '../../shared/edit/use-safe-edit';
import { commonTexts } from '../../shared/intl/common.messages';
import { useTexts } from '../../shared/intl/messages';
import { fieldText, problemFrom } from '../../shared/problem/api-problem';
import { useProblemText } from '../../shared/problem/problem-text';
import { useCan } from '../../shared/session/use-session';
import { confirm } from '../../shared/feedback/confirm.store';
import { SettingPage } from '../../shared/layout/setting-page';
import { ListSkeleton, ProblemNotice } from '../../shared/feedback/states';
import { copyText } from '../../shared/feedback/copy-text';
import { showFailure, showToast } from '../../shared/feedback/toast.store';
import {
  useDeleteOidcSettingsMutation,
  useGetOidcSettingsQuery,
  useUpdateOidcSettingsMutation,
} from './sign-in.api';
import { spaceAdminTexts } from './space-admin.messages';
import layout from '../../shared/layout/common.module.css';
import { Note } from '../../shared/display/note';
import { SubmitButton } from '../../shared/form/submit-button';

/** Sign-in with the accounts of the space's organisation; for the primary administrator only. */
export function SignInPart() {
  const t = useTexts(spaceAdminTexts);
  const allowed = useCan()('space.signIn');
  const { data, error, refetch } = useGetOidcSettingsQuery(undefined, { skip: !allowed });
  return (
    <SettingPage title={t('spaceAdmin.signIn')} lead={t('spaceAdmin.signIn.lead')}>
      {!allowed ? <Note>{t('spaceAdmin.signIn.primary')}</Note> : null}
      {error && !data ? <ProblemNotice error={error} onRetry={() => void refetch()} /> : null}
      {data ? <SignInForm key={String(data.configured)} settings={data} /> : null}
      {allowed && !data && !error ? <ListSkeleton rows={3} /> : null}
    </SettingPage>
  );
}

/** The stored secret is not known here: a typed one replaces it. */
function fieldsOf({ issuer, clientId, passwordAllowed }: OidcSettings) {
  return { issuer, clientId, clientSecret: '', passwordAllowed };
}

function SignInForm({ settings }: { settings: OidcSettings }) {
  const t = useTexts(spaceAdminTexts);
  const common = useTexts(commonTexts);
  const problemText = useProblemText();
  const [password, setPassword] = useState('');
  const [update] = useUpdateOidcSettingsMutation();
  const [remove, removing] = useDeleteOidcSettingsMutation();
  const saved = useRef<OidcSettings>(undefined);
  const edit = useSafeEdit({
    thing: settings,
    fieldsOf,
    send: async ({ issuer, clientId, clientSecret, passwordAllowed }, { version }) => {
      saved.current = await update({
        version,
        change: {
          issuer: issuer.trim(),
          clientId: clientId.trim(),
          clientSecret: clientSecret || undefined,
          passwordAllowed,
          password,
        },
      }).unwrap();
    },
  });
  const { fields, error } = edit;
  const { issuer, clientId, clientSecret, passwordAllowed } = fields;
  const set = (change: Partial<typeof fields>) => edit.setFields({ ...fields, ...change });
  const problem = error ? problemFrom(error) : null;
  const missing = issuer.trim() === '' || clientId.trim() === '' || password === '';
  const noSecret = !settings.configured && clientSecret === '';

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!(await edit.save()).done || !saved.current) return;
    edit.restart(saved.current);
    setPassword('');
    showToast(t('spaceAdmin.saved'));
  };
  const takeAway = async () => {
    const yes = await confirm({
      title: t('spaceAdmin.signIn.remove.title'),
      text: t('spaceAdmin.signIn.remove.text'),
      action: t('spaceAdmin.signIn.remove'),
      danger: true,
    });
    if (!yes) return;
    const answer = await remove({ version: settings.version });
    if (answer.error) showFailure(problemText(answer.error));
    else showToast(t('spaceAdmin.deleted'));
  };

  return (
    <form className={layout.form} onSubmit={(event) => void submit(event)} noValidate>
      <Address label={t('spaceAdmin.signIn.redirect')} value={settings.redirectUri}>
        {t('spaceAdmin.signIn.redirect.help')}
      </Address>
      {settings.configured ? (
        <Address label={t('spaceAdmin.signIn.link')} value={settings.signInUrl}>
          {t('spaceAdmin.signIn.link.help')}
        </Address>
      ) : null}
      <TextInput
        label={t('spaceAdmin.signIn.issuer')}
        placeholder="https://login.example.co.jp"
        type="url"
        maxLength={300}
        value={issuer}
        error={fieldText(problem, 'issuer')}
        onChange={(event) => set({ issuer: event.currentTarget.value })}
      />
      <TextInput
        label={t('spaceAdmin.signIn.clientId')}
        autoComplete="off"
        maxLength={300}
        value={clientId}
        onChange={(event) => set({ clientId: event.currentTarget.value })}
      />
      <PasswordInput
        label={t('spaceAdmin.signIn.clientSecret')}
        autoComplete="off"
        maxLength={500}
        placeholder={settings.configured ? t('spaceAdmin.signIn.kept') : undefined}
        value={clientSecret}
        error={fieldText(problem, 'clientSecret')}
        onChange={(event) => set({ clientSecret: event.currentTarget.value })}
        visibilityToggleButtonProps={{ 'aria-label': common('common.reveal') }}
      />
      <Switch
        label={t('spaceAdmin.signIn.passwords')}
        description={t('spaceAdmin.signIn.passwords.help')}
        checked={passwordAllowed}
        onChange={(event) => set({ passwordAllowed: event.currentTarget.checked })}
      />
      <PasswordInput
        label={t('spaceAdmin.signIn.own')}
        description={t('spaceAdmin.signIn.own.help')}
        autoComplete="current-password"
        value={password}
        error={fieldText(problem, 'password')}
        onChange={(event) => setPassword(event.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': common('common.reveal') }}
      />
      <EditConflicts
        edit={edit}
        wordOf={(name) => t(`spaceAdmin.signIn.${name === 'passwordAllowed' ? 'passwords' : name}`)}
        show={(name, from) => {
          if (name === 'passwordAllowed') return from.passwordAllowed ? '✓' : '';
          return name === 'clientSecret' ? from.clientSecret && '••••••' : from[name];
        }}
      />
      {error && problem?.fields.length === 0 ? <ProblemNotice error={error} /> : null}
      <Group justify="space-between">
        <SubmitButton busy={edit.busy} disabled={missing || noSecret}>
          {common('common.save')}
        </SubmitButton>
        {settings.configured ? (
          <Button variant="default" loading={removing.isLoading} onClick={() => void takeAway()}>
            {t('spaceAdmin.signIn.remove')}
          </Button>
        ) : null}
      </Group>
    </form>
  );
}

/** An address to copy. */
function Address(props: { label: string; value: string; children: string }) {
  const t = useTexts(spaceAdminTexts);
  const common = useTexts(commonTexts);
  const copy = () =>
    copyText(props.value, {
      done: t('spaceAdmin.signIn.copied'),
      failed: common('common.copy.failed'),
    });
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
          aria-label={t('spaceAdmin.signIn.copy', { name: props.label })}
          onClick={() => void copy()}
        >
          <IconCopy size={18} stroke={1.5} aria-hidden="true" />
        </ActionIcon>
      }
    />
  );
}
