import type { EventEnvelope } from '@engawa/contracts';

/** Identifies a state of a stream: a recreated one is younger, a restored one ends earlier. */
export interface StreamMark {
  created: string;
  sequence: number;
}

/** Published events of the last hours, and the last seen state of the service's stream. */
export abstract class EventJournal {
  /** Adds published events. One that is added twice is replayed twice; listeners are idempotent. */
  abstract append(events: readonly EventEnvelope[]): Promise<void>;
  /** Oldest first. */
  abstract read(): AsyncIterable<readonly EventEnvelope[]>;
  /** The state saved last; null before the first. */
  abstract findStream(): Promise<StreamMark | null>;
  /** Stores the state of the stream. */
  abstract saveStream(mark: StreamMark): Promise<void>;
}
