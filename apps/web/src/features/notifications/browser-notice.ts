import type { Notification as Told } from '@engawa/contracts';
import { postPath } from '../../shared/address/post-address';

const KEY = 'engawa.desktop';
const watchers = new Set<() => void>();

export type BrowserChoice = 'unable' | 'off' | 'on' | 'denied';

/** Whether this browser shows desktop notifications: turned on here, and permitted. */
export const browserChoice = {
  read(): BrowserChoice {
    if (typeof Notification === 'undefined') return 'unable';
    if (Notification.permission === 'denied') return 'denied';
    return Notification.permission === 'granted' && localStorage.getItem(KEY) === 'on'
      ? 'on'
      : 'off';
  },
  subscribe(watcher: () => void): () => void {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  },
};

function changed(): void {
  for (const watcher of watchers) watcher();
}

/** Asks for the browser's permission; call from a button only. */
export async function startBrowserNotices(): Promise<void> {
  if ((await Notification.requestPermission()) === 'granted') localStorage.setItem(KEY, 'on');
  changed();
}

export function stopBrowserNotices(): void {
  localStorage.removeItem(KEY);
  changed();
}

/** Shows a desktop notification; several windows show it once by its tag. */
export async function showBrowserNotice(
  told: Told,
  title: string,
  onOpen: (path: string) => void,
): Promise<void> {
  const path = postPath({ kind: 'all' }, told.postId, {
    comments: true,
    commentId: told.commentId,
  });
  const options = { body: told.excerpt, tag: told.id, icon: '/favicon.svg', data: { path } };
  try {
    const notice = new Notification(title, options);
    notice.onclick = () => {
      window.focus();
      notice.close();
      onOpen(path);
    };
  } catch {
    // Phones support it in the service worker only.
    const worker = await navigator.serviceWorker?.getRegistration();
    await worker?.showNotification(title, options);
  }
}
