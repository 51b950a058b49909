import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { commonTexts } from '../intl/common.messages';
import { useTexts } from '../intl/messages';
import style from './made-secret.module.css';
import { showToast } from './toast.store';

/** Shows a secret once, to be copied; the children say what it is for. */
export function MadeSecret(props: {
  title: string;
  secret: string;
  /** Labels of the copy button and its confirmation. */
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
      // Without the permission it can still be selected and copied by hand.
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
