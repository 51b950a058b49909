import { decodeDocument } from '../bson/bson-decoder';
import { encodeDocument } from '../bson/bson-encoder';
import { doc, isDoc, type Doc } from '../bson/bson-value';
import { MongoError } from '../mongo-error';
import type { LmdbStore } from '../storage/lmdb-store';

/** Sessions without a write for this long are forgotten, in milliseconds. */
const KEEP_MILLISECONDS = 30 * 60 * 1000;

/**
 * What retryable writes have done, per session: the last transaction number and the outcome of each of its
 * statements. It is saved in the same commit as the writes themselves.
 */
export class RetryRecords {
  constructor(private readonly store: LmdbStore) {}

  private key(session: string): Buffer {
    return Buffer.from(`r:${session}`);
  }

  private load(session: string): Doc | null {
    const bytes = this.store.catalog.get(this.key(session));
    return bytes ? decodeDocument(bytes) : null;
  }

  /**
   * What a statement answered when it was done before, or null when it was not. Inside a write transaction.
   * @throws MongoError 225 when the session has gone on to a later number.
   */
  outcome(session: string, number: bigint, statement: number): Doc | null {
    const record = this.load(session);
    if (!record) return null;
    const known = record.get('number') as bigint;
    if (known > number) {
      throw new MongoError(
        225,
        `Cannot start transaction ${number} on session ${session} because a newer transaction ${known} has already started.`,
      );
    }
    if (known < number) return null;
    const outcome = (record.get('statements') as Doc).get(String(statement));
    return isDoc(outcome) ? outcome : null;
  }

  /** Inside the write transaction that does the statement. */
  remember(session: string, number: bigint, statement: number, outcome: Doc): void {
    const record = this.load(session);
    const statements =
      record && record.get('number') === number ? (record.get('statements') as Doc) : new Map();
    statements.set(String(statement), outcome);
    this.store.catalog.put(
      this.key(session),
      encodeDocument(doc({ number, at: new Date(), statements })),
    );
  }

  /** Inside a write transaction. */
  forgetOld(): void {
    const limit = Date.now() - KEEP_MILLISECONDS;
    const old: Buffer[] = [];
    const range = { start: Buffer.from('r:'), end: Buffer.from('r;') };
    for (const { key, value } of this.store.catalog.getRange(range) as Iterable<{
      key: Buffer;
      value: Buffer;
    }>) {
      if ((decodeDocument(value).get('at') as Date).getTime() < limit) old.push(key);
    }
    for (const key of old) this.store.catalog.remove(key);
  }
}
