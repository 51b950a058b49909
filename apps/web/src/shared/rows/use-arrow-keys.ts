import { useEffect, useEffectEvent } from 'react';
import { commandKey } from './command-key';
import { showPressed } from './row-element';

/** In an empty field the arrows have nothing to do. */
const isEmptyField = (target: EventTarget | null) =>
  target instanceof HTMLTextAreaElement && target.value === '';

/** ↑ and ↓ open the previous or next row while one is open. */
export function useArrowKeys(
  ids: readonly string[],
  open: string | null,
  onOpen: (id: string) => void,
): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    if (event.isComposing || event.defaultPrevented) return;
    if (commandKey(event) === null && !isEmptyField(event.target)) return;
    const at = open === null ? -1 : ids.indexOf(open);
    const next = at < 0 ? undefined : ids[at + (event.key === 'ArrowDown' ? 1 : -1)];
    if (next === undefined) return;
    event.preventDefault();
    showPressed(next);
    onOpen(next);
  });
  useEffect(() => {
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}
