import { createHash, createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto';

/** The server's only account. */
export interface Account {
  readonly user: string;
  readonly password: string;
}

const ITERATIONS = 15_000;

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Stored data of the account (RFC 5802), enough to verify a proof without the password. */
export class Credentials {
  readonly user: string;
  private readonly salt = randomBytes(28);
  private readonly storedKey: Buffer;
  private readonly serverKey: Buffer;

  constructor({ user, password }: Account) {
    this.user = user;
    const salted = pbkdf2Sync(password.normalize('NFKC'), this.salt, ITERATIONS, 32, 'sha256');
    this.storedKey = createHash('sha256').update(hmac(salted, 'Client Key')).digest();
    this.serverKey = hmac(salted, 'Server Key');
  }

  /** The server's first message for a client's nonce. */
  challenge(clientNonce: string): string {
    const nonce = clientNonce + randomBytes(24).toString('base64');
    return `r=${nonce},s=${this.salt.toString('base64')},i=${ITERATIONS}`;
  }

  /** The server's proof, or null when the client's is wrong. */
  verify(messages: string, proof: Buffer): string | null {
    const signature = hmac(this.storedKey, messages);
    if (proof.length !== signature.length) return null;
    const clientKey = Buffer.from(proof.map((byte, at) => byte ^ signature[at]!));
    const storedKey = createHash('sha256').update(clientKey).digest();
    if (!timingSafeEqual(storedKey, this.storedKey)) return null;
    return hmac(this.serverKey, messages).toString('base64');
  }
}
