import type { EventEnvelope } from '@engawa/contracts';
import { newId } from '@engawa/events';
import { z } from 'zod';
import { defineStore, type DocumentOf } from '../schema/define-store';
import { SpaceRepository } from '../repository/space.repository';

export const thingSchema = defineStore({
  collection: 'things',
  shape: {
    name: z.string(),
    rank: z.number(),
    at: z.date(),
    tags: z.array(z.string()),
  },
  indexes: [
    { keys: { space: 1, at: -1, id: -1 }, serves: 'ThingRepository.findLatest' },
    { keys: { space: 1, name: 1 }, serves: 'unique names', unique: true, name: 'name' },
  ],
});

export type Thing = DocumentOf<typeof thingSchema>;

export class ThingRepository extends SpaceRepository<Thing> {
  findLatest(space: string, limit: number, cursor?: string | null) {
    return this.findPage(space, {
      list: 'latest',
      filter: {},
      sort: { field: 'at', kind: 'date', direction: -1 },
      limit,
      cursor,
    });
  }

  findAround(space: string, document: Thing, direction: 'next' | 'previous', limit: number) {
    return this.findPage(space, {
      list: 'latest',
      filter: {},
      sort: { field: 'at', kind: 'date', direction: -1 },
      limit,
      from: { direction, document },
    });
  }

  latestQuery(space: string, limit: number) {
    return this.query(space, {}, { sort: { at: -1, id: -1 }, limit });
  }

  idQuery(space: string, id: string) {
    return this.query(space, { id });
  }

  bump(space: string, id: string, events: EventEnvelope[] = []) {
    return this.updateWhere(space, { id }, { $inc: { rank: 1 } }, events);
  }

  countAll(space: string) {
    return this.count(space, {});
  }

  removeAll(space: string) {
    return this.deleteWhere(space, {});
  }

  tagAll(space: string, tag: string) {
    return this.updateMany(space, {}, { $set: { tags: [tag] } });
  }

  sumRanks(space: string) {
    return this.aggregate<{ _id: null; sum: number }>(space, {}, [
      { $group: { _id: null, sum: { $sum: '$rank' } } },
    ]);
  }

  names(space: string) {
    return this.distinct(space, 'name', {});
  }
}

export function thingEvent(id: string, version: number, at = new Date()): EventEnvelope {
  return {
    id: newId(),
    name: 'things.thing.changed',
    space: 'engawa',
    at: at.toISOString(),
    actor: null,
    aggregate: { type: 'thing', id },
    version,
    traceparent: null,
    requestId: null,
    data: { thingId: id },
  };
}
