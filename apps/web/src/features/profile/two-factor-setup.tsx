import { Box, Group, PasswordInput, Text, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { commonTexts } from '../../shared/intl/common.messages';
import { useTellClosed } from '../../shared/feedback/use-tell-closed';
import { useTexts } from '../../shared/intl/messages';
import { FormButtons } from '../../shared/form/form-buttons';
import { ProblemNotice } from '../../shared/feedback/states';
import { useBeginTwoFactorMutation, useConfirmTwoFactorMutation } from './profile.api';
import { profileTexts } from './profile.messages';
import common from '../../shared/layout/common.module.css';
import { QrCode } from './qr-code';
import { inGroups } from './user-agent.rules';

/** Password, then the key for the app and its first code; then the recovery codes. */
export function TwoFactorSetup(props: { onCancel: () => void; onDone: (codes: string[]) => void }) {
  const t = useTexts(profileTexts);
  const words = useTexts(commonTexts);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [begin, beginning] = useBeginTwoFactorMutation();
  const [confirmCode, confirming] = useConfirmTwoFactorMutation();
  const tellClosed = useTellClosed();
  // A retry after a lost answer is answered with recovery codes, too.
  const tried = useRef({ oneTimeCode: '', key: '' });
  const offer = beginning.data;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!offer) {
      const begun = await begin({ password });
      if (begun.error) tellClosed(begun.error);
      return;
    }
    const oneTimeCode = code.trim();
    if (tried.current.oneTimeCode !== oneTimeCode) {
      tried.current = { oneTimeCode, key: crypto.randomUUID() };
    }
    const answer = await confirmCode(tried.current);
    if (answer.data) props.onDone(answer.data.recoveryCodes);
    else tellClosed(answer.error);
  };
  const error = offer ? confirming.error : beginning.error;

  return (
    <form
      className={common.form}
      style={offer ? undefined : { maxWidth: 380 }}
      onSubmit={(event) => void submit(event)}
      noValidate
    >
      {offer ? (
        <>
          <Text>{t('profile.twoFactor.app')}</Text>
          <Group align="flex-start">
            <QrCode text={offer.uri} label={t('profile.twoFactor.qr')} />
            <Box component="dl" flex="1 1 220px" miw={0}>
              <dt>{t('profile.twoFactor.secret')}</dt>
              <Box component="dd" mb={12}>
                <code>{inGroups(offer.secret)}</code>
              </Box>
              <dt>{t('profile.twoFactor.uri')}</dt>
              <dd>
                <Text component="code" size="xs">
                  {offer.uri}
                </Text>
              </dd>
            </Box>
          </Group>
          <a href={offer.uri}>{t('profile.twoFactor.open')}</a>
          <TextInput
            key="code"
            maw={380}
            label={t('profile.twoFactor.code')}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={20}
            autoFocus
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
        </>
      ) : (
        <PasswordInput
          key="password"
          label={t('profile.twoFactor.password')}
          autoComplete="current-password"
          autoFocus
          value={password}
          visibilityToggleButtonProps={{ 'aria-label': words('common.reveal') }}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
      )}
      {error ? <ProblemNotice error={error} /> : null}
      <FormButtons
        action={t(offer ? 'profile.twoFactor.confirm' : 'profile.twoFactor.next')}
        busy={beginning.isLoading || confirming.isLoading}
        disabled={offer ? !/^\d{6}$/.test(code.trim()) : password === ''}
        onCancel={props.onCancel}
      />
    </form>
  );
}
