import { events, type DataOf, type EventEnvelope } from '@engawa/contracts';

/** Longer than the lifetime of access tokens; then a revoked session is dropped. In ms. */
export const REVOCATION_TTL_MS = 16 * 60 * 1000;

type Revocation = DataOf<typeof events.sessionRevoked>;

/** The state of the session that an access token names. */
export type RevokedState = 'ended' | 'outdated';

/** Sessions that ended or changed their permissions while their access tokens are still valid. */
export class RevokedSessions {
  private readonly known = new Map<string, { until: number; state: RevokedState }>();
  private readonly listeners = new Set<(sessionId: string) => void>();

  /** Handles an event; all but revocations are ignored. */
  apply(event: EventEnvelope): void {
    if (event.name !== events.sessionRevoked.name) return;
    const { sessionIds, continues } = event.data as Revocation;
    const until = Date.parse(event.at) + REVOCATION_TTL_MS;
    if (until <= Date.now()) return;
    this.forgetOld();
    for (const id of sessionIds) {
      this.known.set(id, { until, state: continues ? 'outdated' : 'ended' });
      for (const listener of this.listeners) listener(id);
    }
  }

  /** Null if the session's tokens are valid. */
  stateOf(sessionId: string): RevokedState | null {
    const found = this.known.get(sessionId);
    return found && found.until > Date.now() ? found.state : null;
  }

  /** Calls `listener` with each session revoked from now on; returns the unsubscribe function. */
  onRevoked(listener: (sessionId: string) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private forgetOld(): void {
    const now = Date.now();
    for (const [id, { until }] of this.known) if (until <= now) this.known.delete(id);
  }
}
