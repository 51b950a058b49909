import { Button } from '@mantine/core';
import { commonTexts } from '../intl/common.messages';
import { useTexts } from '../intl/messages';

export interface FormButtonsProps {
  /** What the button says that sends the form; 保存する if left out. */
  action?: string;
  /** Whether the action takes something away that does not come back by itself. */
  danger?: boolean;
  disabled?: boolean;
  /** Whether the answer is awaited. */
  busy: boolean;
  onCancel: () => void;
}

/** At the foot of a form that can be left; the class lays the two out. */
export function FormButtons(props: FormButtonsProps & { className?: string }) {
  const common = useTexts(commonTexts);
  return (
    <div className={props.className}>
      <Button variant="default" onClick={props.onCancel}>
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
  );
}
