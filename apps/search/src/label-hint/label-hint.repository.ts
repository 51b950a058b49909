import { Injectable } from '@nestjs/common';
import { InjectStore, SpaceRepository, type Filter, type Store } from '@engawa/persistence';
import { entryStore, type EntryDocument } from '../entry/entry.schema';

const hintFields = ['memo', 'memberIds', 'labelIds'] as const;

/** Query of the posts that hints are learned from. */
@Injectable()
export class LabelHintRepository extends SpaceRepository<EntryDocument> {
  constructor(@InjectStore(entryStore) store: Store<EntryDocument>) {
    super(store);
  }

  /** The newest posts and comments of the space. */
  findNewest(space: string, limit: number) {
    return this.newestQuery(space, limit).exec();
  }

  /** The query of `findNewest`, to test its plan. */
  newestQuery(space: string, limit: number) {
    return this.onlyQuery(space, hintFields, { shown: true } as Filter, {
      sort: { talkedAt: -1, id: -1 },
      limit,
    });
  }
}
