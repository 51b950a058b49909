import '../theme/floating-sheets';
import { type MantineSpacing, Popover } from '@mantine/core';
import { cloneElement, type ReactNode } from 'react';
import { type LazyMenuButton, useLazyMenu } from './lazy-menu';

/** The popover of a button, initially open; for `LazyMenu`. */
export function LazyPopover(props: {
  button: LazyMenuButton;
  width?: number;
  /** Padding of the content. */
  p?: MantineSpacing;
  children: (close: () => void) => ReactNode;
}) {
  const { target, isOpen, change } = useLazyMenu();
  return (
    <Popover
      opened={isOpen}
      onChange={change}
      width={props.width}
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
      <Popover.Dropdown p={props.p}>{props.children(() => change(false))}</Popover.Dropdown>
    </Popover>
  );
}
