import '@mantine/core/styles/Notification.css';
import { Button, Group, Notification } from '@mantine/core';
import { useEffect, useState } from 'react';
import { commonTexts } from '../intl/common.messages';
import { useTexts } from '../intl/messages';
import style from './toast.module.css';
import { hideToast, type Toast } from './toast.store';

/** A short message. It is no live region itself: it stands in one, and would be announced twice. */
export function ToastItem({ toast, onLeave }: { toast: Toast; onLeave: () => void }) {
  const t = useTexts(commonTexts);
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => hideToast(toast.id), toast.life);
    return () => clearTimeout(timer);
  }, [toast, held]);
  const hide = () => {
    onLeave();
    hideToast(toast.id);
  };
  return (
    <Notification
      radius="md"
      color={toast.tone === 'failure' ? 'var(--e-waiting)' : 'var(--e-accent)'}
      withBorder
      role="group"
      className={style.toast}
      classNames={{ closeButton: 'engawa-finger' }}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      onClose={hide}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Group gap={12} wrap="nowrap" mih={32} fz="md">
        {toast.text}
        {toast.undo ? (
          <Button
            variant="subtle"
            size="compact-md"
            flex="none"
            onClick={() => {
              hide();
              toast.undo?.();
            }}
          >
            {t('common.undo')}
          </Button>
        ) : null}
      </Group>
    </Notification>
  );
}
