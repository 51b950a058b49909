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

/** What a count writes. */
export type AttemptCount = Pick<AttemptDocument, 'failures' | 'lastAt' | 'guesses' | 'usedUpAt'>;

@Injectable()
export class AttemptRepository extends SpaceRepository<AttemptDocument> {
  constructor(@InjectStore(attemptSchema) store: Store<AttemptDocument>) {
    super(store);
  }

  findKeys(keys: readonly string[]): Promise<AttemptDocument[]> {
    return this.findByIds(INSTALLATION, keys);
  }

  /**
   * Writes a key's count if no other request counted since it was read. False otherwise: of
   * several attempts at the same time only one proceeds.
   */
  async countIfUnchanged(
    key: string,
    read: AttemptDocument | null,
    next: AttemptCount,
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

  /** Gives the guesses of a network back to a budget. */
  async forgetGuesses(key: string, network: string): Promise<void> {
    const filter = { _id: storageKey(INSTALLATION, key) };
    await this.updateWhere(INSTALLATION, filter, { $pull: { guesses: { network } } });
  }
}
