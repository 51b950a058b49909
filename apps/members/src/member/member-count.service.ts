import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { EventBus } from '@engawa/events';
import { provideExtension, type ServiceExtension } from '@engawa/service-kit';
import { MemberListRepository } from './member-list.repository';
import type { MemberDocument, MemberFilter } from './member.schema';

/** Longest lifetime of a cached total. */
const TTL_MS = 30_000;
/** Spaces whose totals are cached. */
const MAX_SPACES = 10_000;

interface CachedTotal {
  countedAt: number;
  total: Promise<number>;
}

/**
 * Totals of lists, cached until a member of the space changes, here or in another replica: every
 * process follows the changes of members. So reading a list costs the same for any number of
 * members.
 */
@Injectable()
export class MemberCounts implements OnApplicationBootstrap, ServiceExtension {
  /** By space, then by list. */
  private readonly totals = new Map<string, Map<string, CachedTotal>>();
  private following = false;
  private stopFollowing: (() => void) | null = null;

  constructor(
    private readonly members: MemberListRepository,
    private readonly bus: EventBus,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.stopFollowing = await this.bus.follow(
      ({ name, space }) => {
        if (name.startsWith('members.member.')) this.forget(space);
      },
      () => this.totals.clear(),
      ['members.member'],
    );
    this.following = true;
  }

  beforeClose(): void {
    this.following = false;
    this.totals.clear();
    this.stopFollowing?.();
  }

  async of(space: string, filter: MemberFilter): Promise<{ total: number; exact: boolean }> {
    return { total: await this.totalOf(space, filter), exact: true };
  }

  /** Call after a member changed that may have moved between lists. */
  moved(space: string, before: MemberDocument, after: MemberDocument): void {
    if (before.deleted !== after.deleted || before.typeId !== after.typeId) this.forget(space);
  }

  /** Call after members of the space were added or changed. */
  forget(space: string): void {
    this.totals.delete(space);
  }

  private totalOf(space: string, filter: MemberFilter): Promise<number> {
    const totals = this.totals.get(space) ?? new Map<string, CachedTotal>();
    const list = listOf(filter);
    const cached = totals.get(list);
    if (cached && this.following && Date.now() - cached.countedAt < TTL_MS) return cached.total;
    const total = this.members.countUpTo(space, filter, null);
    total.catch(() => totals.delete(list));
    totals.set(list, { countedAt: Date.now(), total });
    if (this.totals.size >= MAX_SPACES) this.totals.clear();
    this.totals.set(space, totals);
    return total;
  }
}

function listOf({ deleted, typeId = '' }: MemberFilter): string {
  return `${deleted}/${typeId ?? 'none'}`;
}

export const memberCountsProviders = [MemberCounts, provideExtension(MemberCounts)];
