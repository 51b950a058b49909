import { Injectable } from '@nestjs/common';
import { InjectStore, SpaceRepository, type Store } from '@engawa/persistence';
import { openTaskSchema, type OpenTaskDocument } from './open-task.schema';

@Injectable()
export class OpenTaskRepository extends SpaceRepository<OpenTaskDocument> {
  constructor(@InjectStore(openTaskSchema) store: Store<OpenTaskDocument>) {
    super(store);
  }

  /** Open tasks of an assignee, the nearest due date first. */
  findOf(space: string, assignUserId: string, limit: number): Promise<OpenTaskDocument[]> {
    return this.openQuery(space, assignUserId, limit).exec() as Promise<OpenTaskDocument[]>;
  }

  /** The query of `findOf`, to test its plan. */
  openQuery(space: string, assignUserId: string, limit: number) {
    return this.query(space, { assignUserId, open: true }, { sort: { dueAt: 1, id: 1 }, limit });
  }
}
