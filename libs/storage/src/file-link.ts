import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a link opens: one form of one file of one space. */
export interface LinkedFile {
  space: string;
  fileId: string;
  form: 'original' | 'thumb';
}

/**
 * Signs links to files. A page's `<img>` cannot send a token, so the link itself carries the
 * right: it is handed out only in answers to a session of the space, opens only that file of that
 * space, and expires. Links stay the same within a window, so that browsers can cache the file.
 */
export class FileLinkSigner {
  /**
   * @param secret at least 32 characters, the same for all replicas
   * @param windowSeconds a link lives at least one and at most two windows
   */
  constructor(
    private readonly secret: string,
    private readonly windowSeconds = 3_600,
  ) {
    if (secret.length < 32) throw new Error('The secret of file links needs 32 characters');
  }

  /** `expires=…&signature=…` for the link's query. */
  sign(file: LinkedFile, now = Date.now()): string {
    const seconds = Math.floor(now / 1_000);
    const expires = (Math.floor(seconds / this.windowSeconds) + 2) * this.windowSeconds;
    return `expires=${expires}&signature=${this.signature(file, expires)}`;
  }

  /** Whether the signature is ours, for this file, and has not expired. */
  verify(file: LinkedFile, expires: number, signature: string, now = Date.now()): boolean {
    if (!Number.isSafeInteger(expires) || expires * 1_000 <= now) return false;
    const wanted = Buffer.from(this.signature(file, expires));
    const given = Buffer.from(signature);
    return wanted.length === given.length && timingSafeEqual(wanted, given);
  }

  private signature(file: LinkedFile, expires: number): string {
    return createHmac('sha256', this.secret)
      .update(JSON.stringify([file.space, file.fileId, file.form, expires]))
      .digest('base64url');
  }
}
