import { Injectable } from '@nestjs/common';
import { MemberHealthRepository } from './health.repository';
import { RecentReads } from '../recent-reads/recent-reads';

/** Types that other replicas counted show after this time. */
const TTL_MS = 15_000;
const MAX_SPACES = 32;
/** A larger space is read for each question: 20,000 members have about 3 MB. */
const MAX_MEMBERS = 20_000;
/** Members read in the time that one looked up by its id takes. */
const LOOKUP_COST = 4;

/** Numbers of listed members by type, and the types of some or all of them. */
export interface MemberTypesOfSpace {
  counts: ReadonlyMap<string, number>;
  types: ReadonlyMap<string, string>;
}

/**
 * The types of a space's listed members. Reading 2,000 of them costs a third of a dashboard, so those
 * of the latest spaces are kept for seconds, until this process counts members of the space again.
 */
@Injectable()
export class MemberTypes {
  private readonly reads = new RecentReads<MemberTypesOfSpace>({ ttlMs: TTL_MS, most: MAX_SPACES });

  constructor(private readonly health: MemberHealthRepository) {}

  /** At least the types of these members. */
  async find(space: string, memberIds: readonly string[]): Promise<MemberTypesOfSpace> {
    const key = keyOf(space);
    const known = this.reads.get(key);
    if (known) return known;
    const listed = await this.health.countListed(space, null);
    if (memberIds.length * LOOKUP_COST < listed) {
      const [counts, types] = await Promise.all([
        this.health.countByType(space),
        this.health.findTypesOf(space, memberIds),
      ]);
      return { counts, types };
    }
    const read = this.readAll(space);
    if (listed <= MAX_MEMBERS) this.reads.keep(key, read);
    return read;
  }

  forget(space: string): void {
    this.reads.forget(keyOf(space));
  }

  private async readAll(space: string): Promise<MemberTypesOfSpace> {
    const types = await this.health.findAllTypes(space);
    const counts = new Map<string, number>();
    for (const typeId of types.values()) counts.set(typeId, (counts.get(typeId) ?? 0) + 1);
    return { counts, types };
  }
}

function keyOf(space: string): string {
  return `${space}/`;
}
