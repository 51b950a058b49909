import { Injectable } from '@nestjs/common';
import type { StaffRef } from '@engawa/contracts';
import { EntryReindexer } from '../entry/entry-reindexer.service';
import { HealthFigures } from '../health/health-figures.service';
import { InsightFigures } from '../insight/insight-figures.service';
import { NameRepository } from './name.repository';
import type { NameFromEvent } from './name.mapper';
import { nameId } from './name.schema';

@Injectable()
export class NameService {
  constructor(
    private readonly names: NameRepository,
    private readonly reindexer: EntryReindexer,
    private readonly health: HealthFigures,
    private readonly figures: InsightFigures,
  ) {}

  /**
   * Keeps what is told of a thing; an older version than known changes nothing. Where its texts
   * change, its entries follow in the background: that they have to is written with the name.
   */
  async keep(space: string, version: number, told: NameFromEvent): Promise<void> {
    const id = nameId(told.kind, told.thingId);
    const before = await this.names.findById(space, id);
    const merged = (before?.mergedInto ?? null) !== (told.mergedInto ?? null);
    const changed = merged || before?.texts.join('\n') !== told.texts.join('\n');
    const concerned = [told.thingId, told.mergedInto, before?.mergedInto].filter(
      (one) => one != null,
    );
    // Before as well as after: where this ends between the two, what was is not known any more.
    if (told.kind === 'member' && before) await this.health.markStale(space, concerned);
    const applied = await this.names.projectUpsert(space, id, version, {
      ...told,
      ...(changed ? { staleSince: new Date() } : {}),
    });
    if (applied && changed) this.reindexer.wake();
    // An event that comes again may have got no further than the write.
    const again = before?.version === version;
    if (told.kind === 'member') {
      await this.health.markStale(space, concerned);
      if (merged || (again && told.mergedInto)) {
        await this.figures.markStaleNaming(space, told.thingId);
      }
    }
    const wasHere = !(before?.ref as StaffRef | null | undefined)?.deactivated;
    const isHere = !(told.ref as StaffRef | null)?.deactivated;
    if (told.kind === 'staff' && before && (wasHere !== isHere || again)) {
      await this.health.markStaleKnownBy(space, told.thingId);
    }
  }
}
