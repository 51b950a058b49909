import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { commandKey } from '../shared/rows/command-key';
import { PeekCard } from './peek-card';
import style from './peek.module.css';
import { peekAt, type Peeked, placeOf } from './peek.rules';

/** How long a pointer rests before the card shows, in milliseconds. */
const REST_MS = 300;
/** How long a finger rests. */
const PRESS_MS = 500;
/** The way from the face to the card takes a moment. */
const LEAVE_MS = 220;

/** Shows who somebody is, at any face or name: by hover, by Space, by a long press. */
export function PeekHost() {
  const [shown, setShown] = useState<{ person: Peeked; place: React.CSSProperties } | null>(null);
  const card = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { pathname } = useLocation();

  const hide = useCallback(() => {
    clearTimeout(timer.current);
    setShown(null);
  }, []);
  const show = useCallback((anchor: Element) => {
    const person = anchor.isConnected && peekAt(anchor);
    if (person) setShown({ person, place: placeOf(anchor.getBoundingClientRect()) });
  }, []);
  useEffect(() => hide, [pathname, hide]);

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && shown) {
      event.preventDefault();
      hide();
      return;
    }
    if (commandKey(event) !== ' ') return;
    const focused = document.activeElement;
    // Space is a button's own key.
    if (!focused || focused.tagName === 'BUTTON' || focused.getAttribute('role') === 'button')
      return;
    const anchor = peekAt(focused)
      ? focused
      : focused.closest('[data-row]')?.querySelector('[data-peek]');
    if (!anchor) return;
    event.preventDefault();
    if (shown) hide();
    else show(anchor);
  });
  useEffect(() => {
    const over = (event: PointerEvent) => {
      if (event.pointerType === 'touch') return;
      const target = event.target as Element;
      if (card.current?.contains(target)) return clearTimeout(timer.current);
      clearTimeout(timer.current);
      const anchor = target.closest('[data-peek],a[href]');
      if (anchor && peekAt(anchor)) timer.current = setTimeout(() => show(anchor), REST_MS);
      else timer.current = setTimeout(() => setShown(null), LEAVE_MS);
    };
    const down = (event: PointerEvent) => {
      const target = event.target as Element;
      if (card.current?.contains(target)) return;
      hide();
      const anchor = event.pointerType === 'touch' ? target.closest('[data-peek],a[href]') : null;
      if (!anchor || !peekAt(anchor)) return;
      const rest = setTimeout(() => {
        show(anchor);
        // The finger that rested opens no link when it leaves.
        window.addEventListener('click', (click) => click.preventDefault(), {
          capture: true,
          once: true,
        });
      }, PRESS_MS);
      const stop = () => clearTimeout(rest);
      for (const end of ['pointerup', 'pointercancel', 'scroll'] as const) {
        window.addEventListener(end, stop, { once: true, capture: true });
      }
    };
    // A resting pointer goes on to rest: a list may scroll by itself while it fills.
    const scroll = (event: Event) => {
      if (!card.current?.contains(event.target as Node)) setShown(null);
    };
    // What the pointer rested on while this was fetched.
    const hovered = [...document.querySelectorAll(':hover')].at(-1)?.closest('[data-peek],a[href]');
    if (hovered && peekAt(hovered)) timer.current = setTimeout(() => show(hovered), REST_MS);
    window.addEventListener('pointerover', over, { passive: true });
    window.addEventListener('pointerdown', down, { passive: true });
    window.addEventListener('scroll', scroll, { passive: true, capture: true });
    window.addEventListener('keydown', press, true);
    return () => {
      clearTimeout(timer.current);
      window.removeEventListener('pointerover', over);
      window.removeEventListener('pointerdown', down);
      window.removeEventListener('scroll', scroll, { capture: true });
      window.removeEventListener('keydown', press, true);
    };
  }, [hide, show]);

  if (!shown) return null;
  return (
    <div ref={card} className={style.card} style={shown.place}>
      <PeekCard key={shown.person.id} person={shown.person} />
    </div>
  );
}
