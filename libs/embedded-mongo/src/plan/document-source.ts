import { decodeDocument, decodeFields, type FieldNames } from '../bson/bson-decoder';
import type { Doc } from '../bson/bson-value';
import type { FilterNode } from '../query/filter-node';
import type { Collection, RecordId } from '../storage/collection';
import { choosePlan } from './plan-choice';
import type { Plan, PlanRequest } from './planner';
import { openWalk, type RecordWalk, type WalkCounters } from './record-walk';
import type { Slices } from './slices';

export interface Found {
  readonly record: RecordId;
  /** The stored bytes, valid only until the next read. */
  readonly bytes: Buffer;
}

/** The document that was found, decoded. */
export function documentOf({ bytes }: Found): Doc {
  return decodeDocument(bytes, 0, bytes.length);
}

/** Matching documents of a plan, in the plan's order. */
export class DocumentSource {
  readonly counters: WalkCounters = { keysExamined: 0, documentsExamined: 0 };
  /** Until the first step, too: the collection may have been dropped since it was found. */
  private released = true;
  private readonly walk: RecordWalk;
  private readonly residual: FilterNode | null;
  /** Top-level fields of the filter; null without one. */
  private readonly deciding: FieldNames | null;

  constructor(
    private readonly collection: Collection,
    readonly plan: Plan,
  ) {
    this.walk = openWalk(collection, plan, this.counters);
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
    if (this.deciding && !this.residual!.matches(decodeFields(bytes, this.deciding))) return null;
    return { record, bytes };
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

  /** The index may have been dropped during the pause; a partial answer would be wrong. */
  private resume(): void {
    this.released = false;
    this.collection.assertWalkable(this.plan.kind === 'index' ? this.plan.index : null);
  }

  /** Takes steps in slices until one returns false. */
  async inSlices(slices: Slices, step: (source: this) => boolean): Promise<void> {
    try {
      while (step(this)) {
        if (!slices.due()) continue;
        this.release();
        await slices.pause();
      }
    } finally {
      this.release();
    }
  }

  release(): void {
    this.released = true;
    this.walk.release();
  }
}

/** The matching documents of a request, by its best plan. */
export function sourceOf(collection: Collection, request: PlanRequest): DocumentSource {
  return new DocumentSource(collection, choosePlan(collection, request));
}

/** The top-level fields of a filter. */
function fieldsOf(filter: FilterNode): FieldNames {
  const names = [...new Set(pathsOf(filter).map((path) => path.split('.', 1)[0]!))];
  return { names, bytes: names.map((name) => Buffer.from(name)) };
}

function pathsOf(filter: FilterNode): readonly string[] {
  return filter.kind === 'leaf' ? [filter.path] : filter.children.flatMap(pathsOf);
}
