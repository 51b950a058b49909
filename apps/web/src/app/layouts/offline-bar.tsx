import { IconCloudOff } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { useTexts } from '../../shared/intl/messages';
import { shellTexts } from '../shell.messages';
import style from './frame.module.css';

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
    <div className={style.offline} role="status">
      <IconCloudOff size={18} stroke={1.5} aria-hidden="true" />
      {t('shell.offline')}
    </div>
  );
}
