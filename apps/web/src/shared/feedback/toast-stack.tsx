import { IconX } from '@tabler/icons-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { commonTexts } from '../intl/common.messages';
import { useTexts } from '../intl/messages';
import style from './toast.module.css';
import { hideToast, type Toast, toastStore } from './toast.store';

function ToastItem({ toast }: { toast: Toast }) {
  const t = useTexts(commonTexts);
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => hideToast(toast.id), toast.life);
    return () => clearTimeout(timer);
  }, [toast, held]);
  return (
    <div
      className={`${style.toast} ${toast.tone === 'failure' ? style.failure : ''}`}
      role={toast.tone === 'failure' ? 'alert' : 'status'}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span>{toast.text}</span>
      {toast.undo ? (
        <button
          type="button"
          className={style.action}
          onClick={() => {
            hideToast(toast.id);
            toast.undo?.();
          }}
        >
          {t('common.undo')}
        </button>
      ) : null}
      <button
        type="button"
        className={style.close}
        aria-label={t('common.close')}
        onClick={() => hideToast(toast.id)}
      >
        <IconX size={16} stroke={1.5} aria-hidden="true" />
      </button>
    </div>
  );
}

/** Renders toasts; mounted once. */
export function ToastStack() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read);
  return (
    <div className={style.stack}>
      {toasts.map((toast) => (
        <ToastItem key={toast.id} toast={toast} />
      ))}
    </div>
  );
}
