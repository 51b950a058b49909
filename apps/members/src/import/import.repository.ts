import { Injectable } from '@nestjs/common';
import {
  inSystemScope,
  InjectStore,
  SpaceRepository,
  type Page,
  type Store,
} from '@engawa/persistence';
import { importStore, type ImportDocument } from './import.schema';

@Injectable()
export class ImportRepository extends SpaceRepository<ImportDocument> {
  constructor(@InjectStore(importStore) store: Store<ImportDocument>) {
    super(store);
  }

  /** Newest first. */
  findListPage(space: string, limit: number, cursor?: string): Promise<Page<ImportDocument>> {
    return this.findPage(space, {
      list: 'imports',
      filter: {},
      sort: { field: 'createdAt', kind: 'date', direction: -1 },
      limit,
      cursor,
    });
  }

  /** Imports of all spaces whose file was kept long enough. */
  findWithOldFile(now: Date, limit: number): Promise<ImportDocument[]> {
    return inSystemScope('old files of imports of all spaces are removed', () =>
      this.store.model
        .find({ fileUntil: { $lte: now } } as never)
        .sort({ fileUntil: 1 })
        .limit(limit)
        .lean<ImportDocument[]>()
        .exec(),
    );
  }

  /** Imports of all spaces with work of these kinds to do, the longest waiting first. */
  findWaiting(
    states: readonly ImportDocument['state'][],
    limit: number,
  ): Promise<ImportDocument[]> {
    return inSystemScope('imports of all spaces are worked on', () =>
      this.store.model
        .find({ waitingSince: { $exists: true }, state: { $in: states } } as never)
        .sort({ waitingSince: 1 })
        .limit(limit)
        .lean<ImportDocument[]>()
        .exec(),
    );
  }
}
