import type { EventEnvelope } from '@engawa/contracts';

/** Identifies a state of a stream: a recreated one is younger, a restored one ends earlier. */
export interface StreamMark {
  created: string;
  sequence: number;
}

/** Published events of the last hours, and the last seen state of the service's stream. */
export abstract class EventJournal {
  abstract append(events: readonly EventEnvelope[]): Promise<void>;
  /** Oldest first. */
  abstract read(): AsyncIterable<readonly EventEnvelope[]>;
  abstract findStream(): Promise<StreamMark | null>;
  abstract saveStream(mark: StreamMark): Promise<void>;
}
