import { Injectable } from '@nestjs/common';
import { InjectStore, SpaceRepository, type Store } from '@engawa/persistence';
import { threadSchema, type ThreadDocument } from './thread.schema';

@Injectable()
export class ThreadRepository extends SpaceRepository<ThreadDocument> {
  constructor(@InjectStore(threadSchema) store: Store<ThreadDocument>) {
    super(store);
  }
}
