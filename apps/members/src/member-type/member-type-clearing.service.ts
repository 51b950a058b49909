import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { OnApplicationBootstrap } from '@nestjs/common';
import { BackgroundLoop } from '@engawa/service-kit';
import { MemberCounts } from '../member/member-count.service';
import { memberEvent } from '../member/member.mapper';
import { MemberRepository } from '../member/member.repository';
import { MemberTypeRepository } from './member-type.repository';

const BATCH_SIZE = 200;
/** How often deletions of other replicas, and what a crash left, are looked for, in ms. */
const POLL_INTERVAL_MS = 15_000;

/**
 * Empties the type of the members whose type was deleted, in the background: what is left to do
 * stands in the space's set of types, so that a restart goes on.
 */
@Injectable()
export class MemberTypeClearing implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop = new BackgroundLoop({
    name: 'MemberTypeClearing',
    intervalMs: POLL_INTERVAL_MS,
    round: (signal) => this.clearAll(signal),
  });

  constructor(
    private readonly sets: MemberTypeRepository,
    private readonly members: MemberRepository,
    private readonly counts: MemberCounts,
  ) {}

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }

  /** There is something to do. */
  wake(): void {
    this.loop.wake();
  }

  private async clearAll(signal: AbortSignal): Promise<void> {
    for (const set of await this.sets.findClearing(100)) {
      for (const typeId of set.clearing) await this.clear(set.space, typeId, signal);
    }
  }

  private async clear(space: string, typeId: string, signal: AbortSignal): Promise<void> {
    for (;;) {
      const found = await this.members.findWithType(space, typeId, BATCH_SIZE);
      if (found.length === 0) break;
      for (const member of found) {
        if (signal.aborted) return;
        await this.clearMember(space, member.id, typeId);
      }
      this.counts.forget(space);
    }
    await this.sets.changeSet(space, ({ clearing }) => {
      const left = clearing.filter((id) => id !== typeId);
      if (left.length === clearing.length) return null;
      return {
        set: { clearing: left },
        ...(left.length === 0 ? { unset: ['clearingSince'] } : {}),
      };
    });
  }

  private async clearMember(space: string, id: string, typeId: string): Promise<void> {
    await this.members.change(space, id, (current, next) => {
      if (current.typeId !== typeId) return null;
      const event = memberEvent('memberUpdated', { ...current, typeId: null }, null, next);
      return { set: { typeId: null }, events: [event] };
    });
  }
}
