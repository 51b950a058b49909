import { Injectable } from '@nestjs/common';
import type { HappeningKind } from '@engawa/contracts';
import {
  DuplicateKey,
  InjectStore,
  SpaceRepository,
  type NewDocument,
  type Store,
} from '@engawa/persistence';
import { happeningSchema, type HappeningDocument } from './happening.schema';

/** A kind of happening, for all or for one staff, within a time (until is inclusive). */
export interface HappeningRange {
  kind: HappeningKind;
  /** Empty for what concerns all. */
  staffId: string;
  since: Date;
  until: Date;
  /** Whose doings, and whose confirmed must-reads, are left out. */
  reader: string;
}

@Injectable()
export class HappeningRepository extends SpaceRepository<HappeningDocument> {
  constructor(@InjectStore(happeningSchema) store: Store<HappeningDocument>) {
    super(store);
  }

  /** Notes it once, however often it comes. */
  async note(space: string, happening: NewDocument<HappeningDocument>): Promise<void> {
    try {
      await this.insert(space, happening);
    } catch (error) {
      if (!(error instanceof DuplicateKey)) throw error;
    }
  }

  /** The newest first. */
  findSince(space: string, range: HappeningRange, limit: number): Promise<HappeningDocument[]> {
    return this.find(space, filterOf(range), { sort: { at: -1, id: -1 }, limit });
  }

  /** Counted no further than `atMost`. */
  countSince(space: string, range: HappeningRange, atMost: number): Promise<number> {
    return this.store.count({ space, ...filterOf(range) }, { limit: atMost });
  }

  /** A post (with its comments) or one comment was deleted, or is back. */
  async setGone(
    space: string,
    { postId, commentId }: { postId: string; commentId: string | null },
    gone: boolean,
  ): Promise<void> {
    await this.updateMany(space, commentId === null ? { postId } : { postId, commentId }, {
      $set: { gone },
    });
  }
}

export function filterOf({ kind, staffId, since, until, reader }: HappeningRange) {
  return {
    kind,
    staffId,
    gone: false,
    at: { $gt: since, $lte: until },
    actorId: { $ne: reader },
    ...(kind === 'mustRead' ? { confirmedBy: { $ne: reader } } : {}),
  };
}
