import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts texts with a key of 32 bytes (AES-256-GCM), each bound to its owner. */
export class SealedBox {
  constructor(private readonly boxKey: Buffer) {}

  /** In base64url. `owner` is authenticated, so that sealed texts cannot be swapped between owners. */
  seal(owner: string, text: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.boxKey, nonce).setAAD(Buffer.from(owner));
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
  }

  /** Throws for another owner, another key or changed data. Reads base64 as well. */
  open(owner: string, sealed: string): string {
    const bytes = Buffer.from(sealed, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', this.boxKey, bytes.subarray(0, NONCE_BYTES))
      .setAAD(Buffer.from(owner))
      .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
    try {
      return Buffer.concat([text, decipher.final()]).toString('utf8');
    } catch (cause) {
      const reason = 'a stored secret cannot be decrypted with this ENGAWA_SECRET_KEY';
      throw new Error(reason, { cause });
    }
  }

  /** Like `open` for a stored text; null where the key that sealed it is lost. */
  openStored(owner: string, sealed: string): string | null {
    try {
      return this.open(owner, sealed);
    } catch {
      return null;
    }
  }
}
