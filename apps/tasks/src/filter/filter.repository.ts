import { Injectable } from '@nestjs/common';
import { TASK_FILTER_LIMIT } from '@engawa/contracts';
import { InjectStore, SpaceRepository, type Store } from '@engawa/persistence';
import { filterSchema, type FilterDocument } from './filter.schema';

@Injectable()
export class FilterRepository extends SpaceRepository<FilterDocument> {
  constructor(@InjectStore(filterSchema) store: Store<FilterDocument>) {
    super(store);
  }

  /** By name. */
  findOfStaff(space: string, userId: string): Promise<FilterDocument[]> {
    return this.find(space, { userId }, { sort: { nameKey: 1 }, limit: TASK_FILTER_LIMIT + 1 });
  }

  /** All filters of the space. */
  findAll(space: string): Promise<FilterDocument[]> {
    return this.find(space, {}, { hint: 'name' });
  }

  /** Filters of all staff. */
  findWithLabel(space: string, labelId: string): Promise<FilterDocument[]> {
    return this.find(space, { 'criteria.labelIds': labelId }, { hint: 'labels' });
  }
}
