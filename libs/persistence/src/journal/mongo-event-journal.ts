import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import type { EventEnvelope } from '@engawa/contracts';
import { bySpace, type EventJournal, newId, type StreamMark } from '@engawa/events';
import { z } from 'zod';
import type { Database } from '../connection/database';
import { SpaceRepository } from '../repository/space.repository';
import { defineStore, type DocumentOf } from '../schema/define-store';
import { bufferOf, bytes } from '../schema/shape';

/** Longer than a listening service is usually down. */
const RETENTION_MS = 6 * 3_600_000;
const PAGE_SIZE = 200;
/** A stream holds the events of all spaces. */
const INSTALLATION = '-';
const STREAM = 'own';

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

const journalSchema = defineStore({
  collection: 'eventJournal',
  shape: {
    /** The events as JSON, deflated; their contents are never queried. */
    packed: bytes.optional(),
    /** The same as text: entries of 2.13.0, which leave six hours after the update. */
    events: z.string().optional(),
    expiresAt: z.date(),
  },
  indexes: [
    {
      keys: { expiresAt: 1 },
      expireAfterSeconds: 0,
      serves: 'read, and the server itself: entries leave after some hours',
    },
  ],
});

const streamSchema = defineStore({
  collection: 'eventStreams',
  shape: { created: z.string(), sequence: z.number() },
});

type JournalRecord = DocumentOf<typeof journalSchema>;
type StreamRecord = DocumentOf<typeof streamSchema>;

class StreamRepository extends SpaceRepository<StreamRecord> {}

/** The event journal in the service's own database: one document per space and flush. */
export class MongoEventJournal extends SpaceRepository<JournalRecord> implements EventJournal {
  private readonly streams: StreamRepository;

  constructor(database: Database) {
    super(database.store(journalSchema, null));
    this.streams = new StreamRepository(database.store(streamSchema, null));
  }

  /** Keeps the events for six hours. */
  async append(events: readonly EventEnvelope[]): Promise<void> {
    const expiresAt = new Date(Date.now() + RETENTION_MS);
    await Promise.all(
      [...bySpace(events)].map(async ([space, list]) => {
        const packed = await deflate(JSON.stringify(list));
        await this.insert(space, { id: newId(), packed, expiresAt });
      }),
    );
  }

  /** All kept events of all spaces, the oldest flush first. */
  async *read(): AsyncIterable<EventEnvelope[]> {
    let after = new Date(0);
    let done = new Set<string>();
    for (;;) {
      const found = await this.acrossSpaces('a lost stream held the events of all spaces').find(
        { expiresAt: { $gte: after } },
        { sort: { expiresAt: 1 }, limit: PAGE_SIZE },
      );
      const fresh = found.filter(({ id }) => !done.has(id));
      if (fresh.length === 0) return;
      for (const record of fresh) yield await eventsOf(record);
      const last = fresh.at(-1)!.expiresAt;
      const atLast = found.filter(({ expiresAt }) => expiresAt.getTime() === last.getTime());
      done = new Set([
        ...(last.getTime() === after.getTime() ? done : []),
        ...atLast.map(({ id }) => id),
      ]);
      after = last;
    }
  }

  async findStream(): Promise<StreamMark | null> {
    const found = await this.streams.findById(INSTALLATION, STREAM);
    return found && { created: found.created, sequence: found.sequence };
  }

  async saveStream(mark: StreamMark): Promise<void> {
    const changed = await this.streams.change(INSTALLATION, STREAM, () => ({ set: { ...mark } }));
    if (!changed) await this.streams.insert(INSTALLATION, { id: STREAM, ...mark });
  }
}

async function eventsOf({ packed, events }: JournalRecord): Promise<EventEnvelope[]> {
  const json = packed ? (await inflate(bufferOf(packed))).toString('utf8') : events!;
  return JSON.parse(json) as EventEnvelope[];
}
