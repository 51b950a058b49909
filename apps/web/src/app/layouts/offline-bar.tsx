import { Group } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { useTexts } from '../../shared/intl/messages';
import { shellTexts } from '../shell.messages';

function watch(changed: () => void): () => void {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}

/** Shows that the device is offline; otherwise nothing. */
export function OfflineBar() {
  const t = useTexts(shellTexts);
  const online = useSyncExternalStore(watch, () => navigator.onLine);
  if (online) return null;
  return (
    <Group
      gap={8}
      wrap="nowrap"
      justify="center"
      px={16}
      py={7}
      fz="sm"
      lh={1.5}
      c="var(--e-progress)"
      bg="var(--e-progress-soft)"
      role="status"
    >
      <IconCloudOff size={18} stroke={1.5} aria-hidden="true" style={{ flex: 'none' }} />
      {t('shell.offline')}
    </Group>
  );
}
