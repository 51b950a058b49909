import { Injectable } from '@nestjs/common';
import { EntryReindexer } from '../entry/entry-reindexer.service';
import { NameRepository } from './name.repository';
import { nameId, type NameDocument } from './name.schema';

@Injectable()
export class NameService {
  constructor(
    private readonly names: NameRepository,
    private readonly reindexer: EntryReindexer,
  ) {}

  /**
   * Keeps what is told of a thing; an older version than known changes nothing. Where its texts
   * change, its entries follow in the background: that they have to is written with the name.
   */
  async keep(
    space: string,
    version: number,
    told: Pick<NameDocument, 'kind' | 'thingId' | 'texts' | 'ref'> & { mergedInto?: string | null },
  ): Promise<void> {
    const id = nameId(told.kind, told.thingId);
    const before = await this.names.findById(space, id);
    const changed = before?.texts.join('\n') !== told.texts.join('\n');
    const applied = await this.names.projectUpsert(space, id, version, {
      ...told,
      ...(changed ? { staleSince: new Date() } : {}),
    });
    if (applied && changed) this.reindexer.wake();
  }
}
