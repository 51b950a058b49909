import type { EventEnvelope } from '@engawa/contracts';

/** What identifies a stream: one that was made again is younger, a restored one ends earlier. */
export interface StreamMark {
  created: string;
  sequence: number;
}

/** A service's published events of the last hours, and its stream as it saw it last. */
export abstract class EventJournal {
  abstract append(events: readonly EventEnvelope[]): Promise<void>;
  /** Oldest first. */
  abstract read(): AsyncIterable<readonly EventEnvelope[]>;
  abstract findStream(): Promise<StreamMark | null>;
  abstract saveStream(mark: StreamMark): Promise<void>;
}
