import '@mantine/core/styles/Modal.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/Paper.css';
import { Button, Modal } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { commonTexts } from '../intl/common.messages';
import { useTexts } from '../intl/messages';
import style from './form-dialog.module.css';

/**
 * A form in a dialog; what was typed stays until it is saved or the dialog is closed. What is
 * refused leads to the first field that is wrong, which may be out of sight.
 */
export function FormDialog(props: {
  title: string;
  /** Width in pixels. */
  size?: number;
  /** What the button says that sends the form; 保存する if left out. */
  action?: string;
  /** Whether the action takes something away that does not come back by itself. */
  danger?: boolean;
  disabled?: boolean;
  /** Whether the answer is awaited. */
  busy: boolean;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const common = useTexts(commonTexts);
  const form = useRef<HTMLFormElement>(null);
  const sent = useRef(false);
  useEffect(() => {
    if (!sent.current || props.busy) return;
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (!wrong) return;
    sent.current = false;
    wrong.focus();
  });
  return (
    <Modal
      opened
      onClose={props.onClose}
      size={props.size ?? 520}
      title={props.title}
      closeButtonProps={{ 'aria-label': common('common.close') }}
    >
      <form
        ref={form}
        className={style.form}
        noValidate
        onInput={() => {
          sent.current = false;
        }}
        onSubmit={(event) => {
          event.preventDefault();
          sent.current = true;
          props.onSubmit();
        }}
      >
        {props.children}
        <div className={style.buttons}>
          <Button variant="default" onClick={props.onClose}>
            {common('common.cancel')}
          </Button>
          <Button
            type="submit"
            color={props.danger ? 'shu' : undefined}
            loading={props.busy}
            disabled={props.disabled}
          >
            {props.action ?? common('common.save')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

/** What a dialog is about, before its fields. */
export function DialogText({ children }: { children: ReactNode }) {
  return <p className={style.text}>{children}</p>;
}

/** Says that somebody else saved first, and what was done about it. */
export function StaleNotice({ children }: { children: ReactNode }) {
  return (
    <p className={style.stale} role="alert">
      {children}
    </p>
  );
}
