import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { PeekCard } from './peek-card';
import style from './peek.module.css';
import { peekAt, type Peeked } from './peek.rules';
import { placeOf } from './peek-place.rules';

/** How long a pointer rests before the card shows, in milliseconds. */
const HOVER_DELAY_MS = 300;
/** How long a finger rests. */
const PRESS_MS = 500;
/** Time to move the pointer from the avatar to the card. */
const LEAVE_MS = 220;

interface Shown {
  person: Peeked;
  anchor: Element;
  place: React.CSSProperties;
  /** The key that opened it closes it, not a pointer that left another card or face. */
  byKey: boolean;
}

/**
 * Shows who somebody is, at any face or name: by hover, by Space, by a long press. `asked`: the
 * face or name of the latest Space, a new object for each press.
 */
export function PeekHost({ asked }: { asked: { element: Element } | null }) {
  const [shown, setShown] = useState<Shown | null>(null);
  const card = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { pathname } = useLocation();

  const hide = useCallback(() => {
    clearTimeout(timer.current);
    setShown(null);
  }, []);
  const show = useCallback((anchor: Element, byKey = false) => {
    clearTimeout(timer.current);
    const person = anchor.isConnected && peekAt(anchor);
    if (!person) return;
    setShown({ person, anchor, place: placeOf(anchor.getBoundingClientRect()), byKey });
  }, []);
  useEffect(() => hide, [pathname, hide]);

  const leave = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !shown) return;
    event.preventDefault();
    hide();
  });
  const answer = useEffectEvent((face: Element) => {
    // Over a card that the pointer opened, the key shows the row's own.
    if (shown?.byKey && shown.person.id === peekAt(face)?.id) hide();
    else show(face, true);
  });
  useEffect(() => {
    if (asked) answer(asked.element);
  }, [asked]);
  useEffect(() => {
    const over = (event: PointerEvent) => {
      if (event.pointerType === 'touch') return;
      const target = event.target as Element;
      if (card.current?.contains(target)) return clearTimeout(timer.current);
      clearTimeout(timer.current);
      const anchor = target.closest('[data-peek],a[href]');
      if (anchor && peekAt(anchor)) timer.current = setTimeout(() => show(anchor), HOVER_DELAY_MS);
      else {
        timer.current = setTimeout(() => setShown((now) => (now?.byKey ? now : null)), LEAVE_MS);
      }
    };
    // The finger that rested opens no link when it leaves.
    const swallow = (click: Event) => click.preventDefault();
    const down = (event: PointerEvent) => {
      // After a long press some browsers send no click: it must not be the next one.
      window.removeEventListener('click', swallow, true);
      const target = event.target as Element;
      if (card.current?.contains(target)) return;
      hide();
      const anchor = event.pointerType === 'touch' ? target.closest('[data-peek],a[href]') : null;
      if (!anchor || !peekAt(anchor)) return;
      const rest = setTimeout(() => {
        show(anchor);
        window.addEventListener('click', swallow, { capture: true, once: true });
      }, PRESS_MS);
      const stop = () => clearTimeout(rest);
      for (const end of ['pointerup', 'pointercancel', 'scroll'] as const) {
        window.addEventListener(end, stop, { once: true, capture: true });
      }
    };
    // The pointer still rests: a list may scroll below it while it loads. A card that was opened by
    // a key stays at its row, which the list may still be moving into view.
    const scroll = (event: Event) => {
      if (card.current?.contains(event.target as Node)) return;
      setShown((now) => {
        const at = now?.byKey && now.anchor.isConnected && now.anchor.getBoundingClientRect();
        if (!at || at.bottom < 0 || at.top > window.innerHeight) return null;
        return { ...now, place: placeOf(at) };
      });
    };
    // Shows the card for the element that the pointer rested on during loading.
    const hovered = [...document.querySelectorAll(':hover')].at(-1)?.closest('[data-peek],a[href]');
    if (hovered && peekAt(hovered)) timer.current = setTimeout(() => show(hovered), HOVER_DELAY_MS);
    window.addEventListener('pointerover', over, { passive: true });
    window.addEventListener('pointerdown', down, { passive: true });
    window.addEventListener('scroll', scroll, { passive: true, capture: true });
    window.addEventListener('keydown', leave, true);
    return () => {
      clearTimeout(timer.current);
      window.removeEventListener('pointerover', over);
      window.removeEventListener('pointerdown', down);
      window.removeEventListener('scroll', scroll, { capture: true });
      window.removeEventListener('keydown', leave, true);
    };
  }, [hide, show]);

  if (!shown) return null;
  return (
    <div ref={card} className={`engawa-card ${style.card}`} style={shown.place}>
      <PeekCard key={shown.person.id} person={shown.person} />
    </div>
  );
}
