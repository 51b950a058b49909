import '@mantine/core/styles/Tooltip.css';
import { Tooltip } from '@mantine/core';
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { exactDateTime } from '../intl/dates';

/** How long the pointer or the focus rests before the tooltip shows, in milliseconds. */
const DELAY_MS = 300;

/**
 * The element whose tooltip shows at a target. A person has a card instead (`data-peek`), the button of
 * an open menu its menu.
 */
function anchorAt(target: Element | null | undefined): HTMLElement | null {
  const anchor = target?.closest<HTMLElement>('[data-tip]');
  return anchor?.closest('[data-peek], [aria-expanded="true"]') ? null : (anchor ?? null);
}

/**
 * Shows `data-tip` of any element as a tooltip: by hover and by keyboard focus. At a time without words,
 * it is the exact time.
 */
export function TipHost() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const rest = useCallback((next: HTMLElement | null) => {
    clearTimeout(timer.current);
    setAnchor((now) => (now === next ? now : null));
    if (next) timer.current = setTimeout(() => setAnchor(next), DELAY_MS);
  }, []);

  const press = useEffectEvent((event: KeyboardEvent) => {
    // Tab moves the focus, which decides by itself.
    if (event.key !== 'Tab') rest(null);
  });
  useEffect(() => {
    const over = (event: PointerEvent) => {
      if (event.pointerType !== 'touch') rest(anchorAt(event.target as Element));
    };
    const focus = (event: FocusEvent) => {
      const target = event.target as Element;
      rest(target.matches(':focus-visible') ? anchorAt(target) : null);
    };
    const hide = () => rest(null);
    // The pointer may have come while this part was loading.
    const hovered = anchorAt([...document.querySelectorAll(':hover')].at(-1));
    if (hovered) timer.current = setTimeout(() => setAnchor(hovered), DELAY_MS);
    window.addEventListener('pointerover', over, { passive: true });
    window.addEventListener('focusin', focus);
    for (const end of ['pointerdown', 'scroll', 'focusout', 'blur']) {
      window.addEventListener(end, hide, { passive: true, capture: true });
    }
    window.addEventListener('keydown', press, true);
    return () => {
      clearTimeout(timer.current);
      window.removeEventListener('pointerover', over);
      window.removeEventListener('focusin', focus);
      for (const end of ['pointerdown', 'scroll', 'focusout', 'blur']) {
        window.removeEventListener(end, hide, { capture: true });
      }
      window.removeEventListener('keydown', press, true);
    };
  }, [rest]);

  const intl = useIntl();
  const words = anchor?.isConnected
    ? anchor.dataset['tip'] ||
      (anchor instanceof HTMLTimeElement && exactDateTime(intl, anchor.dateTime))
    : undefined;
  if (!anchor || !words) return null;
  return <Tooltip opened target={anchor} label={<Description of={anchor}>{words}</Description>} />;
}

/** Words of a tooltip; it describes its control while it shows. */
function Description({ of: anchor, children }: { of: HTMLElement; children: string }) {
  const words = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const tip = words.current?.closest('[role=tooltip]');
    if (!tip || anchor.hasAttribute('aria-describedby')) return undefined;
    anchor.setAttribute('aria-describedby', tip.id);
    return () => anchor.removeAttribute('aria-describedby');
  }, [anchor]);
  return <span ref={words}>{children}</span>;
}
