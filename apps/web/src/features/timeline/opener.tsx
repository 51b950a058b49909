import { ActionIcon } from '@mantine/core';
import type { ReactNode } from 'react';
import { Unfolding } from '../../shared/ui/unfolding';

/** The button of a lazy menu of posts and comments; see {@link Unfolding}. */
export function Opener(props: {
  name: string;
  icon: ReactNode;
  className?: string;
  /** Marks the button for the keys of the feed. */
  react?: boolean;
  /** Replaces the button, initially open. */
  opened: () => ReactNode;
}) {
  return (
    <Unfolding
      popup="menu"
      opened={props.opened}
      button={
        <ActionIcon
          className={props.className}
          aria-label={props.name}
          data-react={props.react ? '' : undefined}
        >
          {props.icon}
        </ActionIcon>
      }
    />
  );
}
