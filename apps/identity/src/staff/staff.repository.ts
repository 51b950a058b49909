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

/** Most staff that a space's list holds; it is not paged. */
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

  /** The account with that compared address, in whichever space. */
  async findByEmailKey(emailKey: string): Promise<StaffRecord | null> {
    const [found] = await inSystemScope(
      'who signs in has not said yet which space they belong to',
      () => this.store.read({ emailKey }, { hint: BY_EMAIL, limit: 1, leaveOut: [] }),
    );
    return found ?? null;
  }

  /** The query of {@link findByEmailKey}, for a test of its plan. */
  emailQuery(emailKey: string) {
    return this.store.model
      .findOne({ emailKey } as never)
      .select(hidden)
      .hint(BY_EMAIL)
      .lean<StaffRecord>();
  }

  /** All staff of the space, the longest-serving first. */
  findOfSpace(space: string): Promise<StaffRecord[]> {
    return this.ofSpaceQuery(space).exec() as Promise<StaffRecord[]>;
  }

  /** The query of {@link findOfSpace}, for a test of its plan. */
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

  /** Whether sign-ins of this epoch still hold: not deactivated, sessions not all ended. */
  async isOpen(space: string, staffId: string, sessionEpoch: number): Promise<boolean> {
    const current = await this.findById(space, staffId);
    return current !== null && !current.deactivated && current.sessionEpoch === sessionEpoch;
  }

  /** Stamps a sign-in, unless a later one is known. No new version: the entity did not change. */
  async stampSignIn({ space, id }: StaffRecord, at: Date): Promise<void> {
    await this.stamp(space, id, { lastSignInAt: { $not: { $gte: at } } }, { lastSignInAt: at });
  }

  /**
   * Spends a time step of the one-time codes. False where it, or a later one, was spent by another
   * request at the same time.
   */
  async spendTimeStep(staff: StaffRecord, step: number): Promise<boolean> {
    const filter = { 'twoFactor.lastStep': staff.twoFactor?.lastStep ?? null };
    return (await this.stamp(staff.space, staff.id, filter, { 'twoFactor.lastStep': step })) === 1;
  }

  /** Spends a recovery code. False where another request was first. */
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

  /** What was due is done, unless more became due meanwhile. */
  async clearDue(staff: StaffRecord): Promise<void> {
    const { space, id, unfinishedSince } = staff;
    await this.store.model
      .updateOne({ _id: storageKey(space, id), space, unfinishedSince }, {
        $set: { sessionsDue: null, mailsDue: [], formerEmailKeys: [] },
        $unset: { unfinishedSince: 1 },
      } as never)
      .exec();
  }

  /** Accounts with work left since before `before`. */
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
