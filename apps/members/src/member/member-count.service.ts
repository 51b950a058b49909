import { Injectable } from '@nestjs/common';
import { MemberRepository } from './member.repository';
import type { MemberFilter } from './member.schema';
import type { MemberDocument } from './member.schema';

/** After this time a total is recounted in the background. */
const TOTAL_TTL_MS = 30_000;
const MAX_CACHED_TOTALS = 10_000;

interface Total {
  total: number;
  countedAt: number;
}

/**
 * Totals of lists. A space's totals are counted once and then updated by this process's own writes;
 * writes of other replicas show after the next count, at most 30 s later. So a list costs the same
 * for any number of members.
 */
@Injectable()
export class MemberCounts {
  private readonly totals = new Map<string, Total>();
  private readonly counting = new Map<string, Promise<number>>();
  /** Writes of this process by space; a count overtaken by a write is repeated. */
  private readonly writes = new Map<string, number>();

  constructor(private readonly members: MemberRepository) {}

  async of(space: string, filter: MemberFilter): Promise<{ total: number; exact: boolean }> {
    const key = keyOf(space, filter);
    const known = this.totals.get(key);
    if (!known) return { total: await this.count(key, space, filter), exact: true };
    if (Date.now() - known.countedAt > TOTAL_TTL_MS) {
      void this.count(key, space, filter).catch(() => undefined);
    }
    return { total: known.total, exact: true };
  }

  added(space: string, member: Pick<MemberDocument, 'deleted' | 'typeId'>, count: number): void {
    this.written(space);
    this.shift(space, member, count);
  }

  /** A member may have moved between lists. */
  moved(space: string, before: MemberDocument, after: MemberDocument): void {
    if (before.deleted === after.deleted && before.typeId === after.typeId) return;
    this.written(space);
    this.shift(space, before, -1);
    this.shift(space, after, 1);
  }

  /** Many members changed: recount the space. */
  forget(space: string): void {
    this.written(space);
    for (const key of this.totals.keys()) if (key.startsWith(`${space}/`)) this.totals.delete(key);
  }

  private written(space: string): void {
    this.writes.set(space, (this.writes.get(space) ?? 0) + 1);
  }

  private shift(
    space: string,
    member: Pick<MemberDocument, 'deleted' | 'typeId'>,
    by: number,
  ): void {
    const { deleted, typeId } = member;
    for (const filter of [{ deleted }, { deleted, typeId }]) {
      const known = this.totals.get(keyOf(space, filter));
      if (known) known.total = Math.max(0, known.total + by);
    }
  }

  private count(key: string, space: string, filter: MemberFilter): Promise<number> {
    const running = this.counting.get(key);
    if (running) return running;
    const work = this.recount(key, space, filter).finally(() => this.counting.delete(key));
    this.counting.set(key, work);
    return work;
  }

  private async recount(key: string, space: string, filter: MemberFilter): Promise<number> {
    const writes = this.writes.get(space) ?? 0;
    const total = await this.members.countUpTo(space, filter, null);
    // Overtaken by a write: used for this answer, but not cached.
    if ((this.writes.get(space) ?? 0) === writes) {
      if (this.totals.size >= MAX_CACHED_TOTALS) this.totals.clear();
      this.totals.set(key, { total, countedAt: Date.now() });
    }
    return total;
  }
}

function keyOf(space: string, { deleted, typeId = '' }: MemberFilter): string {
  return `${space}/${deleted}/${typeId ?? 'none'}`;
}
