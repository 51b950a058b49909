import { locales, type Locale } from '@engawa/contracts';

const cookieForm = /(?:^|;\s*)i18n_redirected=([^;]*)/;

function supported(tag: string): Locale | null {
  const language = tag.trim().toLowerCase().split('-')[0];
  return locales.find((locale) => locale === language) ?? null;
}

/**
 * The caller's language: the choice in the web app (`i18n_redirected`), else the best match of
 * `Accept-Language`, else Japanese.
 */
export function localeOf(headers: {
  cookie?: string | undefined;
  'accept-language'?: string | undefined;
}): Locale {
  const chosen = headers.cookie ? cookieForm.exec(headers.cookie) : null;
  const fromCookie = chosen ? supported(chosen[1]!) : null;
  if (fromCookie) return fromCookie;
  const wanted = (headers['accept-language'] ?? '')
    .slice(0, 500)
    .split(',')
    .map((part, index) => {
      const [tag = '', ...parameters] = part.split(';');
      const q = parameters.find((parameter) => parameter.trim().startsWith('q='));
      const weight = q ? Number(q.trim().slice(2)) : 1;
      return { locale: supported(tag), weight: Number.isFinite(weight) ? weight : 0, index };
    })
    .filter((entry) => entry.locale !== null && entry.weight > 0)
    .sort((a, b) => b.weight - a.weight || a.index - b.index);
  return wanted[0]?.locale ?? locales[0];
}
