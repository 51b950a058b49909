import type { KeyboardEvent } from 'react';

/**
 * Whether a key press belongs to an IME composition, as when Enter confirms a conversion. It must
 * never send anything. 229 is Safari's key code after the composition.
 */
export function isComposing(event: KeyboardEvent): boolean {
  return event.nativeEvent.isComposing || event.keyCode === 229;
}

/** Whether the press is Ctrl+Enter, or ⌘+Enter on a Mac, outside of a composition. */
export function isSendKey(event: KeyboardEvent): boolean {
  return event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !isComposing(event);
}
