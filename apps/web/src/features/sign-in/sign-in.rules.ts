import type { Session } from '@engawa/contracts';
import { paths } from '../../shared/address/paths';

const remembered = 'engawa-organisation';

/** An address of this app other than the sign-in page; null where `from` is none. */
export function ownAddress(from: string | null): string | null {
  return from && /^\/(?![/\\])/.test(from) && !from.startsWith('/login') ? from : null;
}

/** Where to go after signing in: back, or to the page that the account opens first. */
export function returnAddress(from: string | null, { firstPage }: Session): string {
  return ownAddress(from) ?? (firstPage === 'today' ? paths.today : paths.timeline);
}

/** A space's name as it is typed; empty where it cannot be one. */
export function spaceName(text: string | null): string {
  const name = (text ?? '').trim().normalize('NFKC').toLowerCase();
  return /^[a-z0-9-]{2,40}$/.test(name) ? name : '';
}

/** The space that this device signed in to with its organisation's account last. */
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
    // Without storage the name is typed again.
  }
}
