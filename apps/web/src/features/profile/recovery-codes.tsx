import { Button } from '@mantine/core';
import { useTexts } from '../../shared/intl/messages';
import { showToast } from '../../shared/ui/toast.store';
import { profileTexts } from './profile.messages';
import style from './profile.module.css';

/** The recovery codes, shown once. */
export function RecoveryCodes({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  const say = useTexts(profileTexts);
  const copy = () =>
    navigator.clipboard
      ?.writeText(codes.join('\n'))
      .then(() => void showToast(say('profile.twoFactor.codes.copied')))
      // Without the permission the codes can still be selected and copied by hand.
      .catch(() => undefined);
  return (
    <div className={style.form} role="group" aria-label={say('profile.twoFactor.codes')}>
      <strong>{say('profile.twoFactor.codes')}</strong>
      <p className={style.state}>{say('profile.twoFactor.codes.text')}</p>
      <ul className={style.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={style.buttons}>
        <Button variant="default" onClick={() => void copy()}>
          {say('profile.twoFactor.codes.copy')}
        </Button>
        <Button onClick={onKept}>{say('profile.twoFactor.codes.kept')}</Button>
      </div>
    </div>
  );
}
