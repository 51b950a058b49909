import type { IndexDefinition, SpaceDocument } from '../schema/define-store';
import { SpaceRepository } from '../repository/space.repository';
import { fieldsOnly, hidden, type Store } from '../repository/store';
import { inSystemScope } from '../tenant/system-scope';
import { z } from 'zod';
import type { Lane } from './fair-lanes';

/** Fields of a document that is also a unit of work. */
export const workFields = {
  /** When it is due; absent when nothing is left to do. */
  dueAt: z.date().optional(),
};

export type WorkDocument = z.output<z.ZodObject<typeof workFields>> & SpaceDocument;

/** Upper limit of `countWaiting`. */
const COUNT_LIMIT = 100_000;
const LANE_INDEX = 'workByLane';
const DUE_INDEX = 'dueAt_1';

/** Indexes of a work collection; `receiver` is the field that divides a space's work into lanes. */
export function workIndexes(receiver: string): IndexDefinition[] {
  return [
    {
      name: LANE_INDEX,
      keys: { space: 1, [receiver]: 1, dueAt: 1 },
      partial: { dueAt: { $exists: true } },
      serves: 'WorkRepository.claim, WorkRepository.findLaneAfter (system scope: all spaces)',
    },
    {
      name: DUE_INDEX,
      keys: { dueAt: 1 },
      sparse: true,
      serves: 'WorkRepository.countWaiting, findFirstDueAt (system scope: all spaces)',
    },
  ];
}

/** Documents with work, in lanes: one per receiver of each space. */
export abstract class WorkRepository<Doc extends WorkDocument> extends SpaceRepository<Doc> {
  constructor(
    store: Store<Doc>,
    private readonly receiver: keyof Doc & string,
  ) {
    super(store);
  }

  /**
   * Claims the longest-due work of a lane until `until`; null when nothing is due. After a crash it
   * is due again then.
   */
  async claim({ space, receiver }: Lane, now: Date, until: Date): Promise<Doc | null> {
    return this.store.model
      .findOneAndUpdate(
        { space, [this.receiver]: receiver, dueAt: { $exists: true, $lte: now }, purge: null },
        { $set: { dueAt: until, updatedAt: now }, $inc: { version: 1 } },
        { sort: { dueAt: 1 }, hint: LANE_INDEX, returnDocument: 'after' },
      )
      .select(hidden)
      .lean<Doc>()
      .exec();
  }

  /**
   * The next lane after `after` that has work, and when its first work is due; null starts at the
   * first lane. Reads one index entry, however much is waiting.
   */
  async findLaneAfter(after: Lane | null): Promise<(Lane & { dueAt: Date }) | null> {
    if (after === null) return this.firstLane({});
    const { space, receiver } = after;
    return (
      (await this.firstLane({ space, [this.receiver]: { $gt: receiver } })) ??
      // Inside `$and`, because the tenant plugin allows no operator on the space.
      (await this.firstLane({ $and: [{ space: { $gt: space } }] }))
    );
  }

  /** Number of waiting or running documents, up to 100,000. */
  countWaiting(): Promise<number> {
    const spaces = this.acrossSpaces('the work of all spaces is counted');
    return spaces.count({ dueAt: { $exists: true } }, { limit: COUNT_LIMIT, hint: DUE_INDEX });
  }

  /** When the first of all work is or was due; null when nothing waits. */
  async findFirstDueAt(): Promise<Date | null> {
    const [first] = await this.acrossSpaces('the work of all spaces is measured').findOnly(
      ['dueAt'],
      { dueAt: { $exists: true } },
      { sort: { dueAt: 1 }, limit: 1, hint: DUE_INDEX },
    );
    return first?.dueAt ?? null;
  }

  private async firstLane(
    filter: Record<string, unknown>,
  ): Promise<(Lane & { dueAt: Date }) | null> {
    const [found] = await inSystemScope('the lanes of all spaces take turns', () =>
      this.laneQuery(filter).exec(),
    );
    if (!found) return null;
    const { space, dueAt } = found;
    return { space, receiver: String(found[this.receiver]), dueAt: dueAt! };
  }

  /** The query of `findLaneAfter`, to test its plan. */
  laneQuery(filter: Record<string, unknown>) {
    return this.store.query<Doc>(
      { ...filter, dueAt: { $exists: true } },
      { sort: { space: 1, [this.receiver]: 1, dueAt: 1 }, limit: 1, hint: LANE_INDEX },
      fieldsOnly(['space', this.receiver, 'dueAt']),
    );
  }
}
