import { Injectable } from '@nestjs/common';
import {
  IDEMPOTENCY_LEASE,
  IDEMPOTENCY_LIFE,
  type IdempotencyBeginning,
  type IdempotencyStore,
  type KeptAnswer,
} from '@engawa/service-kit';
import { Schema } from 'mongoose';
import { Database } from '../connection/database';
import { DuplicateKey } from '../persistence.errors';
import { SpaceRepository } from '../repository/space.repository';
import { defineSchema, storageKey, type SpaceDocument } from '../schema/define-schema';

interface KeptRequest extends SpaceDocument {
  fingerprint: string;
  answer: KeptAnswer | null;
  leaseUntil: Date;
  expiresAt: Date;
}

const keptRequestStore = defineSchema<KeptRequest>({
  collection: 'idempotencyKeys',
  fields: {
    fingerprint: { type: String, required: true },
    answer: { type: Schema.Types.Mixed, default: null },
    leaseUntil: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
  },
  indexes: [
    { keys: { expiresAt: 1 }, serves: 'the server, which removes old keys', expireAfterSeconds: 0 },
  ],
});

/** Keeps the answers in the service's own database. */
@Injectable()
export class MongoIdempotencyStore
  extends SpaceRepository<KeptRequest>
  implements IdempotencyStore
{
  constructor(database: Database) {
    super(database.store(keptRequestStore, null));
  }

  async begin(space: string, key: string, fingerprint: string): Promise<IdempotencyBeginning> {
    const now = Date.now();
    const fresh = {
      fingerprint,
      answer: null,
      leaseUntil: new Date(now + IDEMPOTENCY_LEASE),
      expiresAt: new Date(now + IDEMPOTENCY_LIFE),
    };
    try {
      await this.insert(space, { id: key, ...fresh });
      return { kind: 'begun' };
    } catch (error) {
      if (!(error instanceof DuplicateKey)) throw error;
    }
    const found = await this.findById(space, key);
    // Given up by its owner between the two questions.
    if (!found) return { kind: 'running' };
    const old = found.expiresAt.getTime() < now;
    if (!old && found.fingerprint !== fingerprint) return { kind: 'mismatch' };
    if (!old && found.answer) return { kind: 'answered', answer: found.answer };
    if (!old && found.leaseUntil.getTime() > now) return { kind: 'running' };
    // Its request crashed, or it should have been removed by now: one of us takes it over.
    const taken = await this.updateWhere(
      space,
      { _id: storageKey(space, key), version: found.version } as never,
      { $set: fresh as never },
    );
    return { kind: taken ? 'begun' : 'running' };
  }

  async finish(space: string, key: string, answer: KeptAnswer): Promise<void> {
    await this.change(space, key, () => ({ set: { answer } }));
  }

  async abandon(space: string, key: string): Promise<void> {
    await this.deleteWhere(space, { _id: storageKey(space, key) } as never);
  }
}
