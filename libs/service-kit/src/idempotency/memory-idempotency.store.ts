import { Injectable } from '@nestjs/common';
import {
  IDEMPOTENCY_LIFE,
  type IdempotencyBeginning,
  type IdempotencyStore,
  type KeptAnswer,
} from './idempotency-store';

/** For services without a database; forgets with the process. */
@Injectable()
export class MemoryIdempotencyStore implements IdempotencyStore {
  private readonly kept = new Map<
    string,
    { fingerprint: string; answer: KeptAnswer | null; until: number }
  >();

  async begin(space: string, key: string, fingerprint: string): Promise<IdempotencyBeginning> {
    const name = `${space}/${key}`;
    const found = this.kept.get(name);
    if (!found || found.until < Date.now()) {
      this.kept.set(name, { fingerprint, answer: null, until: Date.now() + IDEMPOTENCY_LIFE });
      return { kind: 'begun' };
    }
    if (found.fingerprint !== fingerprint) return { kind: 'mismatch' };
    return found.answer ? { kind: 'answered', answer: found.answer } : { kind: 'running' };
  }

  async finish(space: string, key: string, answer: KeptAnswer): Promise<void> {
    const found = this.kept.get(`${space}/${key}`);
    if (found) found.answer = answer;
  }

  async abandon(space: string, key: string): Promise<void> {
    this.kept.delete(`${space}/${key}`);
  }
}
