import type { Session } from '@engawa/contracts';
import { paths } from '../../shared/address/paths';

const remembered = 'engawa-organisation';

/** The return address if it is one of this app, but not the sign-in page; else null. */
export function ownAddress(from: string | null): string | null {
  return from && /^\/(?![/\\])/.test(from) && !from.startsWith('/login') ? from : null;
}

/** Where to go after signing in: back, or to the account's first page. */
export function returnAddress(from: string | null, { firstPage }: Session): string {
  return ownAddress(from) ?? (firstPage === 'today' ? paths.today : paths.timeline);
}

/** The typed name of a space; empty if invalid. */
export function spaceName(text: string | null): string {
  const name = (text ?? '').trim().normalize('NFKC').toLowerCase();
  return /^[a-z0-9-]{2,40}$/.test(name) ? name : '';
}

/** The space that this device last signed in to with its organisation's account. */
export function rememberedSpace(): string {
  try {
    return spaceName(localStorage.getItem(remembered));
  } catch {
    return '';
  }
}

export function rememberSpace(name: string): void {
  try {
    localStorage.setItem(remembered, name);
  } catch {
    // Without storage the name has to be typed again.
  }
}
