import { IconAlertCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import style from './states.module.css';

/** Text about something that does not work, in place; `alert` announces it. */
export function Warning({ alert, children }: { alert?: boolean; children: ReactNode }) {
  return (
    <div className={style.notice} role={alert ? 'alert' : undefined}>
      <IconAlertCircle size={18} stroke={1.5} aria-hidden="true" />
      <p>{children}</p>
    </div>
  );
}
