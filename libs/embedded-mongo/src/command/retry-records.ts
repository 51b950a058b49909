import {
  decodeDocument,
  doc,
  encodeDocument,
  int32,
  MongoError,
  type Doc,
} from '@engawa/mongo-semantics';
import type { LmdbStore } from '../storage/lmdb-store';

/** Sessions without a write for this long are forgotten, in milliseconds. */
const KEEP_MILLISECONDS = 30 * 60 * 1000;
/** Runs of an earlier number that are removed at once. */
const CLEARED_AT_ONCE = 1000;

/** The identity of one statement of a retryable write. */
export interface Retry {
  readonly session: string;
  readonly number: bigint;
  readonly id: number;
}

/**
 * What retryable writes have done, per session: the last transaction number and the outcome of each of its
 * statements, saved in the same commit as the writes themselves. Statements with one outcome that follow each
 * other are one run. The first run stands in the session's own record (`r:`), so that a write of one statement
 * costs one read and one put; further runs have keys of their own (`s:`), so that a command of 100,000
 * statements does not write its whole past with each of them.
 */
export class RetryRecords {
  constructor(private readonly store: LmdbStore) {}

  private load(session: string): Doc | null {
    const bytes = this.store.catalog.get(sessionKey(session));
    return bytes ? decodeDocument(bytes) : null;
  }

  /**
   * What the statements of a number answered that were done before; null for one that was not. Inside a write
   * transaction.
   * @throws MongoError 225 when the session has gone on to a later number.
   */
  outcomes(session: string, number: bigint): (statement: number) => Doc | null {
    const record = this.load(session);
    const known = record && (record.get('number') as bigint);
    if (!record || known === null || known < number) return () => null;
    if (known > number) {
      throw new MongoError(
        225,
        `Cannot start transaction ${number} on session ${session} because a newer transaction ${known} has already started.`,
      );
    }
    const first = record.get('first') as Doc | undefined;
    if (!first) return () => null;
    if (!record.has('more')) return (statement) => outcomeIn(first, statement);
    return (statement) => outcomeIn(first, statement) ?? this.further(session, number, statement);
  }

  private further(session: string, number: bigint, statement: number): Doc | null {
    const range = {
      start: runKey(session, number, statement),
      end: runKey(session, number, 0),
      reverse: true,
      limit: 1,
      inclusiveEnd: true,
    };
    for (const { value } of this.store.catalog.getRange(range) as Iterable<{ value: Buffer }>)
      return outcomeIn(decodeDocument(value), statement);
    return null;
  }

  outcome(retry: Retry): Doc | null {
    return this.outcomes(retry.session, retry.number)(retry.id);
  }

  /** Inside the write transaction that does the statements `id` to `id + count - 1`. */
  remember({ session, number, id }: Retry, outcome: Doc, count = 1): void {
    const record = this.load(session);
    const run = doc({ from: int32(id), count: int32(count), outcome });
    if (!record || record.get('number') !== number) {
      if (record?.has('more')) this.clear(session, CLEARED_AT_ONCE);
      this.save(session, doc({ number, at: new Date(), first: run }));
      return;
    }
    if (!record.has('more')) {
      record.set('more', true);
      this.save(session, record);
    }
    this.store.catalog.put(runKey(session, number, id), encodeDocument(run));
  }

  private save(session: string, record: Doc): void {
    this.store.catalog.put(sessionKey(session), encodeDocument(record));
  }

  private clear(session: string, limit: number): void {
    const range = { start: Buffer.from(`s:${session}:`), end: Buffer.from(`s:${session};`), limit };
    const keys = [...(this.store.catalog.getKeys(range) as Iterable<Buffer>)];
    for (const key of keys) this.store.catalog.remove(key);
  }

  /** Inside a write transaction. */
  forgetOld(): void {
    const limit = Date.now() - KEEP_MILLISECONDS;
    const old: string[] = [];
    const range = { start: Buffer.from('r:'), end: Buffer.from('r;') };
    for (const { key, value } of this.store.catalog.getRange(range) as Iterable<{
      key: Buffer;
      value: Buffer;
    }>) {
      if ((decodeDocument(value).get('at') as Date).getTime() < limit)
        old.push(key.toString('utf8', 2));
    }
    for (const session of old) {
      this.store.catalog.remove(sessionKey(session));
      this.clear(session, Infinity);
    }
  }
}

function outcomeIn(run: Doc, statement: number): Doc | null {
  const offset = statement - Number(run.get('from'));
  return offset >= 0 && offset < Number(run.get('count')) ? (run.get('outcome') as Doc) : null;
}

function sessionKey(session: string): Buffer {
  return Buffer.from(`r:${session}`);
}

function runKey(session: string, number: bigint, statement: number): Buffer {
  const name = Buffer.from(`s:${session}:`);
  const key = Buffer.allocUnsafe(name.length + 12);
  name.copy(key);
  key.writeBigUInt64BE(BigInt.asUintN(64, number), name.length);
  key.writeUInt32BE(statement >>> 0, name.length + 8);
  return key;
}
