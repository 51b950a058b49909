import '@mantine/core/styles/SimpleGrid.css';
import { Button, SimpleGrid, Text } from '@mantine/core';
import { commonTexts } from '../../shared/intl/common.messages';
import { useTexts } from '../../shared/intl/messages';
import { copyText } from '../../shared/feedback/copy-text';
import { profileTexts } from './profile.messages';
import layout from '../../shared/layout/common.module.css';

/** The recovery codes, shown once. */
export function RecoveryCodes({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  const t = useTexts(profileTexts);
  const common = useTexts(commonTexts);
  const copy = () =>
    copyText(codes.join('\n'), {
      done: t('profile.twoFactor.codes.copied'),
      failed: common('common.copy.failed'),
    });
  return (
    <div className={layout.form} role="group" aria-label={t('profile.twoFactor.codes')}>
      <strong>{t('profile.twoFactor.codes')}</strong>
      <Text>{t('profile.twoFactor.codes.text')}</Text>
      <SimpleGrid
        component="ul"
        cols={{ base: 2, sm: 3 }}
        spacing={16}
        verticalSpacing={6}
        p="14px 16px"
        bdrs="sm"
        bg="var(--e-hover)"
      >
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </SimpleGrid>
      <div className={layout.buttons}>
        <Button variant="default" autoFocus onClick={() => void copy()}>
          {t('profile.twoFactor.codes.copy')}
        </Button>
        <Button onClick={onKept}>{t('profile.twoFactor.codes.kept')}</Button>
      </div>
    </div>
  );
}
