import type { Locale } from '@engawa/contracts';

/** The source's cookie; it lives 365 days (WEB-2). */
const LOCALE_COOKIE = 'i18n_redirected';
const DAYS_365_IN_SECONDS = 365 * 24 * 60 * 60;

/** The language of the cookie; Japanese without one (specification, section 9). */
export function readLocale(cookies: string = document.cookie): Locale {
  const value = cookies
    .split(';')
    .map((pair) => pair.trim().split('='))
    .find(([name]) => name === LOCALE_COOKIE)?.[1];
  return value === 'en' ? 'en' : 'ja';
}

/** The cookie that stores a language. */
export function localeCookie(locale: Locale): string {
  return `${LOCALE_COOKIE}=${locale}; Max-Age=${DAYS_365_IN_SECONDS}; Path=/; SameSite=Lax`;
}

/** Stores a language and reloads the page. */
export function switchLocale(locale: Locale): void {
  document.cookie = localeCookie(locale);
  window.location.reload();
}
