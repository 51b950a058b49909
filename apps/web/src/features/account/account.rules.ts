/** The token of a mailed link, from the address's part behind `#`; null where there is none. */
export function linkTokenOf(hash: string): string | null {
  const token = new URLSearchParams(hash.replace(/^#/, '')).get('token') ?? '';
  return token !== '' && token.length <= 300 ? token : null;
}

/** Which of the three pages a refused link shows; null for a failure that is not the link's. */
export function linkStateOf(code: string): 'expired' | 'used' | 'invalid' | null {
  const state = /^identity\.password-link\.(expired|used|invalid)$/.exec(code)?.[1];
  return (state as 'expired' | 'used' | 'invalid' | undefined) ?? null;
}
