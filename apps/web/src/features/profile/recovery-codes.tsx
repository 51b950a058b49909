import { Button, Text } from '@mantine/core';
import { useTexts } from '../../shared/intl/messages';
import { showToast } from '../../shared/feedback/toast.store';
import { profileTexts } from './profile.messages';
import common from '../../shared/layout/common.module.css';
import style from './profile.module.css';

/** The recovery codes, shown once. */
export function RecoveryCodes({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  const t = useTexts(profileTexts);
  const copy = () =>
    navigator.clipboard
      ?.writeText(codes.join('\n'))
      .then(() => void showToast(t('profile.twoFactor.codes.copied')))
      // Without the permission the codes can still be selected and copied by hand.
      .catch(() => undefined);
  return (
    <div className={common.form} role="group" aria-label={t('profile.twoFactor.codes')}>
      <strong>{t('profile.twoFactor.codes')}</strong>
      <Text>{t('profile.twoFactor.codes.text')}</Text>
      <ul className={style.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={common.buttons}>
        <Button variant="default" onClick={() => void copy()}>
          {t('profile.twoFactor.codes.copy')}
        </Button>
        <Button onClick={onKept}>{t('profile.twoFactor.codes.kept')}</Button>
      </div>
    </div>
  );
}
