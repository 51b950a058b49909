/** How long a row looks pressed, in ms: about as long as a key is held. */
const PRESSED_MS = 120;

/** The element of a row on the page, if it is rendered. */
export function rowOf(id: string): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>('#content [data-row]')].find(
    (row) => row.dataset['row'] === id,
  );
}

/**
 * Makes a row look pressed by the key that opens it. What it opens takes 0.2 s to render on a slow
 * device, and the key must be answered before.
 */
export function showPressed(id: string): void {
  const row = rowOf(id);
  if (!row) return;
  row.dataset['pressed'] = '';
  setTimeout(() => delete row.dataset['pressed'], PRESSED_MS);
}
