import { Injectable } from '@nestjs/common';
import { DuplicateKey, InjectStore, SpaceRepository, type Store } from '@engawa/persistence';
import { REBUILD_ID, rebuildStore, type RebuildDocument } from './rebuild.schema';

@Injectable()
export class RebuildRepository extends SpaceRepository<RebuildDocument> {
  constructor(@InjectStore(rebuildStore) store: Store<RebuildDocument>) {
    super(store);
  }

  findOfSpace(space: string): Promise<RebuildDocument | null> {
    return this.findById(space, REBUILD_ID);
  }

  /** Starts a rebuild, unless one is running. */
  async begin(space: string, startedAt: Date): Promise<RebuildDocument> {
    const fresh = {
      running: true,
      phase: 'post' as const,
      after: null,
      checked: 0,
      startedAt,
      finishedAt: null,
    };
    const changed = await this.change(space, REBUILD_ID, (current) =>
      current.running ? null : { set: fresh },
    );
    if (changed) return changed.document;
    try {
      return await this.insert(space, { id: REBUILD_ID, ...fresh });
    } catch (error) {
      if (!(error instanceof DuplicateKey)) throw error;
      return (await this.findOfSpace(space))!;
    }
  }

  /** Stores the progress, unless another replica did. */
  async note(read: RebuildDocument, set: Partial<RebuildDocument>): Promise<void> {
    await this.updateMany(
      read.space,
      { id: read.id, version: read.version },
      { $set: set, $inc: { version: 1 } },
    );
  }

  /** Running rebuilds of all spaces. */
  findRunning(): Promise<RebuildDocument[]> {
    const spaces = this.acrossSpaces('indexes of all spaces are rebuilt');
    return spaces.find({ running: true }, { limit: 100 });
  }
}
