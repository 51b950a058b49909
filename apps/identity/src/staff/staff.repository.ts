import { Injectable } from '@nestjs/common';
import { InjectStore, SpaceRepository, type Filter, type Store } from '@engawa/persistence';
import { StaffNotFound } from './staff.errors';
import { staffSchema, type StaffRecord } from './staff.schema';

/** Most staff in a space's list, which is not paged. */
const LIST_LIMIT = 2_000;
const BY_EMAIL = 'byEmail';

@Injectable()
export class StaffRepository extends SpaceRepository<StaffRecord> {
  private readonly ofAnySpace = this.acrossSpaces(
    'who signs in has not said yet which space they belong to',
  );

  private readonly ofEveryGod = this.acrossSpaces('god may belong to any space');

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
    const [found] = await this.ofAnySpace.exec(this.emailQuery(emailKey));
    return found ?? null;
  }

  /** The query of {@link findByEmailKey}, to test its plan. */
  emailQuery(emailKey: string) {
    return this.ofAnySpace.query({ emailKey }, { hint: BY_EMAIL, limit: 1 });
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

  /** Stamps a sign-in unless a later one is known. No new version: the entity did not change. */
  async stampSignIn({ space, id }: StaffRecord, at: Date): Promise<void> {
    const filter: Filter = { id, lastSignInAt: { $not: { $gte: at } } };
    await this.updateMany(space, filter, { $set: { lastSignInAt: at } });
  }

  /**
   * Spends a time step of the one-time codes. False when another request spent it or a later one.
   */
  async spendTimeStep(staff: StaffRecord, step: number): Promise<boolean> {
    const { space, id, twoFactor } = staff;
    const filter: Filter = { id, 'twoFactor.lastStep': twoFactor?.lastStep ?? null };
    const update = { $set: { 'twoFactor.lastStep': step } };
    return (await this.updateMany(space, filter, update)) === 1;
  }

  /** Spends a recovery code. False when another request spent it. */
  async spendRecoveryCode(staff: StaffRecord, codeHash: string): Promise<boolean> {
    const filter: Filter = { id: staff.id, 'twoFactor.recoveryHashes': codeHash };
    const update = { $pull: { 'twoFactor.recoveryHashes': codeHash } };
    return (await this.updateMany(staff.space, filter, update)) === 1;
  }

  /** Clears finished follow-up work, unless more was added meanwhile. */
  async clearDue(staff: StaffRecord): Promise<void> {
    const { space, id, unfinishedSince } = staff;
    await this.updateMany(space, { id, unfinishedSince } as Filter, {
      $set: { sessionsDue: null, mailsDue: [], formerEmailKeys: [] },
      $unset: { unfinishedSince: 1 },
    });
  }

  /** God accounts of which other services do not know that they are god's, of all spaces. */
  findGodsOfEarlierVersions(): Promise<StaffRecord[]> {
    return this.ofEveryGod.exec(this.godQuery());
  }

  /** The query of {@link findGodsOfEarlierVersions}, to test its plan. */
  godQuery() {
    const filter: Filter = { god: true, factsRevision: null };
    return this.ofEveryGod.query(filter, { hint: 'gods', limit: 100 });
  }

  /** Accounts with follow-up work pending since before `before`. */
  findUnfinished(before: Date): Promise<StaffRecord[]> {
    const spaces = this.acrossSpaces('the sweeper finishes what a crash left in any space');
    return spaces.find({ unfinishedSince: { $lt: before } }, { limit: 100 });
  }
}
