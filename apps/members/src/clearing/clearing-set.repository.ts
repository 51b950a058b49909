import {
  DuplicateKey,
  listOf,
  WorkRepository,
  type Change,
  type SpaceDocument,
  type Store,
} from '@engawa/persistence';
import { z } from 'zod';

/** A space's definitions in one document, such as its member types. */
export const clearingFields = {
  /** Ids of deleted definitions that members still refer to. */
  clearing: listOf(z.string()),
  /** When they are to be cleared; during an attempt, when its lease ends; absent without such ids. */
  clearingSince: z.date().optional(),
  /** When an id was cleared last; absent before the first time. */
  clearedAt: z.date().optional(),
};

export type ClearingSet = z.output<z.ZodObject<typeof clearingFields>> & SpaceDocument;

/** The change after no member refers to the id any more; null if that is stored already. */
export function cleared({ clearing }: ClearingSet, id: string) {
  const left = clearing.filter((each) => each !== id);
  if (left.length === clearing.length) return null;
  return {
    set: { clearing: left, clearedAt: new Date() },
    ...(left.length === 0 ? { unset: ['clearingSince'] as const } : {}),
  };
}

/** One set for each space, created by its first change. */
export abstract class ClearingSetRepository<Doc extends ClearingSet> extends WorkRepository<Doc> {
  constructor(store: Store<Doc>) {
    super(store, null, 'clearingSince');
  }

  /** Id of the set within its space. */
  protected abstract readonly setId: string;

  /** Inserts the set as it is before any change; throws `DuplicateKey` if it exists. */
  protected abstract insertEmpty(space: string): Promise<unknown>;

  /** Changes the space's set, creating it if needed; retries after a conflict. */
  async changeSet(
    space: string,
    decide: (current: Doc, next: { version: number; at: Date }) => Change<Doc> | null,
  ): Promise<Doc> {
    for (;;) {
      const result = await this.change(space, this.setId, decide, { once: true });
      if (result) return result.document;
      await this.insertEmpty(space).catch((error: unknown) => {
        if (!(error instanceof DuplicateKey)) throw error;
      });
    }
  }
}
