import { Injectable } from '@nestjs/common';
import {
  DuplicateKey,
  InjectStore,
  SpaceRepository,
  type Store,
  storageKey,
} from '@engawa/persistence';
import { INSTALLATION_SPACE } from '../installation/installation.rules';
import { attemptSchema, type AttemptDocument } from './attempt.schema';

/** What a count writes. */
export type AttemptCount = Pick<AttemptDocument, 'failures' | 'lastAt' | 'guesses' | 'usedUpAt'>;

@Injectable()
export class AttemptRepository extends SpaceRepository<AttemptDocument> {
  constructor(@InjectStore(attemptSchema) store: Store<AttemptDocument>) {
    super(store);
  }

  findKeys(keys: readonly string[]): Promise<AttemptDocument[]> {
    return this.findByIds(INSTALLATION_SPACE, keys);
  }

  /**
   * Writes a key's count unless another request changed it since it was read; returns whether it
   * did. So only one of several concurrent attempts proceeds.
   */
  async countIfUnchanged(
    key: string,
    read: AttemptDocument | null,
    next: AttemptCount,
  ): Promise<boolean> {
    if (!read) {
      try {
        await this.insert(INSTALLATION_SPACE, { id: key, ...next });
        return true;
      } catch (error) {
        if (error instanceof DuplicateKey) return false;
        throw error;
      }
    }
    const filter = { _id: storageKey(INSTALLATION_SPACE, key), version: read.version };
    return (await this.updateWhere(INSTALLATION_SPACE, filter, { $set: next })) !== null;
  }

  async forget(key: string): Promise<void> {
    await this.deleteWhere(INSTALLATION_SPACE, { _id: storageKey(INSTALLATION_SPACE, key) });
  }

  /** Returns the guesses of a network to the budget. */
  async forgetGuesses(key: string, network: string): Promise<void> {
    const filter = { _id: storageKey(INSTALLATION_SPACE, key) };
    await this.updateWhere(INSTALLATION_SPACE, filter, { $pull: { guesses: { network } } });
  }
}
