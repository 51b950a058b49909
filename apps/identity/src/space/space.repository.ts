import { Injectable } from '@nestjs/common';
import { InjectStore, SpaceRepository, type Store } from '@engawa/persistence';
import { SpaceNotFound } from './space.errors';
import { spaceSchema, type SpaceRecord } from './space.schema';

@Injectable()
export class SpacesRepository extends SpaceRepository<SpaceRecord> {
  private readonly listedByGod = this.acrossSpaces('god lists the spaces of the installation');

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
    return this.listedByGod.exec(this.allQuery(afterId, limit));
  }

  /** The query of {@link findAll}, to test its plan. */
  allQuery(afterId: string | undefined, limit: number) {
    const filter = afterId === undefined ? {} : { id: { $gt: afterId } };
    return this.listedByGod.query(filter, { sort: { id: 1 }, limit, hint: 'byId' });
  }

  /** Spaces with unfinished work since before `before`. */
  findUnfinished(before: Date): Promise<SpaceRecord[]> {
    const spaces = this.acrossSpaces('the sweeper finishes what a crash left in any space');
    return spaces.find({ unfinishedSince: { $lt: before } }, { limit: 100 });
  }
}
