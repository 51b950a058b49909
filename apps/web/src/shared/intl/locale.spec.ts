import { localeCookie, readLocale } from './locale';

describe('the language', () => {
  it('is Japanese unless the cookie says otherwise', () => {
    expect(readLocale('')).toBe('ja');
    expect(readLocale('a=b; i18n_redirected=en')).toBe('en');
    expect(readLocale('i18n_redirected=fr')).toBe('ja');
  });

  it('is kept for 365 days', () => {
    expect(localeCookie('en')).toBe('i18n_redirected=en; Max-Age=31536000; Path=/; SameSite=Lax');
  });
});
