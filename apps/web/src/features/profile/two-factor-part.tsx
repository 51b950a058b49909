import '@mantine/core/styles/PasswordInput.css';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../shared/intl/messages';
import { useSession } from '../../shared/session/use-session';
import { ListSkeleton, ProblemNotice } from '../../shared/ui/states';
import { showToast } from '../../shared/ui/toast.store';
import {
  useDisableTwoFactorMutation,
  useGetTwoFactorQuery,
  useRenewRecoveryCodesMutation,
} from './profile.api';
import { profileTexts } from './profile.messages';
import style from './profile.module.css';
import { RecoveryCodes } from './recovery-codes';
import { FactorsForm } from './factors-form';
import { TwoFactorSetup } from './two-factor-setup';

/** The current step; `codes` shows codes that are never shown again. */
type Step = { name: 'idle' | 'setup' | 'renew' | 'disable' } | { name: 'codes'; codes: string[] };

/** Sets up two-factor sign-in, renews recovery codes, turns it off (IDN-9). */
export function TwoFactorPart() {
  const say = useTexts(profileTexts);
  const { twoFactorSetupRequired } = useSession();
  const { data, isLoading, error, refetch } = useGetTwoFactorQuery();
  const [step, setStep] = useState<Step>({ name: 'idle' });
  const [renew, renewing] = useRenewRecoveryCodesMutation();
  const [disable, disabling] = useDisableTwoFactorMutation();
  const idle = () => setStep({ name: 'idle' });
  const showCodes = (codes: string[]) => setStep({ name: 'codes', codes });

  return (
    <section className={style.part} aria-labelledby="profile-two-factor">
      <h2 id="profile-two-factor">{say('profile.twoFactor')}</h2>
      <p className={style.lead}>
        {say('profile.twoFactor.lead')}
        {data?.required || twoFactorSetupRequired ? ` ${say('profile.twoFactor.required')}` : null}
      </p>
      {isLoading ? <ListSkeleton rows={1} /> : null}
      {error && !data ? <ProblemNotice error={error} onRetry={() => void refetch()} /> : null}
      {data && step.name === 'idle' ? (
        <>
          <p className={style.state}>
            {data.enabled
              ? say('profile.twoFactor.on', { count: data.recoveryCodesLeft })
              : say('profile.twoFactor.off')}
          </p>
          <div className={style.buttons}>
            {data.enabled ? (
              <>
                <Button variant="default" onClick={() => setStep({ name: 'renew' })}>
                  {say('profile.twoFactor.renew')}
                </Button>
                {data.required ? null : (
                  <Button
                    variant="outline"
                    color="shu"
                    onClick={() => setStep({ name: 'disable' })}
                  >
                    {say('profile.twoFactor.disable')}
                  </Button>
                )}
              </>
            ) : (
              <Button onClick={() => setStep({ name: 'setup' })}>
                {say('profile.twoFactor.setUp')}
              </Button>
            )}
          </div>
        </>
      ) : null}
      {step.name === 'setup' ? <TwoFactorSetup onCancel={idle} onDone={showCodes} /> : null}
      {step.name === 'codes' ? <RecoveryCodes codes={step.codes} onKept={idle} /> : null}
      {step.name === 'renew' ? (
        <FactorsForm
          text={say('profile.twoFactor.renew.text')}
          action={say('profile.twoFactor.renew')}
          busy={renewing.isLoading}
          error={renewing.error}
          onCancel={idle}
          onSubmit={(factors) =>
            void renew(factors).then((answer) => {
              if (answer.data) showCodes(answer.data.recoveryCodes);
            })
          }
        />
      ) : null}
      {step.name === 'disable' ? (
        <FactorsForm
          action={say('profile.twoFactor.disable')}
          danger
          busy={disabling.isLoading}
          error={disabling.error}
          onCancel={idle}
          onSubmit={(factors) =>
            void disable(factors).then((answer) => {
              if (answer.error) return;
              idle();
              showToast(say('profile.twoFactor.disabled'));
            })
          }
        />
      ) : null}
    </section>
  );
}
