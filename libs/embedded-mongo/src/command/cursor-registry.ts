import { randomBytes } from 'node:crypto';
import type { ResultStream } from '../plan/result-stream';

/** MongoDB closes a cursor that was not read for this long. */
const IDLE_LIMIT_MS = 10 * 60 * 1000;

interface OpenCursor {
  readonly namespace: string;
  readonly stream: ResultStream;
  lastUsed: number;
  busy: boolean;
}

/** Open cursors by id; idle ones expire. */
export class CursorRegistry {
  private readonly cursors = new Map<bigint, OpenCursor>();

  /** Registers a cursor under a new id. */
  add(namespace: string, stream: ResultStream): bigint {
    let id: bigint;
    // Positive and random, so that guessing does not hit another client's cursor.
    do id = randomBytes(8).readBigUInt64LE() & 0x7fffffffffffffffn;
    while (id === 0n || this.cursors.has(id));
    this.cursors.set(id, { namespace, stream, lastUsed: Date.now(), busy: false });
    return id;
  }

  /** Undefined for a cursor that was never opened, ended or expired. */
  get(id: bigint): OpenCursor | undefined {
    return this.cursors.get(id);
  }

  /** Closes a cursor; false if it was not open. */
  remove(id: bigint): boolean {
    const cursor = this.cursors.get(id);
    if (!cursor) return false;
    cursor.stream.close();
    return this.cursors.delete(id);
  }

  /** Closes cursors that were not read for ten minutes. */
  removeIdle(): void {
    const limit = Date.now() - IDLE_LIMIT_MS;
    for (const [id, { busy, lastUsed }] of this.cursors)
      if (!busy && lastUsed < limit) this.remove(id);
  }

  closeAll(): void {
    for (const id of [...this.cursors.keys()]) this.remove(id);
  }
}
