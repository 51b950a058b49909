import { Injectable } from '@nestjs/common';
import {
  inSystemScope,
  InjectStore,
  type Page,
  SpaceRepository,
  type Store,
} from '@engawa/persistence';
import { type ImportDocument, importSchema } from './import.schema';

@Injectable()
export class ImportRepository extends SpaceRepository<ImportDocument> {
  constructor(@InjectStore(importSchema) store: Store<ImportDocument>) {
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

  /** Imports of all spaces with work of a kind to do, the longest waiting first. */
  findWaiting(state: ImportDocument['state'], limit: number): Promise<ImportDocument[]> {
    return inSystemScope('imports of all spaces are worked on', () =>
      this.store.model
        .find({ waitingSince: { $exists: true }, state } as never)
        .sort({ waitingSince: 1 })
        .limit(limit)
        .lean<ImportDocument[]>()
        .exec(),
    );
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
}
