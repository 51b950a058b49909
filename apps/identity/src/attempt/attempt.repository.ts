import { Injectable } from '@nestjs/common';
import {
  DuplicateKey,
  InjectStore,
  SpaceRepository,
  type Store,
  storageKey,
} from '@engawa/persistence';
import { INSTALLATION } from '../installation/installation.rules';
import { attemptSchema, type AttemptDocument } from './attempt.schema';

@Injectable()
export class AttemptRepository extends SpaceRepository<AttemptDocument> {
  constructor(@InjectStore(attemptSchema) store: Store<AttemptDocument>) {
    super(store);
  }

  findKeys(keys: readonly string[]): Promise<AttemptDocument[]> {
    return this.findByIds(INSTALLATION, keys);
  }

  /**
   * Writes a key's count if nobody else counted since it was read. False where somebody did: of
   * many guesses at the same time only one goes on.
   */
  async countIfUnchanged(
    key: string,
    read: AttemptDocument | null,
    next: { failures: number; lastAt: Date },
  ): Promise<boolean> {
    if (!read) {
      try {
        await this.insert(INSTALLATION, { id: key, ...next });
        return true;
      } catch (error) {
        if (error instanceof DuplicateKey) return false;
        throw error;
      }
    }
    const filter = { _id: storageKey(INSTALLATION, key), version: read.version };
    return (await this.updateWhere(INSTALLATION, filter, { $set: next })) !== null;
  }

  async forget(key: string): Promise<void> {
    await this.deleteWhere(INSTALLATION, { _id: storageKey(INSTALLATION, key) });
  }
}
