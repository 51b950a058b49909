import { Injectable } from '@nestjs/common';
import { InjectStore, type Store } from '@engawa/persistence';
import { WrittenRepository } from '../activity/written.repository';
import { threadSchema, type ThreadDocument } from './thread.schema';

@Injectable()
export class ThreadRepository extends WrittenRepository<ThreadDocument> {
  constructor(@InjectStore(threadSchema) store: Store<ThreadDocument>) {
    super(store);
  }

  /** Replaces a copy that was asked for by the post's first state, so that later events apply. */
  async replaceAsked(space: string, id: string, first: Partial<ThreadDocument>): Promise<void> {
    const set = { ...first, gone: false, asked: false, version: 1, updatedAt: new Date() };
    await this.updateMany(space, { id, asked: true }, { $set: set });
  }
}
