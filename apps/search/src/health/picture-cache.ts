import { Injectable } from '@nestjs/common';
import { MemberHealthRepository, type MemberOfPicture } from './health.repository';
import { RecentReads } from '../recent-reads/recent-reads';

/** Counts of other replicas show after this time. */
const TTL_MS = 15_000;
/** A picture has up to 2,000 members, about 1 MB. */
const MAX_PICTURES = 16;

interface Picture {
  members: MemberOfPicture[];
  total: number;
}

/**
 * The members of the latest pictures of relations: reading 2,000 of them costs more than all the rest
 * of the answer. Dropped when this process counts members of the space again.
 */
@Injectable()
export class PictureCache {
  private readonly reads = new RecentReads<Picture>({ ttlMs: TTL_MS, most: MAX_PICTURES });

  constructor(private readonly health: MemberHealthRepository) {}

  async get(space: string, typeId: string | null, limit: number): Promise<Picture> {
    const key = `${space}/${typeId ?? '*'}/${limit}`;
    const known = this.reads.get(key);
    if (known) return known;
    const picture = Promise.all([
      this.health.findBySilence(space, typeId, limit),
      this.health.countListed(space, typeId),
    ]).then(([members, total]) => ({ members, total }));
    this.reads.keep(key, picture);
    return picture;
  }

  forget(space: string): void {
    this.reads.forget(`${space}/`);
  }
}
