import { setTimeout as sleep } from 'node:timers/promises';
import { claimsCan } from '@engawa/auth';
import { LiveBatch } from './live-batch';
import type { LiveContentsReader } from './live-contents';
import type { LiveEntry } from './live-log';
import { type LiveContents, mayOvertake } from './live-message';
import type { LiveSocket } from './live-socket';

/**
 * Messages of a space that come within this time for each reader are written together: a write costs
 * as much as it has readers, and few readers need not wait.
 */
const BATCH_MS_PER_READER = 0.25;
/** Most messages written at once. */
const MAX_BATCH = 100;

const noContents: ReadonlyMap<number, LiveContents> = new Map();

/**
 * The open streams of a space, and what is to be written to them. Messages about posts and what posts
 * show are written in order, each batch after one read of its contents; others at once, without
 * waiting for that read (decision 0053).
 */
export class LiveSpace {
  readonly sockets = new Set<LiveSocket>();
  private collected: LiveEntry[] = [];
  /** Collected messages in order; removed when they are written. */
  private inOrder: LiveEntry[] = [];

  constructor(
    private readonly space: string,
    private readonly contents: Pick<LiveContentsReader, 'read'>,
  ) {}

  /** Writes a message soon. */
  add(entry: LiveEntry): void {
    this.collected.push(entry);
    if (this.collected.length === 1) void this.collect();
  }

  /** Forgets what is not written yet: readers reload everything. */
  clear(): void {
    this.collected.length = 0;
    this.inOrder = [];
  }

  private async collect(): Promise<void> {
    await sleep(BATCH_MS_PER_READER * this.sockets.size, undefined, { ref: false });
    const entries = this.collected.splice(0);
    const ahead = entries.filter(({ message }) => mayOvertake(message));
    const isReading = this.inOrder.length > 0;
    for (const entry of entries) if (!mayOvertake(entry.message)) this.inOrder.push(entry);
    // A reader that reconnects must get what was overtaken: it stays at the position before that.
    const isPosition = this.inOrder.length === 0;
    for (let at = 0; at < ahead.length; at += MAX_BATCH) {
      this.write(new LiveBatch(ahead.slice(at, at + MAX_BATCH), noContents, isPosition));
    }
    if (!isReading) await this.writeInOrder(this.inOrder);
  }

  private async writeInOrder(queue: LiveEntry[]): Promise<void> {
    while (queue.length > 0) {
      const entries = queue.slice(0, MAX_BATCH);
      const readers = [...this.sockets].filter(canRead).length;
      // Where it fails, readers request what is named.
      const contents =
        readers > 0
          ? await this.contents.read(this.space, entries, readers).catch(() => noContents)
          : noContents;
      // What was read before `clear` may be older than what readers loaded since.
      if (queue !== this.inOrder) return;
      this.write(new LiveBatch(entries, contents));
      queue.splice(0, entries.length);
    }
  }

  /** To the streams that are open now: some may have ended while contents were read. */
  private write(batch: LiveBatch): void {
    for (const socket of this.sockets) {
      const bytes = batch.bytesFor(socket.claims.sub, canRead(socket));
      if (bytes) socket.send(bytes);
    }
  }
}

function canRead({ claims }: LiveSocket): boolean {
  return claimsCan(claims, 'post.read');
}
