import { ActionIcon } from '@mantine/core';
import type { ReactNode } from 'react';
import { Unfolding } from '../../shared/ui/unfolding';

/** The button of a menu of posts and comments; see {@link Unfolding}. */
export function Opener(props: {
  name: string;
  icon: ReactNode;
  className?: string;
  /** The keys of the feed find it by this. */
  react?: boolean;
  /** Comes in the place of the button, unfolded. */
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
