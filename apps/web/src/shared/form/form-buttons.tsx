import { Button, Group, type GroupProps } from '@mantine/core';
import { commonTexts } from '../intl/common.messages';
import { useTexts } from '../intl/messages';
import { SubmitButton } from './submit-button';
import { useAwaited } from './use-awaited';

export interface FormButtonsProps {
  /** Label of the submit button; default 保存する. */
  action?: string;
  /** Whether the action is destructive. */
  danger?: boolean;
  disabled?: boolean;
  /** Whether the request is running. */
  busy: boolean;
  onCancel: () => void;
}

/** Buttons of a form with cancel. */
export function FormButtons(props: FormButtonsProps & Pick<GroupProps, 'justify' | 'className'>) {
  const common = useTexts(commonTexts);
  const isAwaited = useAwaited(props.busy);
  return (
    <Group gap="xs" justify={props.justify} className={props.className}>
      <Button variant="default" disabled={isAwaited} onClick={props.onCancel}>
        {common('common.cancel')}
      </Button>
      <SubmitButton
        color={props.danger ? 'shu' : undefined}
        busy={props.busy}
        disabled={props.disabled}
      >
        {props.action ?? common('common.save')}
      </SubmitButton>
    </Group>
  );
}
