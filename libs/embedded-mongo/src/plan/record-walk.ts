import {
  prefixRange,
  recordOfDocumentKey,
  recordOfEntry,
  type Collection,
  type RecordId,
} from '../storage/collection';
import type { KeyRange } from '../storage/key-range';
import type { DataTree, LmdbStore } from '../storage/lmdb-store';
import type { IndexPlan, Plan } from './planner';

/**
 * Keys of several ranges in sequence. The walk can be released between steps (without a snapshot)
 * and continues after the last key.
 */
class KeyStream {
  private at = 0;
  private last: Buffer | undefined;
  private iterator: Iterator<Buffer> | null = null;
  private readonly ranges: readonly KeyRange[];

  constructor(
    private readonly store: LmdbStore,
    private readonly tree: DataTree,
    ranges: readonly KeyRange[],
    private readonly reverse: boolean,
  ) {
    this.ranges = reverse ? [...ranges].reverse() : ranges;
  }

  next(): Buffer | null {
    while (this.at < this.ranges.length) {
      this.iterator ??= this.store.keys(this.tree, this.ranges[this.at]!, this.reverse, this.last);
      const step = this.iterator.next();
      if (!step.done) {
        this.last = step.value;
        return step.value;
      }
      this.iterator = null;
      this.last = undefined;
      this.at++;
    }
    return null;
  }

  release(): void {
    this.iterator?.return?.();
    this.iterator = null;
  }

  /** Releases the snapshot; a stream of one range continues after `key`, or at its start. */
  rewind(key: Buffer | undefined): void {
    this.release();
    this.at = 0;
    this.last = key;
  }
}

export interface WalkCounters {
  keysExamined: number;
  documentsExamined: number;
}

/** Most keys skipped per step, so that the caller can yield to others. */
const MAX_SKIPPED_PER_STEP = 64;

/** The records of a plan, each once, in the plan's order. */
export interface RecordWalk {
  /** The next record; null when many keys were skipped without a match, undefined at the end. */
  next(): RecordId | null | undefined;
  /** Releases the snapshot; the next step takes a new one after the last record. */
  release(): void;
}

/** Iterates over the record ids of a plan. */
export function openWalk(collection: Collection, plan: Plan, counters: WalkCounters): RecordWalk {
  const { store, meta } = collection;
  switch (plan.kind) {
    case 'empty':
      return { next: () => undefined, release: () => undefined };
    case 'collection': {
      const stream = new KeyStream(store, 'documents', [prefixRange(meta.id)], false);
      return {
        next: () => {
          const key = stream.next();
          return key ? recordOfDocumentKey(key) : undefined;
        },
        release: () => stream.release(),
      };
    }
    case 'index':
      return new IndexWalk(store, plan, counters);
  }
}

class IndexWalk implements RecordWalk {
  private readonly source: { next(): Buffer | null; release(): void };
  private readonly seen: Set<RecordId> | null;

  constructor(
    store: LmdbStore,
    plan: IndexPlan,
    private readonly counters: WalkCounters,
  ) {
    this.source = plan.merge
      ? new MergedStreams(
          plan.ranges.map((range) => new KeyStream(store, 'entries', [range], plan.reverse)),
          plan.merge,
          plan.reverse,
        )
      : new KeyStream(store, 'entries', plan.ranges, plan.reverse);
    this.seen = plan.repeats ? new Set() : null;
  }

  next(): RecordId | null | undefined {
    for (let passed = 0; passed < MAX_SKIPPED_PER_STEP; passed++) {
      const entry = this.source.next();
      if (!entry) return undefined;
      this.counters.keysExamined++;
      const record = recordOfEntry(entry);
      if (this.seen) {
        if (this.seen.has(record)) continue;
        this.seen.add(record);
      }
      return record;
    }
    return null;
  }

  release(): void {
    this.source.release();
  }
}

/** Several ranges with fixed prefixes, merged by what follows. */
class MergedStreams {
  /** The next key of each stream; null without a snapshot, as keys change during a pause. */
  private heads: (Buffer | null)[] | null = null;
  /** The last key of each stream that was returned or skipped. */
  private readonly returned: (Buffer | undefined)[] = [];
  /** The stream of the last key that was returned. */
  private latest = 0;

  constructor(
    private readonly streams: readonly KeyStream[],
    private readonly prefixes: readonly number[],
    private readonly reverse: boolean,
  ) {}

  next(): Buffer | null {
    const heads = (this.heads ??= this.streams.map((stream, i) => this.headOf(stream, i)));
    let best = -1;
    for (let i = 0; i < heads.length; i++) {
      if (heads[i] && (best < 0 || this.precedes(heads[i]!, i, heads[best]!, best))) best = i;
    }
    if (best < 0) return null;
    const entry = heads[best]!;
    this.returned[best] = entry;
    this.latest = best;
    heads[best] = this.streams[best]!.next();
    return entry;
  }

  /** The next key of a stream after the last key returned; a pause may add keys before that. */
  private headOf(stream: KeyStream, i: number): Buffer | null {
    const last = this.returned[this.latest];
    let head = stream.next();
    while (head && last && !this.precedes(last, this.latest, head, i)) {
      this.returned[i] = head;
      head = stream.next();
    }
    return head;
  }

  private precedes(x: Buffer, a: number, y: Buffer, b: number): boolean {
    const order = x.compare(y, this.prefixes[b], y.length, this.prefixes[a], x.length);
    return this.reverse ? order > 0 : order < 0;
  }

  release(): void {
    this.heads = null;
    for (const [i, stream] of this.streams.entries()) stream.rewind(this.returned[i]);
  }
}
