import type { IndexDefinition, SpaceDocument } from '../schema/define-store';
import { SpaceRepository } from '../repository/space.repository';
import type { Store } from '../repository/store';
import { fieldsOnly, hidden } from '../repository/stored-document';
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

/**
 * Indexes of a work collection. `receiver` is the field that divides a space's work into lanes;
 * without it, a space has one lane. `due` is the field of the due time. A second queue of a
 * collection names its index of lanes.
 */
export function workIndexes(
  receiver?: string,
  due = 'dueAt',
  laneIndex = LANE_INDEX,
): IndexDefinition[] {
  // Fields that are null when nothing is left to do are not indexed either.
  const partial = { [due]: { $type: 'date' } };
  return [
    {
      name: laneIndex,
      keys: { space: 1, ...(receiver ? { [receiver]: 1 as const } : {}), [due]: 1 },
      partial,
      serves: 'WorkRepository.claim, WorkRepository.findLaneAfter (system scope: all spaces)',
    },
    {
      keys: { [due]: 1 },
      partial,
      serves:
        'WorkRepository.findDueLanes, countWaiting, findFirstDueAt (system scope: all spaces)',
    },
  ];
}

/** Documents with work, in lanes: one per receiver of each space, or one per space. */
export class WorkRepository<Doc extends SpaceDocument> extends SpaceRepository<Doc> {
  private readonly ofAllSpaces = this.acrossSpaces('one queue serves the work of all spaces');
  private readonly dueIndex: string;

  /** The parameters of `workIndexes`. */
  constructor(
    store: Store<Doc>,
    private readonly receiver: (keyof Doc & string) | null = null,
    private readonly due = 'dueAt' as keyof Doc & string,
    private readonly laneIndex = LANE_INDEX,
  ) {
    super(store);
    this.dueIndex = `${due}_1`;
  }

  /** When the document is due; null when nothing is left to do. */
  private dueAtOf(document: Pick<Doc, keyof Doc & string>): Date | null {
    return (document[this.due] as Date | null | undefined) ?? null;
  }

  /**
   * Claims the longest-due work of a lane until `until`; null when nothing is due. After a crash it
   * is due again then. A claim is not a change: the version stays.
   */
  async claim({ space, receiver }: Lane, now: Date, until: Date): Promise<Doc | null> {
    const lane = { space, ...(this.receiver ? { [this.receiver]: receiver } : {}) };
    return this.store.model
      .findOneAndUpdate(
        { ...lane, [this.due]: { $type: 'date', $lte: now }, purge: null },
        { $set: { [this.due]: until } },
        { sort: { [this.due]: 1 }, hint: this.laneIndex, returnDocument: 'after' },
      )
      .select(hidden)
      .lean<Doc>()
      .exec();
  }

  /** Makes claimed work due again at `at`, unless it was finished or rescheduled since. */
  async release(claimed: Doc, at: Date): Promise<void> {
    const { space, id } = claimed;
    const filter = { id, [this.due]: this.dueAtOf(claimed) };
    await this.updateMany(space, filter, { $set: { [this.due]: at } });
  }

  /** Lanes of the longest-due documents; a lane appears once for each of its documents. */
  async findDueLanes(now: Date, limit: number): Promise<Lane[]> {
    const found = await this.ofAllSpaces.exec(this.dueQuery(now, limit));
    return found.map((document) => this.laneOf(document));
  }

  /** The query of `findDueLanes`, to test its plan. */
  dueQuery(now: Date, limit: number) {
    return this.store.query<Doc>(
      { [this.due]: { $type: 'date', $lte: now } },
      { sort: { [this.due]: 1 }, limit, hint: this.dueIndex },
      fieldsOnly(['space', this.due, ...(this.receiver ? [this.receiver] : [])]),
    );
  }

  /**
   * The next lane after `after` that has work, and when its first work is due; null starts at the
   * first lane. Reads one index entry, however much is waiting.
   */
  async findLaneAfter(after: Lane | null): Promise<(Lane & { dueAt: Date }) | null> {
    if (after === null) return this.firstLane({});
    const { space, receiver } = after;
    const sameSpace = this.receiver
      ? await this.firstLane({ space, [this.receiver]: { $gt: receiver } })
      : null;
    // Inside `$and`, because the tenant plugin allows no operator on the space.
    return sameSpace ?? this.firstLane({ $and: [{ space: { $gt: space } }] });
  }

  /** Number of waiting or running documents, up to 100,000. */
  countWaiting(): Promise<number> {
    const options = { limit: COUNT_LIMIT, hint: this.dueIndex };
    return this.ofAllSpaces.count({ [this.due]: { $type: 'date' } }, options);
  }

  /** When the first of all work is or was due; null when nothing waits. */
  async findFirstDueAt(): Promise<Date | null> {
    const [first] = await this.ofAllSpaces.findOnly(
      [this.due],
      { [this.due]: { $type: 'date' } },
      { sort: { [this.due]: 1 }, limit: 1, hint: this.dueIndex },
    );
    return first ? this.dueAtOf(first as Doc) : null;
  }

  private async firstLane(
    filter: Record<string, unknown>,
  ): Promise<(Lane & { dueAt: Date }) | null> {
    const [found] = await inSystemScope('the lanes of all spaces take turns', () =>
      this.laneQuery(filter).exec(),
    );
    return found ? { ...this.laneOf(found), dueAt: this.dueAtOf(found)! } : null;
  }

  private laneOf(document: Doc): Lane {
    return {
      space: document.space,
      receiver: this.receiver ? String(document[this.receiver]) : '',
    };
  }

  /** The query of `findLaneAfter`, to test its plan. */
  laneQuery(filter: Record<string, unknown>) {
    const receiver = this.receiver ? [this.receiver] : [];
    const sort = Object.fromEntries(
      ['space', ...receiver, this.due].map((key) => [key, 1 as const]),
    );
    return this.store.query<Doc>(
      { ...filter, [this.due]: { $type: 'date' } },
      { sort, limit: 1, hint: this.laneIndex },
      fieldsOnly(['space', ...receiver, this.due]),
    );
  }
}
