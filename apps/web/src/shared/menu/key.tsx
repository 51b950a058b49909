import type { ReactNode } from 'react';
import { type RowCommandName, shortcutOf, useRowKey } from '../rows/keys';

/** A key as shown in menus; screen readers get it from `aria-keyshortcuts` of the item. */
export function Key({ children }: { children: string }) {
  return <kbd aria-hidden="true">{children}</kbd>;
}

/** Shows the key of a command in its menu item; not outside of rows, where no key acts. */
export function useItemKey(): (command: RowCommandName) => {
  rightSection?: ReactNode;
  'aria-keyshortcuts'?: string;
} {
  const keyOf = useRowKey();
  return (command) => {
    const key = keyOf(command);
    return key === null
      ? {}
      : { rightSection: <Key>{key}</Key>, 'aria-keyshortcuts': shortcutOf(key) };
  };
}
