import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import type { OnApplicationBootstrap } from '@nestjs/common';
import { NameRepository } from '../name/name.repository';
import type { NameDocument } from '../name/name.schema';
import { EntryRepository } from './entry.repository';
import { EntryService } from './entry.service';

const CHUNK = 200;
/** How often what other replicas or a crash left is looked for, in ms. */
const LOOK_EVERY = 5_000;

/**
 * Lets entries follow the names of what they mention, in the background. What is to be done stands
 * with the name itself, so that a restart goes on.
 */
@Injectable()
export class EntryReindexer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('EntryReindexer');
  private readonly stopping = new AbortController();
  private waking = new AbortController();
  private running: Promise<void> | null = null;

  constructor(
    private readonly names: NameRepository,
    private readonly entries: EntryRepository,
    private readonly service: EntryService,
  ) {}

  onApplicationBootstrap(): void {
    this.running = this.runForEver();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    this.wake();
    await this.running;
  }

  /** There is something to do. */
  wake(): void {
    this.waking.abort();
  }

  private async runForEver(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      const waking = new AbortController();
      this.waking = waking;
      try {
        while (!this.stopping.signal.aborted && (await this.followSome()) > 0);
      } catch (error) {
        this.logger.warn(`Not indexed anew yet: ${String(error)}`);
      }
      await sleep(LOOK_EVERY, undefined, { signal: waking.signal, ref: false }).catch(
        () => undefined,
      );
    }
  }

  private async followSome(): Promise<number> {
    const stale = await this.names.findStale(CHUNK);
    for (const name of stale) {
      if (this.stopping.signal.aborted) return 0;
      await this.follow(name);
    }
    return stale.length;
  }

  private async follow(name: NameDocument): Promise<void> {
    for (let last: string | null = null; ;) {
      const found = await this.entries.findNaming(name.space, name.kind, name.thingId, last, CHUNK);
      for (const entry of found) {
        if (this.stopping.signal.aborted) return;
        await this.service.index(name.space, entry.id);
      }
      if (found.length < CHUNK) break;
      last = found.at(-1)!.id;
    }
    await this.names.settle(name.space, name.id, name.staleSince!);
  }
}
