import { Injectable } from '@nestjs/common';
import {
  inSystemScope,
  InjectStore,
  SpaceRepository,
  storageKey,
  type Store,
} from '@engawa/persistence';
import { type ImportDocument, importSchema } from './import.schema';

@Injectable()
export class ImportRepository extends SpaceRepository<ImportDocument> {
  constructor(@InjectStore(importSchema) store: Store<ImportDocument>) {
    super(store);
  }

  /** The last imports of a space, newest first. */
  findLast(space: string, limit: number): Promise<ImportDocument[]> {
    return this.find(space, {}, { sort: { createdAt: -1, id: -1 }, limit, hint: 'last' });
  }

  /** Imports of any space that are not over, the longest waiting first. */
  async findWaiting(limit: number): Promise<Pick<ImportDocument, 'space' | 'id'>[]> {
    return inSystemScope('imports of all spaces are continued', () =>
      this.store.model
        .find({ waitingSince: { $exists: true } } as never)
        .select({ _id: 0, space: 1, id: 1 })
        .sort({ waitingSince: 1 })
        .limit(limit)
        .lean<Pick<ImportDocument, 'space' | 'id'>[]>()
        .exec(),
    );
  }

  /** All of the space by id; for jobs that look at everything. */
  findAfterId(space: string, after: string | null, limit: number): Promise<ImportDocument[]> {
    const range = { $gt: storageKey(space, after ?? ''), $lt: `${space}0` };
    return this.find(space, { _id: range }, { sort: { _id: 1 }, limit, hint: '_id_' });
  }
}
