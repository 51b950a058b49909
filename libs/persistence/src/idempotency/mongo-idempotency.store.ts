import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  IDEMPOTENCY_KEPT,
  IDEMPOTENCY_LOCK,
  type Begun,
  type IdempotencyStore,
  type KeptAnswer,
  type KeyedRequest,
} from '@engawa/service-kit';
import { Database } from '../connection/database';
import { DuplicateKey } from '../persistence.errors';
import { SpaceRepository } from '../repository/space.repository';
import { defineSchema, type SpaceDocument } from '../schema/define-schema';

interface AnswerRecord extends SpaceDocument {
  fingerprint: string;
  /** Null while the request runs. */
  answer: KeptAnswer | null;
  /** Until when it counts: the lock while it runs, then the day of the answer. */
  expiresAt: Date;
}

const idempotencySchema = defineSchema<AnswerRecord>({
  collection: 'idempotencyKeys',
  fields: { fingerprint: String, answer: Object, expiresAt: Date },
  indexes: [
    {
      keys: { expiresAt: 1 },
      expireAfterSeconds: 0,
      serves: 'the server itself: answers leave after a day',
    },
  ],
});

/**
 * Answers by `Idempotency-Key` in the service's own database, encrypted for whoever has the key:
 * tokens and codes that are shown once do not lie there in the clear.
 */
@Injectable()
export class MongoIdempotencyStore
  extends SpaceRepository<AnswerRecord>
  implements IdempotencyStore
{
  constructor(database: Database) {
    super(database.store(idempotencySchema, null));
  }

  async begin(request: KeyedRequest): Promise<Begun> {
    const { space, id, fingerprint } = request;
    const expiresAt = new Date(Date.now() + IDEMPOTENCY_LOCK);
    try {
      await this.insert(space, { id, fingerprint, answer: null, expiresAt });
      return { kind: 'begun' };
    } catch (error) {
      if (!(error instanceof DuplicateKey)) throw error;
    }
    let begun: Begun = { kind: 'running' };
    await this.change(space, id, (current) => {
      if (current.expiresAt.getTime() <= Date.now()) {
        // Its process died, or its day is over and the server has not yet removed it.
        begun = { kind: 'begun' };
        return { set: { fingerprint, answer: null, expiresAt } };
      }
      if (current.fingerprint !== fingerprint) begun = { kind: 'mismatch' };
      else
        begun = current.answer
          ? { kind: 'answered', answer: opened(current.answer, request.answerKey) }
          : { kind: 'running' };
      return null;
    });
    return begun;
  }

  async finish({ space, id, answerKey }: KeyedRequest, answer: KeptAnswer): Promise<void> {
    const expiresAt = new Date(Date.now() + IDEMPOTENCY_KEPT);
    const kept = sealed(answer, answerKey);
    await this.change(space, id, () => ({ set: { answer: kept, expiresAt } }));
  }

  async abandon({ space, id }: KeyedRequest): Promise<void> {
    await this.deleteWhere(space, { id, answer: null });
  }
}

/** AES-256-GCM over the body; status and headers tell nothing. */
function sealed(answer: KeptAnswer, key: Buffer): KeptAnswer {
  if (answer.body === null) return answer;
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const text = Buffer.concat([cipher.update(answer.body, 'utf8'), cipher.final()]);
  return {
    ...answer,
    body: Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url'),
  };
}

function opened(answer: KeptAnswer, key: Buffer): KeptAnswer {
  // JSON in the clear is of the day before an update to a version that encrypts.
  if (answer.body === null || /^[[{]/.test(answer.body)) return answer;
  const bytes = Buffer.from(answer.body, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  const text = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
  return { ...answer, body: text.toString('utf8') };
}
