import { placeOf } from './focus-place';

/**
 * Gives the focus back that a control lost without its reader's doing: to the control that was disabled,
 * such as a button whose request was running, once it is enabled; and from a removed one to where its reader
 * continues, unless the code that removed it moves the focus. A focus that has gone elsewhere stays there.
 * Returns a function that ends this.
 */
export function keepFocus(): () => void {
  let focused: HTMLElement | null = null;
  let find: () => HTMLElement | null = () => null;
  let wasDisabled = false;
  let isWaiting = false;
  const isLost = () => document.activeElement === document.body;
  const enter = ({ target }: FocusEvent) => {
    focused = target instanceof HTMLElement ? target : null;
    wasDisabled = false;
    // Cards leave a feed as it is scrolled, and move the focus themselves.
    if (focused)
      find = focused.closest('[data-post], [data-comment]') ? () => null : placeOf(focused);
  };
  const leave = () => {
    const left = focused;
    requestAnimationFrame(() => {
      if (focused === left && left?.isConnected && !wasDisabled && isLost()) focused = null;
    });
  };
  const giveBack = () => {
    isWaiting = false;
    if (focused && !focused.isConnected && isLost()) find()?.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(() => {
    if (!focused) return;
    if (!focused.isConnected) {
      if (isWaiting || !isLost()) return;
      isWaiting = true;
      // What takes the place of the removed part, or closes above the page, moves the focus in the next frame.
      requestAnimationFrame(() => requestAnimationFrame(giveBack));
    } else if (focused.closest('[disabled]')) {
      wasDisabled = true;
    } else if (wasDisabled) {
      wasDisabled = false;
      if (isLost()) focused.focus({ preventScroll: true });
    }
  });
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: ['disabled'],
  });
  document.addEventListener('focusin', enter);
  document.addEventListener('focusout', leave);
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', enter);
    document.removeEventListener('focusout', leave);
  };
}
