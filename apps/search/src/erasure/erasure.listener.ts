import { Controller } from '@nestjs/common';
import { blackOut, events } from '@engawa/contracts';
import { findErasure } from '@engawa/directory';
import { EventBus, OnEvent, type EventOf } from '@engawa/events';
import { SnoozeRepository } from '../health/snooze.repository';
import { SavedSearchRepository } from '../saved-search/saved-search.repository';

/** Removes the name of an erased member from saved searches (MBR-5); posts follow by events. */
@Controller()
export class ErasureListener {
  constructor(
    private readonly bus: EventBus,
    private readonly snoozes: SnoozeRepository,
    private readonly searches: SavedSearchRepository,
  ) {}

  @OnEvent(events.memberErased)
  async onErased({ space, data }: EventOf<typeof events.memberErased>): Promise<void> {
    const { memberId, memberIds } = data;
    for (const id of memberIds) await this.snoozes.remove(space, id);
    const [snoozes, searches] = await Promise.all([
      this.snoozes.findAll(space),
      this.searches.findAll(space),
    ]);
    if (snoozes.length + searches.length === 0) return;
    const names = (await findErasure(this.bus, space, memberId))?.whole ?? [];
    for (const { id, reason } of snoozes) {
      const left = blackOut(reason, names);
      if (left !== reason) await this.snoozes.change(space, id, () => ({ set: { reason: left } }));
    }
    for (const search of searches) {
      const displayName = blackOut(search.displayName, names);
      const q = blackOut(search.criteria.q, names);
      if (displayName === search.displayName && q === search.criteria.q) continue;
      await this.searches.redact(search, displayName, { ...search.criteria, q });
    }
  }
}
