import { Injectable } from '@nestjs/common';
import {
  InjectStore,
  inSystemScope,
  SpaceRepository,
  type Store,
  hidden,
} from '@engawa/persistence';
import { SpaceNotFound } from './space.errors';
import { spaceSchema, type SpaceRecord } from './space.schema';

@Injectable()
export class SpacesRepository extends SpaceRepository<SpaceRecord> {
  constructor(@InjectStore(spaceSchema) store: Store<SpaceRecord>) {
    super(store);
  }

  /** @throws SpaceNotFound */
  async getSpace(spaceId: string): Promise<SpaceRecord> {
    const found = await this.findById(spaceId, spaceId);
    if (!found) throw new SpaceNotFound();
    return found;
  }

  /** Spaces after `afterId`, by id. For god. */
  findAll(afterId: string | undefined, limit: number): Promise<SpaceRecord[]> {
    return inSystemScope('god lists the spaces of the installation', () =>
      this.allQuery(afterId, limit).exec(),
    );
  }

  /** The query of {@link findAll}, to test its plan. */
  allQuery(afterId: string | undefined, limit: number) {
    return this.store.model
      .find((afterId === undefined ? {} : { id: { $gt: afterId } }) as never)
      .select(hidden)
      .sort({ id: 1 })
      .limit(limit)
      .hint('byId')
      .lean<SpaceRecord[]>();
  }

  /** Spaces with unfinished work since before `before`. */
  findUnfinished(before: Date): Promise<SpaceRecord[]> {
    return inSystemScope('the sweeper finishes what a crash left in any space', () =>
      this.store.model
        .find({ unfinishedSince: { $lt: before } } as never)
        .select(hidden)
        .limit(100)
        .lean<SpaceRecord[]>()
        .exec(),
    );
  }
}
