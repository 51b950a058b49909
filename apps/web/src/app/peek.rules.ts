/** Whom a face or name stands for. */
export interface Peeked {
  kind: 'member' | 'staff';
  id: string;
}

const CARD = { width: 360, height: 420, gap: 8 };

/** The person of a face (`data-peek="member:ID"`) or of a link to their page; null for others. */
export function peekAt(element: Element): Peeked | null {
  const said = element.getAttribute('data-peek')?.split(':');
  if (said?.[1]) return { kind: said[0] === 'staff' ? 'staff' : 'member', id: said[1] };
  const link = /^\/(members|staffs)\/([\w-]+)$/.exec(element.getAttribute('href') ?? '');
  return link?.[2] ? { kind: link[1] === 'staffs' ? 'staff' : 'member', id: link[2] } : null;
}

/** Below the anchor, or above it where the window ends; never outside of the window. */
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
