/**
 * The form in which addresses are compared: without case, and without the differences of full
 * and half width (IDN-2).
 */
export function emailKeyOf(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase();
}
