import type { ServerResponse } from 'node:http';
import type { AccessClaims } from '@engawa/contracts';

/** A reader that is this far behind, in bytes, is dropped; it comes back and resumes. */
const MOST_UNSENT = 256 * 1024;

/** One open live stream. */
export class LiveSocket {
  private open = true;

  constructor(
    private readonly raw: ServerResponse,
    readonly claims: Readonly<AccessClaims>,
    onClose: (socket: LiveSocket) => void,
  ) {
    raw.once('close', () => {
      this.open = false;
      onClose(this);
    });
  }

  send(text: string): void {
    if (!this.open) return;
    if (this.raw.writableLength > MOST_UNSENT) {
      this.open = false;
      this.raw.destroy();
      return;
    }
    this.raw.write(text);
  }

  /** Says goodbye; destroys what does not hang up by itself. */
  end(text = ''): void {
    if (!this.open) return;
    this.open = false;
    this.raw.end(text);
    setTimeout(() => this.raw.destroy(), 1_000).unref();
  }
}
