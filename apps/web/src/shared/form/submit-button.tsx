import { Button, type ButtonProps } from '@mantine/core';
import { useEffect, useRef } from 'react';

/**
 * The button that sends a form. A button that is busy loses the focus; it has it again when the
 * request is answered and the form stays.
 */
export function SubmitButton({ busy = false, ...props }: ButtonProps & { busy?: boolean }) {
  const button = useRef<HTMLButtonElement>(null);
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !busy && document.activeElement === document.body) {
      button.current?.focus({ preventScroll: true });
    }
    wasBusy.current = busy;
  }, [busy]);
  return <Button ref={button} type="submit" loading={busy} {...props} />;
}
