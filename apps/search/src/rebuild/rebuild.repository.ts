import { Injectable } from '@nestjs/common';
import { DuplicateKey, InjectStore, type Store, WorkRepository } from '@engawa/persistence';
import { REBUILD_ID, rebuildStore, type RebuildDocument } from './rebuild.schema';

@Injectable()
export class RebuildRepository extends WorkRepository<RebuildDocument> {
  constructor(@InjectStore(rebuildStore) store: Store<RebuildDocument>) {
    super(store);
  }

  findOfSpace(space: string): Promise<RebuildDocument | null> {
    return this.findById(space, REBUILD_ID);
  }

  /** Starts a rebuild, unless one is running. */
  async begin(space: string, startedAt: Date): Promise<RebuildDocument> {
    const fresh = {
      dueAt: startedAt,
      phase: 'post' as const,
      after: null,
      checked: 0,
      startedAt,
      finishedAt: null,
    };
    const changed = await this.change(space, REBUILD_ID, (current) =>
      current.dueAt ? null : { set: fresh },
    );
    if (changed) return changed.document;
    try {
      return await this.insert(space, { id: REBUILD_ID, ...fresh });
    } catch (error) {
      if (!(error instanceof DuplicateKey)) throw error;
      return (await this.findOfSpace(space))!;
    }
  }
}
