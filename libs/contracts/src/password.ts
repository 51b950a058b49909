export const PASSWORD_MIN_LENGTH = 8;

/**
 * Whether a password has too few Unicode characters, as it is typed or in the NFKC form that is hashed. In
 * a module without schemas, which the browser takes.
 */
export function isShortPassword(password: string): boolean {
  const forms = [password.normalize('NFC'), password.normalize('NFKC')];
  return forms.some((form) => [...form].length < PASSWORD_MIN_LENGTH);
}
