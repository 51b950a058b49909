import '../theme/floating-sheets';
import { Popover } from '@mantine/core';
import { cloneElement } from 'react';
import { type LazyMenuButton, useLazyMenu } from '../lazy/lazy-menu';
import { DueForm } from './due-form';

/** The form of a due date in a popover. */
export function DuePopover(props: {
  button: LazyMenuButton;
  dueAt: string | null;
  onChange: (dueAt: string | null) => void;
}) {
  const { target, isOpen, change } = useLazyMenu();
  const { dueAt } = props;
  return (
    <Popover
      opened={isOpen}
      onChange={change}
      position="bottom-start"
      withinPortal
      trapFocus
      returnFocus
    >
      <Popover.Target>
        {cloneElement(props.button, {
          ref: target,
          'aria-expanded': isOpen,
          onClick: () => change(!isOpen),
        })}
      </Popover.Target>
      <Popover.Dropdown p="sm">
        <DueForm
          dueAt={dueAt}
          onDone={(next) => {
            change(false);
            if (next !== dueAt) props.onChange(next);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
