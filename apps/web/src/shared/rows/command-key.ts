import { isTextTarget } from '../form/text-target';

/**
 * The key of a press that may be a command; null in fields, with modifiers, and during IME
 * composition (229 in Safari and on Windows).
 */
export function commandKey(event: KeyboardEvent): string | null {
  if (event.isComposing || event.keyCode === 229 || event.defaultPrevented) return null;
  if (event.ctrlKey || event.metaKey || event.altKey || isTextTarget(event.target)) return null;
  return event.key;
}
