import { Button, type ButtonProps } from '@mantine/core';

/** The button that sends a form. */
export function SubmitButton({ busy = false, ...props }: ButtonProps & { busy?: boolean }) {
  return <Button type="submit" loading={busy} {...props} />;
}
