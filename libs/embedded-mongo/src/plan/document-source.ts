import { decodeDocument, decodeFields } from '../bson/bson-decoder';
import type { Doc } from '../bson/bson-value';
import type { Pausing } from '../pause';
import type { FilterNode } from '../query/filter-node';
import type { Collection, RecordId } from '../storage/collection';
import type { LmdbStore } from '../storage/lmdb-store';
import { assertInTime, type Deadline } from './deadline';
import { Plan } from './planner';
import { openWalk, type RecordWalk, type WalkCounters } from './record-walk';

/** Longest run of one slice on the event loop. */
const SLICE_MS = 3;

/** Yields to the event loop after each slice. */
export class Slices {
  private start = performance.now();
  private count = 0;

  /** Whether to pause; checks the clock only now and then. */
  due(): boolean {
    return (++this.count & 7) === 0 && performance.now() - this.start > SLICE_MS;
  }

  /** Starts the next slice after a pause made elsewhere. */
  restart(): void {
    this.start = performance.now();
  }

  async pause(): Promise<void> {
    await new Promise((resume) => setImmediate(resume));
    this.start = performance.now();
  }

  /** The result of pausing work. @throws MongoError 50 when the time limit is over */
  async resultOf<T>(work: Pausing<T>, deadline: Deadline | null): Promise<T> {
    for (;;) {
      const step = work.next();
      if (step.done) return step.value;
      await this.pause();
      assertInTime(deadline);
    }
  }
}

export interface Found {
  readonly record: RecordId;
  /** The stored bytes, valid only until the next read. */
  readonly bytes: Buffer;
  /** The decoded document, if the filter needed it. */
  readonly document: Doc | null;
}

/** The document that was found, decoded. */
export function documentOf({ document, bytes }: Found): Doc {
  return document ?? decodeDocument(bytes, 0, bytes.length);
}

/** Matching documents of a plan, in the plan's order. */
export class DocumentSource {
  readonly counters: WalkCounters = { keysExamined: 0, documentsExamined: 0 };
  private released = false;
  private readonly walk: RecordWalk;
  private readonly residual: FilterNode | null;
  /** Top-level fields of the filter; null for any. */
  private readonly deciding: ReadonlySet<string> | null;

  constructor(
    store: LmdbStore,
    private readonly collection: Collection,
    private readonly plan: Plan,
  ) {
    this.walk = openWalk(store, collection, plan, this.counters);
    this.residual = plan.kind === 'empty' ? null : plan.residual;
    this.deciding = this.residual && fieldsOf(this.residual);
  }

  /** One step: a document, null where none matched, undefined at the end. */
  step(): Found | null | undefined {
    if (this.released) this.resume();
    const record = this.walk.next();
    if (typeof record !== 'number') return record;
    const bytes = this.collection.read(record);
    this.counters.documentsExamined++;
    // Deleted between the walk's snapshot and now.
    if (!bytes) return null;
    if (!this.residual) return { record, bytes, document: null };
    if (this.deciding) {
      const some = decodeFields(bytes, this.deciding);
      return this.residual.matches(some) ? { record, bytes, document: null } : null;
    }
    const document = decodeDocument(bytes, 0, bytes.length);
    return this.residual.matches(document) ? { record, bytes, document } : null;
  }

  /** One record without loading it, if the keys decide. */
  stepRecord(): RecordId | null | undefined {
    if (this.residual) {
      const found = this.step();
      return found && found.record;
    }
    if (this.released) this.resume();
    return this.walk.next();
  }

  /** Skips `count` documents at once if the keys decide; otherwise false, without a step. */
  hop(count: number): boolean {
    if (this.released) this.resume();
    return !this.residual && (this.walk.hop?.(count) ?? false);
  }

  /** The index may have been dropped during the pause; a partial answer would be wrong. */
  private resume(): void {
    this.released = false;
    if (this.plan.kind === 'index') this.collection.assertWalkable(this.plan.index);
    else if (this.plan.kind === 'union')
      for (const { index } of this.plan.plans) this.collection.assertWalkable(index);
    else this.collection.assertWalkable(null);
  }

  release(): void {
    this.released = true;
    this.walk.release();
  }
}

/** The top-level fields of a filter; null when it may need the whole document. */
function fieldsOf(filter: FilterNode): ReadonlySet<string> | null {
  const found = new Set<string>();
  const visit = (node: FilterNode): boolean => {
    switch (node.kind) {
      case 'and':
      case 'or':
      case 'nor':
        return node.children.every(visit);
      case 'not':
        return visit(node.child);
      case 'leaf':
      case 'element':
      case 'elementValue':
        found.add(node.path.split('.', 1)[0]!);
        return true;
      default:
        return false;
    }
  };
  return visit(filter) ? found : null;
}
