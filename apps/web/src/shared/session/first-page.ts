import { paths } from '../address/paths';

const KEY = 'engawa.firstPage';

/** Which page this device opens after signing in; the timeline unless the reader chose today. */
export function firstPage(): string {
  return readsTodayFirst() ? paths.today : paths.timeline;
}

export function readsTodayFirst(): boolean {
  try {
    return localStorage.getItem(KEY) === 'today';
  } catch {
    return false;
  }
}

export function setTodayFirst(first: boolean): void {
  try {
    if (first) localStorage.setItem(KEY, 'today');
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage the timeline stays the first page.
  }
}
