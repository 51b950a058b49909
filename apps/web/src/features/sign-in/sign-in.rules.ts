import { firstPage } from '../../shared/session/first-page';

const remembered = 'engawa-organisation';

/** Where to go after signing in: an address of this app, never another site; else the first page. */
export function returnAddress(from: string | null): string {
  return from && /^\/(?![/\\])/.test(from) && !from.startsWith('/login') ? from : firstPage();
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
