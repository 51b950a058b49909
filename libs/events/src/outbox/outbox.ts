import type { EventEnvelope } from '@engawa/contracts';

/** A document's events that are still to be published, in the order of their writes. */
export interface PendingDocument {
  space: string;
  /** The stored document's key. */
  key: string;
  events: EventEnvelope[];
  /** A tombstone: it is removed for good once its events are out. */
  purge: boolean;
}

/** Published events to be taken out of their document. */
export interface SettledDocument {
  space: string;
  key: string;
  eventIds: string[];
  purge: boolean;
}

/** A collection whose documents carry their own events; persistence implements it. */
export interface OutboxSource {
  /** Unique in the service, such as `posts`. */
  readonly name: string;
  /** Takes published events out; safe to repeat. */
  settle(documents: SettledDocument[]): Promise<void>;
  /** Documents with an event older than `before`, the oldest first. */
  findPending(before: Date, limit: number): Promise<PendingDocument[]>;
}

/** Where a repository tells that a write left events behind. Never waits and never throws. */
export abstract class Outbox {
  abstract register(source: OutboxSource): void;
  abstract accept(source: OutboxSource, document: PendingDocument): void;
}
