import '@mantine/core/styles/PasswordInput.css';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../shared/intl/messages';
import { useSession } from '../../shared/session/use-session';
import { ListSkeleton, ProblemNotice } from '../../shared/feedback/states';
import { showFailure, showToast } from '../../shared/feedback/toast.store';
import {
  useDisableTwoFactorMutation,
  useGetTwoFactorQuery,
  useRenewRecoveryCodesMutation,
} from './profile.api';
import { Part } from '../../shared/layout/part';
import { useMounted } from '../../shared/layout/use-mounted';
import { profileTexts } from './profile.messages';
import common from '../../shared/layout/common.module.css';
import { RecoveryCodes } from './recovery-codes';
import { FactorsForm } from './factors-form';
import { TwoFactorSetup } from './two-factor-setup';

/** The current step; `codes` shows codes that are never shown again. */
type Step =
  | { name: 'idle'; isLeft: boolean }
  | { name: 'setup' | 'renew' | 'disable' }
  | { name: 'codes'; codes: string[] };

/** Sets up two-factor sign-in, renews recovery codes, turns it off (IDN-9). */
export function TwoFactorPart() {
  const t = useTexts(profileTexts);
  const { twoFactorSetupRequired } = useSession();
  const { data, isLoading, error, refetch } = useGetTwoFactorQuery();
  const [step, setStep] = useState<Step>({ name: 'idle', isLeft: false });
  const [renew] = useRenewRecoveryCodesMutation();
  const [disable] = useDisableTwoFactorMutation();
  // The buttons were away, and with them the focus.
  const idle = () => setStep({ name: 'idle', isLeft: true });
  const autoFocus = step.name === 'idle' && step.isLeft;
  const isMounted = useMounted();
  const showCodes = (codes: string[]) => {
    if (isMounted()) setStep({ name: 'codes', codes });
    else showFailure(t('profile.twoFactor.codes.unseen'));
  };
  // A request whose answer was lost may have done it.
  const isUnseen = step.name === 'setup' && data?.enabled === true;
  const isOff = step.name === 'disable' && data?.enabled === false;

  return (
    <Part
      title={t('profile.twoFactor')}
      lead={`${t('profile.twoFactor.lead')}${data?.required || twoFactorSetupRequired ? ` ${t('profile.twoFactor.required')}` : ''}`}
    >
      {isLoading ? <ListSkeleton rows={1} /> : null}
      {error && !data ? <ProblemNotice error={error} onRetry={() => void refetch()} /> : null}
      {data && (step.name === 'idle' || isOff) ? (
        <>
          <Text mb="sm">
            {data.enabled
              ? t('profile.twoFactor.on', { count: data.recoveryCodesLeft })
              : t('profile.twoFactor.off')}
          </Text>
          <div className={common.buttons}>
            {data.enabled ? (
              <>
                <Button
                  variant="default"
                  autoFocus={autoFocus}
                  onClick={() => setStep({ name: 'renew' })}
                >
                  {t('profile.twoFactor.renew')}
                </Button>
                {data.required ? null : (
                  <Button
                    variant="outline"
                    color="shu"
                    onClick={() => setStep({ name: 'disable' })}
                  >
                    {t('profile.twoFactor.disable')}
                  </Button>
                )}
              </>
            ) : (
              <Button autoFocus={autoFocus} onClick={() => setStep({ name: 'setup' })}>
                {t('profile.twoFactor.setUp')}
              </Button>
            )}
          </div>
        </>
      ) : null}
      {step.name === 'setup' && !isUnseen ? (
        <TwoFactorSetup onCancel={idle} onDone={showCodes} />
      ) : null}
      {step.name === 'codes' ? <RecoveryCodes codes={step.codes} onKept={idle} /> : null}
      {step.name === 'renew' || isUnseen ? (
        <FactorsForm
          text={t(isUnseen ? 'profile.twoFactor.codes.unseen' : 'profile.twoFactor.renew.text')}
          action={t('profile.twoFactor.renew')}
          onCancel={idle}
          onSubmit={async (factors) => showCodes((await renew(factors).unwrap()).recoveryCodes)}
        />
      ) : null}
      {step.name === 'disable' && !isOff ? (
        <FactorsForm
          action={t('profile.twoFactor.disable')}
          danger
          onCancel={idle}
          onSubmit={async (factors) => {
            await disable(factors).unwrap();
            idle();
            showToast(t('profile.twoFactor.disabled'));
          }}
        />
      ) : null}
    </Part>
  );
}
