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

  /** Records a use without a new version: the token itself did not change. */
  async stampUse(token: ApiTokenRecord, at: Date): Promise<void> {
    const { space, id } = token;
    await this.updateMany(space, { _id: storageKey(space, id) }, { $set: { lastUsedAt: at } });
  }
}
