import { createContext, useContext } from 'react';

/**
 * The key of each command on a row: the only place that names it. Menus, tooltips, the selection
 * bar, the palette and the list of shortcuts read it here.
 */
export const rowKeys = {
  finish: 'e',
  tomorrow: 'w',
  status: 's',
  assign: 'a',
  due: 'd',
  label: 'l',
  react: 'r',
  comment: 'c',
  mustRead: 'm',
  task: 't',
  follow: 'f',
  edit: 'E',
  read: 'e',
  unread: 'u',
  write: 'c',
  memberType: 's',
  memberTask: 't',
  memberMessage: 'm',
  export: 'o',
} as const;

export type RowCommandName = keyof typeof rowKeys;

/** Keys that move between rows and select them. */
export const walkKeys = { down: 'j', up: 'k', select: 'x' } as const;

/** Keys of every page. */
export const pageKeys = { write: 'n', search: '/', sheet: '?', go: 'g' } as const;

const InRow = createContext(false);

/** Says whether the keys of rows act on the controls inside: true in a row, false in its pane. */
export const RowKeys = InRow.Provider;

interface KeyHint {
  'data-tip'?: string;
  'aria-keyshortcuts'?: string;
}

/** `E` is pressed with Shift. */
export const shortcutOf = (key: string) => (key === key.toLowerCase() ? key : `Shift+${key}`);

/** Tooltip and shortcut of a control for a command; neither outside of rows, where no key acts. */
export function useKeyHint(): (command: RowCommandName, words: string) => KeyHint {
  const inRow = useContext(InRow);
  return (command, words) => {
    const key = rowKeys[command];
    return inRow ? { 'data-tip': `${words} (${key})`, 'aria-keyshortcuts': shortcutOf(key) } : {};
  };
}

/** The key of a command; null outside of rows. */
export function useRowKey(): (command: RowCommandName) => string | null {
  const inRow = useContext(InRow);
  return (command) => (inRow ? rowKeys[command] : null);
}
