import { showFailure, showToast } from './toast.store';

/** Copies a text and says so; without the permission, or on a page without TLS, what to do instead. */
export async function copyText(
  text: string,
  words: { done: string; failed: string },
): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    showFailure(words.failed);
    return;
  }
  showToast(words.done);
}
