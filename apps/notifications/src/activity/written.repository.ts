import { SpaceRepository, type Filter, type SpaceDocument } from '@engawa/persistence';
import { lateBefore, type ActivityRange } from './activity.repository';

interface WrittenDocument extends SpaceDocument {
  ownerId: string;
  gone: boolean;
  writtenAt?: Date;
}

/** Copies of posts or comments. That one was written is recorded nowhere else. */
export abstract class WrittenRepository<Doc extends WrittenDocument> extends SpaceRepository<Doc> {
  /** What was written, came in the range and is not deleted, the latest first. */
  findWrittenBetween(space: string, range: ActivityRange, limit: number): Promise<Doc[]> {
    return this.writtenBetweenQuery(space, range, limit).exec() as Promise<Doc[]>;
  }

  /**
   * For an event whose copy is there already: an earlier version may have stored it without this
   * field, and not have finished with the event.
   */
  async noteWritten(space: string, id: string, writtenAt: Date): Promise<void> {
    await this.updateMany(space, { id, writtenAt: null } as Filter, { $set: { writtenAt } });
  }

  /** The query of `findWrittenBetween`, to test its plan. */
  writtenBetweenQuery(space: string, { since, until, reader }: ActivityRange, limit: number) {
    const filter = {
      gone: false,
      writtenAt: { $gt: lateBefore(since) },
      createdAt: { $gt: since, $lte: until },
      ownerId: { $ne: reader },
    };
    return this.query(space, filter as Filter, { sort: { createdAt: -1, id: -1 }, limit });
  }
}
