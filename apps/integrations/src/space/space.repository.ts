import { Injectable } from '@nestjs/common';
import { InjectStore, SpaceRepository, type Store } from '@engawa/persistence';
import { spaceCopyStore, type SpaceCopyDocument } from './space.schema';

@Injectable()
export class SpaceCopyRepository extends SpaceRepository<SpaceCopyDocument> {
  constructor(@InjectStore(spaceCopyStore) store: Store<SpaceCopyDocument>) {
    super(store);
  }

  findSpace(space: string): Promise<SpaceCopyDocument | null> {
    return this.findById(space, space);
  }
}
