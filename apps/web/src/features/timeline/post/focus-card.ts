/**
 * Moves the focus from a form that ends to the card that it is in: without a focus, the thread or list
 * around the card would not hear its keys.
 */
export function focusCard(card: HTMLElement | null): void {
  if (card?.contains(document.activeElement)) card.focus({ preventScroll: true });
}
