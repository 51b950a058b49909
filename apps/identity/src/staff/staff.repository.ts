import { Injectable } from '@nestjs/common';
import {
  InjectStore,
  inSystemScope,
  SpaceRepository,
  type Store,
  storageKey,
  hidden,
} from '@engawa/persistence';
import { StaffNotFound } from './staff.errors';
import { staffSchema, type StaffRecord } from './staff.schema';

/** Most staff in a space's list, which is not paged. */
const LIST_LIMIT = 2_000;
const BY_EMAIL = 'byEmail';

@Injectable()
export class StaffRepository extends SpaceRepository<StaffRecord> {
  constructor(@InjectStore(staffSchema) store: Store<StaffRecord>) {
    super(store);
  }

  /** @throws StaffNotFound */
  async getStaff(space: string, staffId: string): Promise<StaffRecord> {
    const found = await this.findById(space, staffId);
    if (!found) throw new StaffNotFound();
    return found;
  }

  /** The account with that normalized address, in any space. */
  async findByEmailKey(emailKey: string): Promise<StaffRecord | null> {
    const [found] = await inSystemScope(
      'who signs in has not said yet which space they belong to',
      () => this.store.read({ emailKey }, { hint: BY_EMAIL, limit: 1, leaveOut: [] }),
    );
    return found ?? null;
  }

  /** The query of {@link findByEmailKey}, to test its plan. */
  emailQuery(emailKey: string) {
    return this.store.model
      .findOne({ emailKey } as never)
      .select(hidden)
      .hint(BY_EMAIL)
      .lean<StaffRecord>();
  }

  /** All staff of the space, the oldest account first. */
  findOfSpace(space: string): Promise<StaffRecord[]> {
    return this.ofSpaceQuery(space).exec() as Promise<StaffRecord[]>;
  }

  /** The query of {@link findOfSpace}, to test its plan. */
  ofSpaceQuery(space: string) {
    return this.query(
      space,
      {},
      {
        sort: { createdAt: 1, id: 1 },
        limit: LIST_LIMIT,
        hint: 'bySpace',
      },
    );
  }

  /** Whether sessions of this epoch are valid: not deactivated, and not ended since. */
  async isOpen(space: string, staffId: string, sessionEpoch: number): Promise<boolean> {
    const current = await this.findById(space, staffId);
    return current !== null && !current.deactivated && current.sessionEpoch === sessionEpoch;
  }

  /** Stamps a sign-in unless a later one is known. No new version: the entity did not change. */
  async stampSignIn({ space, id }: StaffRecord, at: Date): Promise<void> {
    await this.stamp(space, id, { lastSignInAt: { $not: { $gte: at } } }, { lastSignInAt: at });
  }

  /**
   * Spends a time step of the one-time codes. False when another request spent it or a later one.
   */
  async spendTimeStep(staff: StaffRecord, step: number): Promise<boolean> {
    const filter = { 'twoFactor.lastStep': staff.twoFactor?.lastStep ?? null };
    return (await this.stamp(staff.space, staff.id, filter, { 'twoFactor.lastStep': step })) === 1;
  }

  /** Spends a recovery code. False when another request spent it. */
  async spendRecoveryCode(staff: StaffRecord, codeHash: string): Promise<boolean> {
    const result = await this.store.model
      .updateOne(
        {
          _id: storageKey(staff.space, staff.id),
          space: staff.space,
          'twoFactor.recoveryHashes': codeHash,
        } as never,
        { $pull: { 'twoFactor.recoveryHashes': codeHash } } as never,
      )
      .exec();
    return result.modifiedCount === 1;
  }

  /** Clears finished follow-up work, unless more was added meanwhile. */
  async clearDue(staff: StaffRecord): Promise<void> {
    const { space, id, unfinishedSince } = staff;
    await this.store.model
      .updateOne({ _id: storageKey(space, id), space, unfinishedSince }, {
        $set: { sessionsDue: null, mailsDue: [], formerEmailKeys: [] },
        $unset: { unfinishedSince: 1 },
      } as never)
      .exec();
  }

  /** Accounts with follow-up work pending since before `before`. */
  findUnfinished(before: Date): Promise<StaffRecord[]> {
    return inSystemScope('the sweeper finishes what a crash left in any space', () =>
      this.store.model
        .find({ unfinishedSince: { $lt: before } } as never)
        .select(hidden)
        .limit(100)
        .lean<StaffRecord[]>()
        .exec(),
    );
  }

  private async stamp(
    space: string,
    staffId: string,
    filter: Record<string, unknown>,
    set: Record<string, unknown>,
  ): Promise<number> {
    const result = await this.store.model
      .updateOne(
        { ...filter, _id: storageKey(space, staffId), space } as never,
        { $set: set } as never,
      )
      .exec();
    return result.matchedCount;
  }
}
