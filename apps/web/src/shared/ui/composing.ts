import type { KeyboardEvent } from 'react';

/**
 * Whether a key press belongs to an input method that is still composing, as when Enter takes a
 * conversion. Such a press must never send anything. 229 is what Safari says after the fact.
 */
export function isComposing(event: KeyboardEvent): boolean {
  return event.nativeEvent.isComposing || event.keyCode === 229;
}

/** Whether the press is Ctrl+Enter, or ⌘+Enter on a Mac, outside of composition. */
export function isSendKey(event: KeyboardEvent): boolean {
  return event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !isComposing(event);
}
