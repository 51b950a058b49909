import { useEffect, useState } from 'react';
import { placeOf } from './focus-place';

/**
 * Gives the focus back to where it was before the calling part was shown, once the part is removed:
 * else Tab would begin at the top of the page. A focus that has gone elsewhere stays there.
 */
export function useFocusReturn(): void {
  const [before] = useState(focusedPlace);
  useEffect(
    () => () => {
      // The focus leaves a part only when React has removed it from the page.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) before()?.focus({ preventScroll: true });
      });
    },
    [before],
  );
}

/** The place of the element with the focus, or of the button of the menu that has it. */
export function focusedPlace(): () => HTMLElement | null {
  const focused = document.activeElement;
  // An entry of a menu is removed together with its menu.
  const opener = focused?.closest('[role=menu]')?.getAttribute('aria-labelledby');
  const place = opener ? document.getElementById(opener) : focused;
  return place instanceof HTMLElement && place !== document.body ? placeOf(place) : () => null;
}
