import { events, type DataOf, type EventEnvelope } from '@engawa/contracts';

/** An access token lives this long at most; a revoked session is forgotten after, in ms. */
export const REVOCATION_MEMORY = 16 * 60 * 1000;

type Revocation = DataOf<typeof events.sessionRevoked>;

/** Sessions that ended while their access tokens still live. */
export class RevokedSessions {
  private readonly until = new Map<string, number>();
  private readonly listeners = new Set<(sessionId: string) => void>();

  /** Learns from an event; others than revocations are ignored. */
  apply(event: EventEnvelope): void {
    if (event.name !== events.sessionRevoked.name) return;
    const { sessionIds } = event.data as Revocation;
    const until = Date.parse(event.at) + REVOCATION_MEMORY;
    if (until <= Date.now()) return;
    this.forgetOld();
    for (const id of sessionIds) {
      this.until.set(id, until);
      for (const listener of this.listeners) listener(id);
    }
  }

  has(sessionId: string): boolean {
    if (this.until.size === 0) return false;
    const until = this.until.get(sessionId);
    return until !== undefined && until > Date.now();
  }

  /** Calls `listener` with each session that ends from now on; answers how to stop. */
  onRevoked(listener: (sessionId: string) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private forgetOld(): void {
    const now = Date.now();
    for (const [id, until] of this.until) if (until <= now) this.until.delete(id);
  }
}
