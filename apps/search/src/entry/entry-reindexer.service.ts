import {
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { BackgroundLoop } from '@engawa/service-kit';
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
  private readonly loop = new BackgroundLoop({
    name: 'EntryReindexer',
    every: LOOK_EVERY,
    round: (signal) => this.followSome(signal),
  });

  constructor(
    private readonly names: NameRepository,
    private readonly entries: EntryRepository,
    private readonly service: EntryService,
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

  private async followSome(signal: AbortSignal): Promise<boolean> {
    const stale = await this.names.findStale(CHUNK);
    for (const name of stale) {
      if (signal.aborted) break;
      await this.follow(name, signal);
    }
    return stale.length > 0;
  }

  private async follow(name: NameDocument, signal: AbortSignal): Promise<void> {
    const { space, kind, thingId } = name;
    const ids = kind === 'member' ? await this.names.findMergedIds(space, thingId) : [thingId];
    for (const id of ids) {
      for (let last: string | null = null; ;) {
        const found = await this.entries.findNaming(space, kind, id, last, CHUNK);
        for (const entry of found) {
          if (signal.aborted) return;
          await this.service.index(space, entry.id);
        }
        if (found.length < CHUNK) break;
        last = found.at(-1)!.id;
      }
    }
    await this.names.settle(space, name.id, name.staleSince!);
  }
}
