export interface Toast {
  id: number;
  text: string;
  tone: 'plain' | 'failure';
  /** Offers 元に戻す; called at most once. */
  undo?: () => void;
  /** Milliseconds on screen. */
  life: number;
}

let toasts: readonly Toast[] = [];
let next = 1;
const watchers = new Set<() => void>();

function set(list: readonly Toast[]): void {
  toasts = list;
  for (const watcher of watchers) watcher();
}

export const toastStore = {
  subscribe(watcher: () => void): () => void {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  },
  read: () => toasts,
};

/** How long an undo is offered. */
export const UNDO_MS = 6_000;

/** Removes a toast. */
export function hideToast(id: number): void {
  set(toasts.filter((toast) => toast.id !== id));
}

/** Shows a toast; at most three at a time. */
export function showToast(
  text: string,
  options: Partial<Pick<Toast, 'tone' | 'undo' | 'life'>> = {},
): number {
  const id = next++;
  const life =
    options.life ?? (options.undo ? UNDO_MS : options.tone === 'failure' ? 8_000 : 3_500);
  set([...toasts.slice(-2), { id, text, tone: options.tone ?? 'plain', undo: options.undo, life }]);
  return id;
}

/** Shows a failure. */
export function showFailure(text: string): number {
  return showToast(text, { tone: 'failure' });
}
