import { createHash } from 'node:crypto';
import type { EventEnvelope } from '@engawa/contracts';
import { newId } from '../../envelope/id';
import { encodeEvents } from './event-message';

/** Concurrent messages of one subject. */
const MAX_IN_FLIGHT = 2;
/** Events per message; as many can be redelivered after a crash. */
const MAX_EVENTS_PER_MESSAGE = 64;

interface Waiting {
  event: EventEnvelope;
  again: boolean;
  resolve: () => void;
  reject: (error: unknown) => void;
}

interface SubjectQueue {
  inFlight: number;
  waiting: Waiting[];
}

/** One message: the server drops a second one with the same `id`. */
export interface EventMessage {
  subject: string;
  id: string;
  data: Buffer;
  /** The first event; most messages hold only one. */
  event: EventEnvelope;
  count: number;
}

/**
 * Sends an event at once unless earlier messages of its subject are still in flight: then waiting
 * events share a message, because the server syncs each message to disk. The relay publishes the
 * events of one document one after another, so events of one message belong to different
 * aggregates and have no order among each other.
 */
export class EventPublisher {
  private readonly queues = new Map<string, SubjectQueue>();

  constructor(private readonly send: (message: EventMessage) => Promise<unknown>) {}

  /** Resolves when the server has the event on disk; `again`: although it may have it already. */
  publish(subject: string, event: EventEnvelope, again = false): Promise<void> {
    const queue = this.queues.get(subject) ?? { inFlight: 0, waiting: [] };
    this.queues.set(subject, queue);
    return new Promise((resolve, reject) => {
      queue.waiting.push({ event, again, resolve, reject });
      this.advance(subject, queue);
    });
  }

  private advance(subject: string, queue: SubjectQueue): void {
    while (queue.inFlight < MAX_IN_FLIGHT && queue.waiting.length > 0) {
      // Encoded late: thousands may be waiting.
      const next = queue.waiting.slice(0, MAX_EVENTS_PER_MESSAGE).map(({ event }) => event);
      const { data, count } = encodeEvents(next);
      void this.sendTogether(subject, queue, queue.waiting.splice(0, count), data);
    }
  }

  private async sendTogether(
    subject: string,
    queue: SubjectQueue,
    together: Waiting[],
    data: Buffer,
  ): Promise<void> {
    queue.inFlight += 1;
    const { event } = together[0]!;
    const count = together.length;
    const again = together.some((each) => each.again);
    const id = again ? newId() : messageId(together.map((each) => each.event.id));
    try {
      await this.send({ subject, id, data, event, count });
      for (const { resolve } of together) resolve();
    } catch (error) {
      for (const { reject } of together) reject(error);
    } finally {
      queue.inFlight -= 1;
      this.advance(subject, queue);
    }
  }
}

/**
 * Contains all event ids: a retry after a lost acknowledgement often shares a message with other
 * events, which the server must not drop.
 */
function messageId(eventIds: readonly string[]): string {
  const [only] = eventIds;
  if (eventIds.length === 1) return only!;
  return createHash('sha256').update(eventIds.join()).digest('base64url');
}
