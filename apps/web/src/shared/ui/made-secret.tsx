import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { commonTexts } from '../intl/common.messages';
import { useTexts } from '../intl/messages';
import style from './made-secret.module.css';
import { showToast } from './toast.store';

/** The one time that a secret is shown, to be copied; the children say what it is for. */
export function MadeSecret(props: {
  title: string;
  secret: string;
  /** What the button says that copies, and what is said then. */
  copy: string;
  copied: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const common = useTexts(commonTexts);
  const copy = () =>
    navigator.clipboard
      ?.writeText(props.secret)
      .then(() => void showToast(props.copied))
      // Without the permission it can still be marked and copied by hand.
      .catch(() => undefined);
  return (
    <div className={style.made} role="status">
      <strong>{props.title}</strong>
      {props.children}
      <code>{props.secret}</code>
      <div className={style.buttons}>
        <Button onClick={() => void copy()}>{props.copy}</Button>
        <Button variant="default" onClick={props.onClose}>
          {common('common.close')}
        </Button>
      </div>
    </div>
  );
}
