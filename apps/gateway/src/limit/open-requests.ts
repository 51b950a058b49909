import type { IncomingMessage, ServerResponse } from 'node:http';

/** Counts the concurrent open requests of each caller, in this replica's memory. */
export class OpenRequests {
  private readonly counts = new Map<string, number>();

  constructor(private readonly limit: number) {}

  /**
   * Counts a request until its body is received or its connection ends. Returns false, without
   * counting, if the caller has reached the limit.
   */
  admitUntilReceived(caller: string, raw: IncomingMessage): boolean {
    const { socket } = raw;
    // It ended during an earlier check: no event would end the count.
    if (socket.destroyed) return true;
    if (!this.add(caller)) return false;
    // The request emits nothing if its connection ends after the response.
    const release = () => {
      raw.off('end', release);
      socket.off('close', release);
      this.remove(caller);
    };
    raw.once('end', release);
    socket.once('close', release);
    return true;
  }

  /** The same, until the request is answered. */
  admitUntilAnswered(caller: string, response: ServerResponse): boolean {
    if (response.destroyed) return true;
    if (!this.add(caller)) return false;
    response.once('close', () => this.remove(caller));
    return true;
  }

  private add(caller: string): boolean {
    const count = this.counts.get(caller) ?? 0;
    if (count >= this.limit) return false;
    this.counts.set(caller, count + 1);
    return true;
  }

  private remove(caller: string): void {
    const count = this.counts.get(caller)! - 1;
    if (count === 0) this.counts.delete(caller);
    else this.counts.set(caller, count);
  }
}
