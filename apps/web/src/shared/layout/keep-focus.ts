/**
 * Gives the focus back to a control that lost it because it was disabled, such as a button whose
 * request was running, once it is enabled. A focus that has gone elsewhere stays there. Returns a
 * function that ends this.
 */
export function keepFocus(): () => void {
  let focused: EventTarget | null = null;
  let disabled: HTMLElement | null = null;
  const note = ({ type, target }: FocusEvent) => {
    focused = type === 'focusin' ? target : null;
    if (focused) disabled = null;
  };
  const observer = new MutationObserver(() => {
    if (focused instanceof HTMLElement && focused.closest('[disabled]')) disabled = focused;
    if (!disabled || disabled.closest('[disabled]')) return;
    if (document.activeElement === document.body) disabled.focus({ preventScroll: true });
    disabled = null;
  });
  observer.observe(document.body, { subtree: true, attributeFilter: ['disabled'] });
  document.addEventListener('focusin', note);
  document.addEventListener('focusout', note);
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', note);
    document.removeEventListener('focusout', note);
  };
}
