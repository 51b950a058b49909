/** The token of a mailed link, after `#` in the address; null without one. */
export function linkTokenOf(hash: string): string | null {
  const token = new URLSearchParams(hash.replace(/^#/, '')).get('token') ?? '';
  return token !== '' && token.length <= 300 ? token : null;
}

/** Which page a rejected link shows; null for other errors. */
export function linkStateOf(code: string): 'expired' | 'used' | 'invalid' | null {
  const state = /^identity\.password-link\.(expired|used|invalid)$/.exec(code)?.[1];
  return (state as 'expired' | 'used' | 'invalid' | undefined) ?? null;
}
