const CARD = { width: 360, height: 420, gap: 8 };

/**
 * Position below the anchor, or above it at the bottom of the window; never outside of the window.
 */
export function placeOf(
  anchor: { left: number; top: number; bottom: number },
  view = { width: window.innerWidth, height: window.innerHeight },
): { left: number; top?: number; bottom?: number; maxHeight: number } {
  const left = Math.max(8, Math.min(anchor.left, view.width - CARD.width - 8));
  const below = view.height - anchor.bottom - CARD.gap - 8;
  const above = anchor.top - CARD.gap - 8;
  return below >= CARD.height || below >= above
    ? { left, top: anchor.bottom + CARD.gap, maxHeight: below }
    : { left, bottom: view.height - anchor.top + CARD.gap, maxHeight: above };
}
