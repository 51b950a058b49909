import type { ServerResponse } from 'node:http';
import type { AccessClaims } from '@engawa/contracts';

/** A reader this far behind, in bytes, is disconnected; it reconnects and resumes. */
const MAX_UNSENT_BYTES = 256 * 1024;

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

  send(text: string | Buffer): void {
    if (!this.open) return;
    if (this.raw.writableLength > MAX_UNSENT_BYTES) {
      this.open = false;
      this.raw.destroy();
      return;
    }
    this.raw.write(text);
  }

  /** Ends the stream; destroys a connection that does not close by itself. */
  end(text = ''): void {
    if (!this.open) return;
    this.open = false;
    this.raw.end(text);
    setTimeout(() => this.raw.destroy(), 1_000).unref();
  }
}
