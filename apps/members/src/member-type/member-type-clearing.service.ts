import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { OnApplicationBootstrap } from '@nestjs/common';
import { BackgroundLoop } from '@engawa/service-kit';
import { MemberCounts } from '../member/member-count.service';
import { memberEvent } from '../member/member.mapper';
import { MemberRepository } from '../member/member.repository';
import { MemberTypeRepository } from './member-type.repository';

const BATCH_SIZE = 200;
/** Interval of the search for deletions of other replicas and work left by a crash. */
const POLL_INTERVAL_MS = 15_000;

/**
 * Clears a deleted type from its members in the background. The work is stored in the space's set
 * of types, so that it continues after a restart.
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

  /** Starts a round now. */
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
