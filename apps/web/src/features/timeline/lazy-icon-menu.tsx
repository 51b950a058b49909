import { ActionIcon } from '@mantine/core';
import type { ReactNode } from 'react';
import { LazyMenu } from '../../shared/lazy/lazy-menu';
import { type RowCommandName, useKeyHint } from '../../shared/rows/keys';

/** The button of a lazy menu of posts and comments; see {@link LazyMenu}. */
export function LazyIconMenu(props: {
  name: string;
  icon: ReactNode;
  className?: string;
  /** The command that opens the same choices by a key. */
  command?: RowCommandName;
  /** Replaces the button, initially open. */
  opened: () => ReactNode;
}) {
  const keyHint = useKeyHint();
  return (
    <LazyMenu
      popup="menu"
      opened={props.opened}
      button={
        <ActionIcon
          className={props.className}
          aria-label={props.name}
          {...(props.command ? keyHint(props.command, props.name) : {})}
        >
          {props.icon}
        </ActionIcon>
      }
    />
  );
}
