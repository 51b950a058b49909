import { Injectable } from '@nestjs/common';
import { InjectStore, SpaceRepository, type Store, storageKey } from '@engawa/persistence';
import { assistantSchema, type AssistantRecord } from './assistant.schema';

/** Most assistants that one staff member has at the same time. */
export const ASSISTANT_LIMIT = 50;

@Injectable()
export class AssistantRepository extends SpaceRepository<AssistantRecord> {
  constructor(@InjectStore(assistantSchema) store: Store<AssistantRecord>) {
    super(store);
  }

  /** Those that are not revoked, the newest first, also such as wait for their first token. */
  findOfStaff(space: string, staffId: string): Promise<AssistantRecord[]> {
    return this.ofStaffQuery(space, staffId).exec() as Promise<AssistantRecord[]>;
  }

  /** The query of {@link findOfStaff}, for a test of its plan. */
  ofStaffQuery(space: string, staffId: string) {
    const sort = { createdAt: -1, id: -1 } as const;
    return this.query(space, { staffId, revokedAt: null }, { sort, limit: 100, hint: 'ofStaff' });
  }

  /** Remembers a use; no new version, the consent itself did not change. */
  async stampUse({ space, id }: AssistantRecord, at: Date): Promise<void> {
    await this.updateMany(space, { _id: storageKey(space, id) }, { $set: { lastUsedAt: at } });
  }
}
