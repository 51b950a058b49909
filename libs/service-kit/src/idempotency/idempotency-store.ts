/** Token of the service's store. */
export const IDEMPOTENCY_STORE = Symbol('IDEMPOTENCY_STORE');

/** An answer is given again for this long, in ms. */
export const IDEMPOTENCY_KEPT = 24 * 60 * 60 * 1000;
/** A request that did not end within this time (its process died) may be begun anew, in ms. */
export const IDEMPOTENCY_LOCK = 60 * 1000;

export interface KeptAnswer {
  status: number;
  headers: Record<string, string>;
  /** JSON text; null for an empty answer. */
  body: string | null;
}

export interface KeyedRequest {
  space: string;
  /** Of key, staff and route; safe as an id. */
  id: string;
  /** Of address and body. */
  fingerprint: string;
  /**
   * 32 bytes that follow from the caller's key: an answer may hold what is shown once, so it is
   * stored for nobody but who has the key. Itself never stored.
   */
  answerKey: Buffer;
}

export type Begun =
  /** Ours to do. */
  | { kind: 'begun' }
  /** Someone else is at it. */
  | { kind: 'running' }
  /** It was another request. */
  | { kind: 'mismatch' }
  /** It was done. */
  | { kind: 'answered'; answer: KeptAnswer };

/** Keeps answers by `Idempotency-Key` in the service's own database. */
export interface IdempotencyStore {
  begin(request: KeyedRequest): Promise<Begun>;
  finish(request: KeyedRequest, answer: KeptAnswer): Promise<void>;
  /** It failed and left nothing: the key is free again. */
  abandon(request: KeyedRequest): Promise<void>;
}

interface MemoryEntry {
  fingerprint: string;
  answer: KeptAnswer | null;
  until: number;
}

/** For a service without a database, and tests. */
export class MemoryIdempotencyStore implements IdempotencyStore {
  private readonly entries = new Map<string, MemoryEntry>();

  constructor(private readonly now: () => number = Date.now) {}

  async begin(request: KeyedRequest): Promise<Begun> {
    const key = `${request.space}/${request.id}`;
    const entry = this.entries.get(key);
    if (entry && entry.until > this.now()) {
      if (entry.fingerprint !== request.fingerprint) return { kind: 'mismatch' };
      return entry.answer ? { kind: 'answered', answer: entry.answer } : { kind: 'running' };
    }
    this.entries.set(key, {
      fingerprint: request.fingerprint,
      answer: null,
      until: this.now() + IDEMPOTENCY_LOCK,
    });
    return { kind: 'begun' };
  }

  async finish(request: KeyedRequest, answer: KeptAnswer): Promise<void> {
    this.entries.set(`${request.space}/${request.id}`, {
      fingerprint: request.fingerprint,
      answer,
      until: this.now() + IDEMPOTENCY_KEPT,
    });
  }

  async abandon(request: KeyedRequest): Promise<void> {
    this.entries.delete(`${request.space}/${request.id}`);
  }
}
