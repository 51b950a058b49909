import type { KeyboardEvent } from 'react';

/** ↓ in the search field of a list goes on to its first row. */
export function toFirstRow(event: KeyboardEvent): void {
  if (event.key !== 'ArrowDown' || event.nativeEvent.isComposing) return;
  const row = document.querySelector<HTMLElement>('#content [data-row]');
  if (!row) return;
  event.preventDefault();
  row.focus();
}
