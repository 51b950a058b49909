import { focusedPlace } from '../layout/use-focus-return';

/** A question before an action that cannot simply be undone. */
export interface ConfirmRequest {
  title: string;
  text: string;
  /** The verb on the button, such as 削除する. */
  action: string;
  /** The word on the other button, キャンセル by default. */
  cancel?: string;
  /** Dangerous actions are red; very dangerous ones also require a typed word. */
  danger?: boolean;
  typeToConfirm?: string;
}

interface Asked extends ConfirmRequest {
  answer: (yes: boolean) => void;
}

let asked: Asked | null = null;
let used = false;
const watchers = new Set<() => void>();

export const confirmStore = {
  subscribe(watcher: () => void): () => void {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  },
  read: () => asked,
  /** Whether anything was asked since the app started. */
  wasUsed: () => used,
};

function set(value: Asked | null): void {
  asked = value;
  for (const watcher of watchers) watcher();
}

/**
 * Asks the reader; true when they agree. A second question answers the first with no. The answer gives
 * the focus back to where it was.
 */
export function confirm(question: ConfirmRequest): Promise<boolean> {
  asked?.answer(false);
  used = true;
  // Kept here, because the dialog is loaded with the first question, after the focus may be gone.
  const opener = focusedPlace();
  return new Promise((resolve) => {
    set({
      ...question,
      answer: (yes) => {
        set(null);
        opener()?.focus({ preventScroll: true });
        resolve(yes);
      },
    });
  });
}
