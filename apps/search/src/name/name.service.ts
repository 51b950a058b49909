import { Injectable } from '@nestjs/common';
import type { StaffRef } from '@engawa/contracts';
import { EntryReindexer } from '../entry/entry-reindexer.service';
import { HealthFigures } from '../health/health-figures.service';
import { InsightFigures } from '../insight/insight-figures.service';
import { MatchFinder } from '../match/match-finder.service';
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
    private readonly matches: MatchFinder,
  ) {}

  /**
   * Stores a name; an older version changes nothing. If its texts change, entries are reindexed in
   * the background; the mark for that is written with the name.
   */
  async keep(space: string, version: number, told: NameFromEvent): Promise<void> {
    const id = nameId(told.kind, told.thingId);
    const before = await this.names.findById(space, id);
    const merged = (before?.mergedInto ?? null) !== (told.mergedInto ?? null);
    const changed = merged || before?.texts.join('\n') !== told.texts.join('\n');
    const concerned = [told.thingId, told.mergedInto, before?.mergedInto].filter(
      (one) => one != null,
    );
    // Before and after the write: after a crash in between, the previous state is lost.
    if (told.kind === 'member' && before) await this.health.markStale(space, concerned);
    const applied = await this.names.projectUpsert(space, id, version, {
      ...told,
      ...(changed ? { staleSince: new Date() } : {}),
    });
    if (applied && changed) this.reindexer.wake();
    // A repeated event may have been interrupted after its write.
    const again = before?.version === version;
    if (told.kind === 'member') {
      await this.health.markStale(space, concerned);
      if (merged || (again && told.mergedInto)) {
        await this.figures.markStaleNaming(space, told.thingId);
      }
    }
    const wasKind = before?.labelKind ?? null;
    if (told.kind === 'label' && (again || wasKind !== (told.labelKind ?? null))) {
      await this.matches.markStale(space);
    }
    const wasHere = !(before?.ref as StaffRef | null | undefined)?.deactivated;
    const isHere = !(told.ref as StaffRef | null)?.deactivated;
    const becameOther = (before?.god ?? false) !== (told.god ?? false);
    // Posts may have come before their writer's first event.
    if (told.kind === 'staff' && (!before || wasHere !== isHere || becameOther || again)) {
      await this.health.markStaleKnownBy(space, told.thingId);
    }
  }
}
