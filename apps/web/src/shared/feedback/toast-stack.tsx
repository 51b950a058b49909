import '@mantine/core/styles/Notification.css';
import { Button, Group, Notification, Stack } from '@mantine/core';
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
  const isFailure = toast.tone === 'failure';
  return (
    <Notification
      radius="md"
      color={isFailure ? 'var(--e-waiting)' : 'var(--e-accent)'}
      withBorder
      role={isFailure ? 'alert' : 'status'}
      classNames={{ closeButton: 'engawa-finger' }}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      onClose={() => hideToast(toast.id)}
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
              hideToast(toast.id);
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

/** Renders toasts; mounted once. */
export function ToastStack() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read);
  return (
    <Stack className={style.stack} gap={8} align="center" w="max-content" maw="calc(100vw - 32px)">
      {toasts.map((toast) => (
        <ToastItem key={toast.id} toast={toast} />
      ))}
    </Stack>
  );
}
