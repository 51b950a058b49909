export const PASSWORD_MIN_LENGTH = 8;

/**
 * Whether a password has too few characters, counted in the NFKC form that is hashed. In a module
 * without schemas, which the browser takes.
 */
export function isShortPassword(password: string): boolean {
  return [...password.normalize('NFKC')].length < PASSWORD_MIN_LENGTH;
}
