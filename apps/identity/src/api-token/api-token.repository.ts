import { Injectable } from '@nestjs/common';
import { InjectStore, SpaceRepository, type Store, storageKey } from '@engawa/persistence';
import { apiTokenSchema, type ApiTokenRecord } from './api-token.schema';

@Injectable()
export class ApiTokenRepository extends SpaceRepository<ApiTokenRecord> {
  constructor(@InjectStore(apiTokenSchema) store: Store<ApiTokenRecord>) {
    super(store);
  }

  /** Tokens that are not revoked, the newest first. */
  findOfSpace(space: string): Promise<ApiTokenRecord[]> {
    return this.ofSpaceQuery(space).exec() as Promise<ApiTokenRecord[]>;
  }

  /** The query of {@link findOfSpace}, to test its plan. */
  ofSpaceQuery(space: string) {
    return this.query(
      space,
      { revokedAt: null },
      { sort: { createdAt: -1, id: -1 }, limit: 500, hint: 'ofSpace' },
    );
  }

  /** All tokens, also revoked ones, the newest first. */
  findEverOfSpace(space: string): Promise<ApiTokenRecord[]> {
    return this.everOfSpaceQuery(space).exec() as Promise<ApiTokenRecord[]>;
  }

  /** The query of {@link findEverOfSpace}, to test its plan. */
  everOfSpaceQuery(space: string) {
    return this.query(
      space,
      {},
      { sort: { createdAt: -1, id: -1 }, limit: 1_000, hint: 'everOfSpace' },
    );
  }

  /**
   * Records a use without a new version: the token itself did not change. `forget` are days whose
   * count is no longer kept.
   */
  async stampUse(token: ApiTokenRecord, at: Date, forget: readonly string[]): Promise<void> {
    const { space, id } = token;
    const unset = Object.fromEntries(forget.map((day) => [`uses.${day}`, 1]));
    await this.updateMany(
      space,
      { _id: storageKey(space, id) },
      { $set: { lastUsedAt: at }, ...(forget.length > 0 ? { $unset: unset } : {}) },
    );
  }

  /** Adds to a day's requests, also without a new version. An unknown token changes nothing. */
  async countUse(space: string, tokenId: string, day: string, requests: number): Promise<void> {
    await this.updateMany(
      space,
      { _id: storageKey(space, tokenId) },
      { $inc: { [`uses.${day}`]: requests } },
    );
  }
}
