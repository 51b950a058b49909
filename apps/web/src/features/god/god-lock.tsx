import { Button } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/address/paths';
import { useTexts } from '../../shared/intl/messages';
import { useSession } from '../../shared/session/use-session';
import { EmptyState } from '../../shared/feedback/states';
import { godTexts } from './god.messages';

/** Shown to god until two-factor sign-in is set up (IDN-9). */
export function GodLock({ children }: { children: ReactNode }) {
  const t = useTexts(godTexts);
  const { twoFactorSetupRequired } = useSession();
  if (!twoFactorSetupRequired) return children;
  return (
    <EmptyState
      icon={<IconShieldLock size={32} stroke={1.5} />}
      title={t('god.locked')}
      action={
        <Button component={Link} to={paths.profile}>
          {t('god.locked.action')}
        </Button>
      }
    >
      {t('god.locked.text')}
    </EmptyState>
  );
}
