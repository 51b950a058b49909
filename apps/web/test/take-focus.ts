/** Takes the focus from a control that is disabled, as browsers do and jsdom does not. */
export async function takeFocusOfDisabled(): Promise<void> {
  // Observers hear of the change first.
  await Promise.resolve();
  const focused = document.activeElement;
  const owner = focused?.closest('[disabled]');
  if (!owner || !(focused instanceof HTMLElement)) return;
  owner.removeAttribute('disabled');
  focused.blur();
  owner.setAttribute('disabled', '');
}
