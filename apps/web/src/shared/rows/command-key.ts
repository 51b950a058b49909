import { isForWriting } from '../ui/for-writing';

/**
 * The key of a press that may be a command; null where somebody writes or chooses, with a modifier,
 * and while an input method composes (229 is what Safari and Windows say of such a press).
 */
export function commandKey(event: KeyboardEvent): string | null {
  if (event.isComposing || event.keyCode === 229 || event.defaultPrevented) return null;
  if (event.ctrlKey || event.metaKey || event.altKey || isForWriting(event.target)) return null;
  return event.key;
}
