/** The icon of public/favicon.svg with a red count. */
function badged(text: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#274B7A"/><path d="M6 13.5 16 7l10 6.5M9.5 13.5v6M22.5 13.5v6M5.5 20.5h21M7.5 24.5h17" fill="none" stroke="#fff" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"/><circle cx="22" cy="10" r="10" fill="#C13C29"/><text x="22" y="15" font-family="sans-serif" font-size="${text.length > 1 ? 12 : 15}" font-weight="700" text-anchor="middle" fill="#fff">${text}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

let plain: string | null = null;

/** Shows the number of unread notifications in the favicon; nothing at zero. */
export function setFaviconCount(count: number): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (!link) return;
  plain ??= link.getAttribute('href') ?? '';
  link.setAttribute('href', count > 0 ? badged(count > 9 ? '9+' : String(count)) : plain);
}
