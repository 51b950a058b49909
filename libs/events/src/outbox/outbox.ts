import type { EventEnvelope } from '@engawa/contracts';

/** Unpublished events of a document, in the order of their writes. */
export interface PendingDocument {
  space: string;
  /** Key of the stored document. */
  key: string;
  events: EventEnvelope[];
  /** A tombstone: deleted once its events are published. */
  purge: boolean;
}

/** Published events to remove from their document. */
export interface PublishedEvents {
  space: string;
  key: string;
  eventIds: string[];
  purge: boolean;
}

/** A collection whose documents carry events; implemented by libs/persistence. */
export interface OutboxSource {
  /** Unique in the service, such as `posts`. */
  readonly name: string;
  /** Removes published events, together with those of other documents; safe to repeat. */
  removePublished(document: PublishedEvents): Promise<void>;
  /** Documents with an event older than `before`, the oldest first. */
  findPending(before: Date, limit: number): Promise<PendingDocument[]>;
}

/** Receives the events that a write left in a document. Never waits and never throws. */
export abstract class Outbox {
  /** Declares a collection; its pending events are published from then on. */
  abstract register(source: OutboxSource): void;
  /** Publishes the pending events of a document that was just written. */
  abstract accept(source: OutboxSource, document: PendingDocument): void;
}
