import { Injectable } from '@nestjs/common';
import {
  DuplicateKey,
  InjectStore,
  SpaceRepository,
  type Store,
  storageKey,
} from '@engawa/persistence';
import { INSTALLATION_SPACE } from '../installation/installation.rules';
import { emailSchema, type EmailRecord } from './email.schema';

@Injectable()
export class EmailRepository extends SpaceRepository<EmailRecord> {
  constructor(@InjectStore(emailSchema) store: Store<EmailRecord>) {
    super(store);
  }

  findOwner(emailKey: string): Promise<EmailRecord | null> {
    return this.findById(INSTALLATION_SPACE, emailKey);
  }

  /** Whether the installation has no account. */
  async isEmpty(): Promise<boolean> {
    return (await this.find(INSTALLATION_SPACE, {}, { limit: 1 })).length === 0;
  }

  /** Reserves an address for a new account. Returns false when it is taken. */
  async reserve(emailKey: string, ownerSpace: string, staffId: string): Promise<boolean> {
    try {
      await this.insert(INSTALLATION_SPACE, {
        id: emailKey,
        ownerSpace,
        staffId,
        reservedSince: new Date(),
      });
      return true;
    } catch (error) {
      if (!(error instanceof DuplicateKey)) throw error;
      const owner = await this.findOwner(emailKey);
      return owner?.staffId === staffId && owner.ownerSpace === ownerSpace;
    }
  }

  /**
   * Confirms a reservation once the account is written. Returns false when it was lost meanwhile.
   */
  async hold(emailKey: string, staffId: string): Promise<boolean> {
    const held = await this.updateWhere(
      INSTALLATION_SPACE,
      { _id: storageKey(INSTALLATION_SPACE, emailKey), staffId },
      { $unset: { reservedSince: 1 } },
    );
    return held !== null;
  }

  /** Releases an address of this account. */
  async release(emailKey: string, staffId: string): Promise<void> {
    await this.deleteWhere(INSTALLATION_SPACE, {
      _id: storageKey(INSTALLATION_SPACE, emailKey),
      staffId,
    });
  }

  /** Releases an address only if its reservation is unchanged. */
  async releaseReserved(record: EmailRecord): Promise<void> {
    await this.deleteWhere(INSTALLATION_SPACE, {
      _id: storageKey(INSTALLATION_SPACE, record.id),
      staffId: record.staffId,
      reservedSince: record.reservedSince,
    });
  }

  /** Reservations older than `before`. */
  findReserved(before: Date): Promise<EmailRecord[]> {
    return this.find(
      INSTALLATION_SPACE,
      { reservedSince: { $lt: before } },
      { limit: 100, hint: 'reserved' },
    );
  }
}
