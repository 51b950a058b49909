import { Injectable } from '@nestjs/common';
import { BackgroundJob } from '@engawa/service-kit';
import { NameRepository } from '../name/name.repository';
import type { NameDocument } from '../name/name.schema';
import { EntryRepository } from './entry.repository';
import type { EntryDocument } from './entry.schema';

const BATCH_SIZE = 500;
/** Interval of the search for work left by other replicas or a crash. */
const POLL_INTERVAL_MS = 5_000;

/**
 * Reindexes entries in the background when a name in them changes. The work is stored with the
 * name, so that it continues after a restart.
 */
@Injectable()
export class EntryReindexer extends BackgroundJob {
  constructor(
    private readonly names: NameRepository,
    private readonly entries: EntryRepository,
  ) {
    super({ name: 'EntryReindexer', intervalMs: POLL_INTERVAL_MS });
  }

  protected async round(signal: AbortSignal): Promise<boolean> {
    const stale = await this.names.findStale(BATCH_SIZE);
    for (const name of stale) {
      if (signal.aborted) break;
      await this.follow(name, signal);
    }
    return stale.length > 0;
  }

  private async follow(name: NameDocument, signal: AbortSignal): Promise<void> {
    const { space, kind, thingId } = name;
    const things = kind === 'member' ? await this.names.findMergedIds(space, thingId) : [thingId];
    for (const thing of things) {
      for (let last: EntryDocument | null = null; ;) {
        if (signal.aborted) return;
        const found: EntryDocument[] = await this.entries.findNaming(
          space,
          kind,
          thing,
          last,
          BATCH_SIZE,
        );
        await this.entries.noteChangedTexts(
          space,
          found.map(({ id }) => id),
        );
        if (found.length < BATCH_SIZE) break;
        last = found.at(-1)!;
      }
    }
    await this.names.clearStale(space, name.id, name.staleSince!);
  }
}
