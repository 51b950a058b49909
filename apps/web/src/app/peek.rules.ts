/** The person that an avatar or name refers to. */
export interface Peeked {
  kind: 'member' | 'staff';
  id: string;
}

/**
 * The person of an avatar (`data-peek="member:ID"`) or of a link to their page; null for other
 * elements.
 */
export function peekAt(element: Element): Peeked | null {
  const reference = element.getAttribute('data-peek')?.split(':');
  if (reference?.[1])
    return { kind: reference[0] === 'staff' ? 'staff' : 'member', id: reference[1] };
  const link = /^\/(members|staffs)\/([\w-]+)$/.exec(element.getAttribute('href') ?? '');
  return link?.[2] ? { kind: link[1] === 'staffs' ? 'staff' : 'member', id: link[2] } : null;
}

/** The avatar or link of the focused person or row; null on a button, whose own key Space is. */
export function focusedFace(): Element | null {
  const focused = document.activeElement;
  if (!focused || focused.tagName === 'BUTTON' || focused.getAttribute('role') === 'button')
    return null;
  if (peekAt(focused)) return focused;
  return focused.closest('[data-row]')?.querySelector('[data-peek]') ?? null;
}
