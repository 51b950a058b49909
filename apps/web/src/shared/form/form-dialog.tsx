import '@mantine/core/styles/Modal.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/Paper.css';
import { Modal, Stack } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { commonTexts } from '../intl/common.messages';
import { useTexts } from '../intl/messages';
import { FormButtons, type FormButtonsProps } from './form-buttons';
import style from './form-dialog.module.css';

interface DialogProps {
  title: string;
  /** Width in pixels. */
  size?: number;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog above the page. */
export function Dialog(props: DialogProps) {
  const common = useTexts(commonTexts);
  return (
    <Modal
      opened
      onClose={props.onClose}
      size={props.size ?? 520}
      title={props.title}
      closeButtonProps={{ 'aria-label': common('common.close') }}
    >
      {props.children}
    </Modal>
  );
}

/**
 * The form of a dialog; input is kept until it is saved or the dialog is closed. A rejection
 * scrolls to the first invalid field.
 */
export function DialogForm(
  props: FormButtonsProps & { onSubmit: () => void; children: ReactNode },
) {
  const { onSubmit, children, ...buttons } = props;
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
        onSubmit();
      }}
    >
      <Stack gap={14}>
        {children}
        <FormButtons justify="flex-end" className={style.buttons} {...buttons} />
      </Stack>
    </form>
  );
}

/** A dialog that is a form. */
export function FormDialog(
  props: DialogProps & Omit<FormButtonsProps, 'onCancel'> & { onSubmit: () => void },
) {
  const { title, size, onClose, ...form } = props;
  return (
    <Dialog title={title} size={size} onClose={onClose}>
      <DialogForm onCancel={onClose} {...form} />
    </Dialog>
  );
}
