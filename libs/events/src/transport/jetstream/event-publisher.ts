import { createHash } from 'node:crypto';
import type { EventEnvelope } from '@engawa/contracts';
import { Batcher } from '../../batcher';
import { newId } from '../../envelope/id';
import { countFitting, messageOf } from '../event-message';

/** One message: the server drops a second one with the same `id`. */
export interface EventMessage {
  subject: string;
  id: string;
  data: Buffer;
}

interface Publication {
  id: string;
  /** The event as JSON. */
  text: string;
  /** Stored again even if the server has the event already. */
  again: boolean;
}

/**
 * Events of a subject that are published in the same turn of the event loop, or while two earlier
 * messages are in flight, share a message, because the server syncs each message to disk. The relay
 * publishes the events of one document one after another, so events of one message belong to
 * different aggregates and have no order among each other.
 */
export class EventPublisher {
  private readonly subjects = new Map<string, Batcher<Publication>>();

  constructor(private readonly send: (message: EventMessage) => Promise<unknown>) {}

  /** Resolves when the server has the event on disk. */
  publish(subject: string, event: EventEnvelope, again = false): Promise<void> {
    const known = this.subjects.get(subject);
    const batcher =
      known ??
      new Batcher<Publication>({
        parallel: 2,
        deferred: true,
        fit: (next) => countFitting(next.map(({ text }) => text)),
        run: (batch) => this.sendTogether(subject, batch),
      });
    if (!known) this.subjects.set(subject, batcher);
    return batcher.push({ id: event.id, text: JSON.stringify(event), again });
  }

  private async sendTogether(subject: string, batch: readonly Publication[]): Promise<void> {
    const id = batch.some(({ again }) => again) ? newId() : messageId(batch.map(({ id }) => id));
    await this.send({ subject, id, data: messageOf(batch.map(({ text }) => text)) });
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
