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

  /** Whether the installation has no account at all. */
  async isEmpty(): Promise<boolean> {
    return (await this.find(INSTALLATION_SPACE, {}, { limit: 1 })).length === 0;
  }

  /** Reserves an address for an account to be. False where somebody has it. */
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

  /** The account is written: the address is its own for good. False where it was lost meanwhile. */
  async hold(emailKey: string, staffId: string): Promise<boolean> {
    const held = await this.updateWhere(
      INSTALLATION_SPACE,
      { _id: storageKey(INSTALLATION_SPACE, emailKey), staffId },
      { $unset: { reservedSince: 1 } },
    );
    return held !== null;
  }

  /** Frees an address of this account. */
  async release(emailKey: string, staffId: string): Promise<void> {
    await this.deleteWhere(INSTALLATION_SPACE, {
      _id: storageKey(INSTALLATION_SPACE, emailKey),
      staffId,
    });
  }

  /** Frees an address only if it is still merely reserved since that moment. */
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
