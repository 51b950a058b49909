import { deserialize, serialize } from 'node:v8';
import type { Database } from 'lmdb';
import { boundsOf, EMPTY, type KeyRange } from './key-range';
import { WaitingEntries } from './waiting-entries';

/**
 * Most changes that wait. The larger, the more of them share a page when they are moved into the tree,
 * and the more memory they take.
 */
const MAX_WAITING = 8_192;

/** Changes moved, and records removed from the log, by a commit beyond twice its own. */
const MIN_MOVED = 500;

/** So many share a page. Larger records would need pages in a row, which a full disk may not have. */
const CHANGES_PER_RECORD = 16;

/**
 * Index entries. Those of one commit lie all over the tree, and each would cost a page. So what a commit
 * adds is written to a log and waits in memory. It is moved into the tree in the order of the keys, round
 * and round. A record of the log is removed one round after its commit. What a commit removes leaves the
 * tree at once: walks would have to pass it otherwise, such as those along a queue.
 */
export class EntryTree {
  /** What commits added that are on disk. */
  private readonly waiting = new WaitingEntries();
  /** Changes of the transaction that runs or is being flushed. */
  private own = new WaitingEntries();
  private inTransaction = false;
  /** Numbers of the first and last record in the log. */
  private records = { first: 1, last: 0 };
  /** How far the moving is: the number of the round, and the last key that was moved. */
  private place = { round: 0, key: '' };
  /** The last record of each commit, and the place when it was settled. */
  private readonly commits: { record: number; round: number; key: string }[] = [];

  /** @param maxWaiting most changes that wait in memory */
  constructor(
    private readonly tree: Database<Buffer, Buffer>,
    private readonly log: Database<Buffer, Buffer>,
    private readonly maxWaiting = MAX_WAITING,
  ) {
    for (const { key, value } of log.getRange({})) {
      const record = key.readUIntBE(0, key.length);
      const first = this.records.last === 0 ? record : this.records.first;
      this.records = { first, last: record };
      this.apply(deserialize(value) as [string, boolean][]);
    }
    this.commits.push({ record: this.records.last, ...this.place });
  }

  /** Lets what was added wait, and no longer what was removed. */
  private apply(changes: readonly [key: string, added: boolean][]): void {
    for (const [key, added] of changes)
      if (added) this.waiting.set(key, true);
      else this.waiting.delete(key);
  }

  put(key: Buffer): void {
    this.own.set(key.latin1Slice(), true);
  }

  remove(key: Buffer): void {
    this.own.set(key.latin1Slice(), false);
  }

  /** Begins a transaction, which sees its own changes. */
  begin(): void {
    this.inTransaction = true;
  }

  /** Ends a transaction before its commit. Call what it returns once that is on disk. */
  end(): () => void {
    this.inTransaction = false;
    const changes = this.own.entries();
    let { first, last } = this.records;
    for (let at = 0; at < changes.length; at += CHANGES_PER_RECORD)
      this.log.put(recordKey(++last), serialize(changes.slice(at, at + CHANGES_PER_RECORD)));
    let left = 2 * changes.length + MIN_MOVED;
    const excess = this.waiting.size + changes.length - this.maxWaiting;
    const { moved, place } = this.move(Math.min(excess, left, this.waiting.size));
    for (const [key, added] of changes)
      if (!added) void this.tree.remove(Buffer.from(key, 'latin1'));
    const isDone = ({ round, key }: (typeof this.commits)[number]): boolean =>
      moved.length === this.waiting.size ||
      place.round > round + 1 ||
      (place.round === round + 1 && place.key >= key);
    const open = this.commits.findIndex((commit) => !isDone(commit));
    const done = open < 0 ? this.records.last : (this.commits[open - 1]?.record ?? 0);
    for (; left > 0 && first <= done; left--) this.log.remove(recordKey(first++));
    return () => {
      for (const key of moved) this.waiting.delete(key);
      this.apply(changes);
      if (last > this.records.last) this.commits.push({ record: last, ...place });
      while (this.commits[0] && this.commits[0].record < first) this.commits.shift();
      this.records = { first, last };
      this.place = place;
      this.own = new WaitingEntries();
    };
  }

  /** Drops the changes of a transaction that failed. */
  abort(): void {
    this.inTransaction = false;
    this.own = new WaitingEntries();
  }

  /** Puts the next changes into the tree, beginning again after the last. */
  private move(count: number) {
    const place = { ...this.place };
    const moved: string[] = [];
    while (moved.length < count) {
      const key = this.waiting.next(place.key);
      place.key = key ?? '';
      if (key === undefined) {
        place.round++;
        continue;
      }
      moved.push(key);
      void this.tree.put(Buffer.from(key, 'latin1'), EMPTY);
    }
    return { moved, place };
  }

  /** Keys in the range, in order or reversed, optionally only after `after`. */
  *keys(range: KeyRange, reverse: boolean, after?: Buffer): Generator<Buffer> {
    const layers = this.visible();
    const isAdded = (key: string) => layers[0]!.get(key) ?? layers[1]?.get(key);
    const precedes = (one: string, other: string) => (reverse ? one > other : one < other);
    const end = (reverse ? range.low : range.high).latin1Slice();
    const following = (key: string) => {
      let first: string | undefined;
      for (const layer of layers) {
        const next = layer.next(key, reverse);
        if (next !== undefined && precedes(next, first ?? end)) first = next;
      }
      return first;
    };
    let next = following((after ?? (reverse ? range.high : range.low)).latin1Slice());
    const stored = this.tree.getKeys({ ...boundsOf(range, reverse, after), snapshot: true });
    for (const key of stored) {
      if (after && key.equals(after)) continue;
      const text = next === undefined ? undefined : key.latin1Slice();
      for (; next !== undefined && precedes(next, text!); next = following(next))
        if (isAdded(next)) yield Buffer.from(next, 'latin1');
      if (next === undefined || next !== text) yield key;
      else {
        if (isAdded(next)) yield key;
        next = following(next);
      }
    }
    for (; next !== undefined; next = following(next))
      if (isAdded(next)) yield Buffer.from(next, 'latin1');
  }

  /** Whether the range has about so many keys, found without visiting them. */
  hasKeys({ low, high }: KeyRange, count: number): boolean {
    let left = count;
    for (const layer of this.visible())
      left -= layer.countBetween(low.latin1Slice(), high.latin1Slice());
    if (left <= 0) return true;
    const last = this.tree.getKeys({ start: low, end: high, offset: left - 1, limit: 1 });
    // To the end: a walk that is left open keeps its snapshot, and no page freed later is used again.
    return [...last].length > 0;
  }

  /**
   * The changes that belong to what a read of the file sees now, the newest first. Between its flush and
   * its answer, reads see a commit already.
   */
  private visible(): WaitingEntries[] {
    const isSeen =
      this.inTransaction ||
      (this.own.size > 0 && this.log.doesExist(recordKey(this.records.last + 1)));
    return isSeen ? [this.own, this.waiting] : [this.waiting];
  }
}

function recordKey(number: number): Buffer {
  const key = Buffer.allocUnsafe(6);
  key.writeUIntBE(number, 0, key.length);
  return key;
}
