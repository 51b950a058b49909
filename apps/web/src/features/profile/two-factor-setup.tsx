import { PasswordInput, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTexts } from '../../shared/intl/messages';
import { FormButtons } from '../../shared/ui/form-buttons';
import { ProblemNotice } from '../../shared/ui/states';
import { useBeginTwoFactorMutation, useConfirmTwoFactorMutation } from './profile.api';
import { profileTexts } from './profile.messages';
import style from './profile.module.css';
import { QrCode } from './qr-code';
import { inGroups } from './user-agent.rules';

/** Password, then the key for the app and its first code; then the recovery codes. */
export function TwoFactorSetup(props: { onCancel: () => void; onDone: (codes: string[]) => void }) {
  const say = useTexts(profileTexts);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [begin, beginning] = useBeginTwoFactorMutation();
  const [confirmCode, confirming] = useConfirmTwoFactorMutation();
  const offer = beginning.data;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!offer) {
      await begin({ password });
      return;
    }
    const answer = await confirmCode({ oneTimeCode: code.trim() });
    if (answer.data) props.onDone(answer.data.recoveryCodes);
  };
  const error = offer ? confirming.error : beginning.error;

  return (
    <form
      className={`${style.form} ${offer ? '' : style.narrow}`}
      onSubmit={(event) => void submit(event)}
      noValidate
    >
      {offer ? (
        <>
          <p className={style.state}>{say('profile.twoFactor.app')}</p>
          <div className={style.key}>
            <QrCode text={offer.uri} label={say('profile.twoFactor.qr')} />
            <dl className={style.secret}>
              <dt>{say('profile.twoFactor.secret')}</dt>
              <dd>
                <code>{inGroups(offer.secret)}</code>
              </dd>
              <dt>{say('profile.twoFactor.uri')}</dt>
              <dd>
                <code className={style.uri}>{offer.uri}</code>
              </dd>
            </dl>
          </div>
          <a href={offer.uri}>{say('profile.twoFactor.open')}</a>
          <TextInput
            key="code"
            className={style.narrow}
            label={say('profile.twoFactor.code')}
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
          label={say('profile.twoFactor.password')}
          autoComplete="current-password"
          autoFocus
          value={password}
          visibilityToggleButtonProps={{ 'aria-label': say('profile.password.show') }}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
      )}
      {error ? <ProblemNotice error={error} /> : null}
      <FormButtons
        className={style.buttons}
        action={say(offer ? 'profile.twoFactor.confirm' : 'profile.twoFactor.next')}
        busy={beginning.isLoading || confirming.isLoading}
        disabled={offer ? !/^\d{6}$/.test(code.trim()) : password === ''}
        onCancel={props.onCancel}
      />
    </form>
  );
}
