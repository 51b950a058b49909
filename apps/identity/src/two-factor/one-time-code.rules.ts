import { createHash, randomInt } from 'node:crypto';
import { generateSecret, generateURI, verify } from 'otplib/functional';

/** Codes of one step before or after are accepted, because clocks differ. In seconds. */
const tolerance = 30;

/** A new secret of 160 bits in base32. */
export function newTotpSecret(): string {
  return generateSecret();
}

/** The URI that authenticator apps read from a QR code. */
export function totpUri(secret: string, email: string): string {
  return generateURI({ issuer: 'Engawa', label: email, secret });
}

/**
 * The time step of a correct TOTP code, or null. Steps up to `lastStep` are rejected, so that an
 * observed code cannot be reused (RFC 6238, 5.2).
 */
export async function matchTotp(
  secret: string,
  code: string,
  lastStep: number | null,
): Promise<number | null> {
  const token = bare(code);
  if (!/^\d{6}$/.test(token)) return null;
  const result = await verify({ secret, token, epochTolerance: tolerance });
  if (!result.valid || !('timeStep' in result)) return null;
  return lastStep !== null && result.timeStep <= lastStep ? null : result.timeStep;
}

/** Without 0, 1, i, l and o, which look alike. */
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz';
const codeCount = 10;

/** Ten recovery codes of 10 characters, about 49 bits each, written as `xxxxx-xxxxx`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: codeCount }, () => {
    const text = Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)]).join('');
    return `${text.slice(0, 5)}-${text.slice(5)}`;
  });
}

/** Removes spaces and hyphens; full width becomes half width. */
function bare(code: string): string {
  return code.normalize('NFKC').replace(/[\s-]/g, '');
}

/** The stored hash of a recovery code; case, width, spaces and hyphens are ignored. */
export function hashOfRecoveryCode(staffId: string, code: string): string {
  const plain = bare(code).toLowerCase();
  return createHash('sha256').update(`${staffId}\n${plain}`).digest('base64url');
}
