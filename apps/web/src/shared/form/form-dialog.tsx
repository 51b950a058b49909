import '@mantine/core/styles/Modal.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/Paper.css';
import { Modal, Stack } from '@mantine/core';
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useReducer,
  useRef,
} from 'react';
import { confirm } from '../feedback/confirm.store';
import { commonTexts } from '../intl/common.messages';
import { useTexts } from '../intl/messages';
import { useFocusReturn } from '../layout/use-focus-return';
import { useMounted } from '../layout/use-mounted';
import { FormButtons, type FormButtonsProps } from './form-buttons';
import style from './form-dialog.module.css';
import { useAwaited } from './use-awaited';

interface DialogProps {
  title: string;
  /** Width in pixels. */
  size?: number;
  /** Whether a request is running, where the dialog has no form that knows it. */
  busy?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** What a form tells its dialog. */
interface Told {
  isTyped?: boolean;
  isAwaited?: boolean;
}
const TellDialog = createContext<(told: Told) => void>(() => undefined);

/**
 * A dialog above the page. What was typed into its form is discarded by キャンセル, or after a question.
 * It stays while a request of its form is answered, which cannot be cancelled and may be refused.
 */
export function Dialog(props: DialogProps) {
  const common = useTexts(commonTexts);
  useFocusReturn();
  const form = useRef<Told>({});
  const tell = useCallback((told: Told) => void Object.assign(form.current, told), []);
  const isAsking = useRef(false);
  const isAwaited = useAwaited(props.busy ?? false);
  const close = async () => {
    if (isAwaited || form.current.isAwaited) return;
    if (!form.current.isTyped) return props.onClose();
    // Escape in the question is heard here, too.
    if (isAsking.current) return;
    isAsking.current = true;
    // The question would hear the Escape that opens it.
    await new Promise((resolve) => setTimeout(resolve));
    const discards = await confirm({
      title: common('common.discard.title'),
      text: common('common.discard.text'),
      action: common('common.discard'),
      cancel: common('common.discard.not'),
      danger: true,
    });
    isAsking.current = false;
    if (discards) props.onClose();
  };
  return (
    <Modal
      opened
      onClose={() => void close()}
      size={props.size ?? 520}
      title={props.title}
      closeButtonProps={{ 'aria-label': common('common.close') }}
    >
      <TellDialog value={tell}>{props.children}</TellDialog>
    </Modal>
  );
}

/** Closes a dialog after its request, unless it was left before the answer: another may be open then. */
export function useClose(onClose: () => void): () => void {
  const isMounted = useMounted();
  return () => {
    if (isMounted()) onClose();
  };
}

/** The form of a dialog. A rejection scrolls to the first invalid field. */
export function DialogForm(
  props: FormButtonsProps & {
    /** Whether it begins with what was typed before it was left. */
    typed?: boolean;
    onSubmit: () => void;
    children: ReactNode;
  },
) {
  const { typed, onSubmit, children, ...buttons } = props;
  const form = useRef<HTMLFormElement>(null);
  const sent = useRef(false);
  // What is refused at once may render nothing by itself: its field shows already that it is wrong.
  const [, renderSent] = useReducer((count: number) => count + 1, 0);
  const tell = useContext(TellDialog);
  const isAwaited = useAwaited(props.busy);
  useEffect(() => {
    tell({ isAwaited });
  }, [tell, isAwaited]);
  useEffect(() => {
    if (typed) tell({ isTyped: true });
  }, [tell, typed]);
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
        tell({ isTyped: true });
      }}
      onSubmit={(event) => {
        event.preventDefault();
        sent.current = true;
        renderSent();
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
  props: DialogProps & Omit<Parameters<typeof DialogForm>[0], 'onCancel'>,
) {
  const { title, size, onClose, ...form } = props;
  return (
    <Dialog title={title} size={size} onClose={onClose}>
      <DialogForm onCancel={onClose} {...form} />
    </Dialog>
  );
}
