import { randomBytes } from 'node:crypto';
import type { ResultStream } from '../plan/result-stream';

/** MongoDB closes a cursor that was not read for this long. */
const IDLE_LIMIT_MS = 10 * 60 * 1000;

interface OpenCursor {
  readonly id: bigint;
  readonly namespace: string;
  readonly stream: ResultStream;
  readonly noTimeout: boolean;
  /** Remaining milliseconds of its time limit; Infinity without one. */
  timeLeft: number;
  lastUsed: number;
  busy: boolean;
}

export class CursorRegistry {
  private readonly cursors = new Map<bigint, OpenCursor>();

  add(cursor: Omit<OpenCursor, 'id' | 'lastUsed' | 'busy'>): OpenCursor {
    let id: bigint;
    // Positive and random, so that guessing does not hit another client's cursor.
    do id = randomBytes(8).readBigUInt64LE() & 0x7fffffffffffffffn;
    while (id === 0n || this.cursors.has(id));
    const open: OpenCursor = { ...cursor, id, lastUsed: Date.now(), busy: false };
    this.cursors.set(id, open);
    return open;
  }

  get(id: bigint): OpenCursor | undefined {
    return this.cursors.get(id);
  }

  remove(id: bigint): boolean {
    const cursor = this.cursors.get(id);
    if (!cursor) return false;
    cursor.stream.close();
    return this.cursors.delete(id);
  }

  /** Cursors of a dropped collection fail at the next getMore. */
  removeNamespace(namespace: string): void {
    for (const cursor of this.cursors.values())
      if (cursor.namespace === namespace) this.remove(cursor.id);
  }

  removeIdle(): void {
    const limit = Date.now() - IDLE_LIMIT_MS;
    for (const { id, noTimeout, busy, lastUsed } of this.cursors.values())
      if (!noTimeout && !busy && lastUsed < limit) this.remove(id);
  }

  closeAll(): void {
    for (const id of [...this.cursors.keys()]) this.remove(id);
  }
}
