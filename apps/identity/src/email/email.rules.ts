/**
 * The normalized form in which addresses are compared: lower case, and full width as half width
 * (IDN-2).
 */
export function emailKeyOf(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase();
}
