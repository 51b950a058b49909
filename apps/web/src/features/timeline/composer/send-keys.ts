import type { KeyboardEvent } from 'react';
import { isSendKey } from '../../../shared/form/composing';

/** The send shortcut of this device. */
export const sendKeys = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘ Enter' : 'Ctrl Enter';

/**
 * Whether a key press on a control of a form is its send shortcut, which then does nothing else.
 * React reports the keys of the form's menus and dialogs, too, which are elsewhere on the page.
 */
export function takeSendKey(event: KeyboardEvent<HTMLFormElement>): boolean {
  const isOfForm = event.currentTarget.contains(event.target as Node);
  if (!isSendKey(event) || event.defaultPrevented || !isOfForm) return false;
  // The focused button would be pressed as well.
  event.preventDefault();
  return !event.repeat;
}
