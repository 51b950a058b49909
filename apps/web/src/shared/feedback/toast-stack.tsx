import '@mantine/core/styles/Notification.css';
import { Button, Group, Notification, Stack } from '@mantine/core';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { commonTexts } from '../intl/common.messages';
import { useTexts } from '../intl/messages';
import { placeOf } from '../layout/focus-place';
import style from './toast.module.css';
import { hideToast, type Toast, toastStore } from './toast.store';

function ToastItem({ toast, onLeave }: { toast: Toast; onLeave: () => void }) {
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
  const isFailure = toast.tone === 'failure';
  return (
    <Notification
      radius="md"
      color={isFailure ? 'var(--e-waiting)' : 'var(--e-accent)'}
      withBorder
      role={isFailure ? 'alert' : 'group'}
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

/** Renders toasts; mounted once. */
export function ToastStack() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read);
  const stack = useRef<HTMLDivElement>(null);
  // Where on the page the focus was before it entered the toasts.
  const before = useRef<ReturnType<typeof placeOf>>(() => null);
  /** Gives the focus back before a toast is removed with it: else Tab would begin at the top of the page. */
  const giveFocusBack = () => {
    if (!stack.current?.contains(document.activeElement)) return;
    const target = before.current() ?? document.getElementById('content');
    target?.focus({ preventScroll: true });
  };
  return (
    <Stack
      ref={stack}
      className={style.stack}
      gap={8}
      align="center"
      onFocus={({ currentTarget, relatedTarget }) => {
        if (currentTarget.contains(relatedTarget)) return;
        before.current = relatedTarget instanceof HTMLElement ? placeOf(relatedTarget) : () => null;
      }}
    >
      {toasts.map((toast) => (
        <ToastItem key={toast.id} toast={toast} onLeave={giveFocusBack} />
      ))}
    </Stack>
  );
}
