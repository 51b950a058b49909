import { createHash, randomInt } from 'node:crypto';
import { generateSecret, generateURI, verify } from 'otplib/functional';

/** A code of one step before or after is taken too: clocks differ. In seconds. */
const tolerance = 30;

/** A new secret of 160 bits in base32. */
export function newTotpSecret(): string {
  return generateSecret();
}

/** The address that authenticator apps read from a QR code. */
export function totpUri(secret: string, email: string): string {
  return generateURI({ issuer: 'Engawa', label: email, secret });
}

/**
 * The time step of a right TOTP code, or null. Steps up to `lastStep` are refused, so that a code
 * that was seen over the shoulder cannot be used again (RFC 6238, 5.2).
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

/** Without 0, 1, i, l and o, which are mistaken for one another. */
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz';
const codeCount = 10;

/** Ten recovery codes of 10 characters, about 49 bits each, written as `xxxxx-xxxxx`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: codeCount }, () => {
    const text = Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)]).join('');
    return `${text.slice(0, 5)}-${text.slice(5)}`;
  });
}

/** Without the blanks and hyphens that apps and papers show; wide letters and digits are plain. */
function bare(code: string): string {
  return code.normalize('NFKC').replace(/[\s-]/g, '');
}

/** What is stored of a recovery code; case, width, blanks and the hyphen do not matter. */
export function hashOfRecoveryCode(staffId: string, code: string): string {
  const plain = bare(code).toLowerCase();
  return createHash('sha256').update(`${staffId}\n${plain}`).digest('base64url');
}
