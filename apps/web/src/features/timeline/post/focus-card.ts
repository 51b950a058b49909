/**
 * Moves the focus from a form that ends to the card that it is in: without a focus, the thread or list
 * around the card would not hear its keys.
 */
export function focusCard(card: HTMLElement | null): void {
  if (card?.contains(document.activeElement)) card.focus({ preventScroll: true });
}

/** Moves the focus from a card that goes to the one beside it, so that their list hears its keys. */
export function focusBeside(card: HTMLElement | null, kind: 'post' | 'comment'): void {
  const cards = [...document.querySelectorAll<HTMLElement>(`[data-${kind}]`)];
  const at = cards.findIndex((other) => other === card);
  (cards[at + 1] ?? cards[at - 1])?.focus({ preventScroll: true });
}
