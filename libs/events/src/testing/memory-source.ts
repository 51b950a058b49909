import type { EventEnvelope } from '@engawa/contracts';
import { derivedId, newId } from '../envelope/id';
import type { OutboxSource, PendingDocument, PublishedEvents } from '../outbox/outbox';

/** Documents with their events, in memory. */
export class MemorySource implements OutboxSource {
  readonly name = 'things';
  readonly documents = new Map<string, PendingDocument>();

  /** Adds events to a document, as a repository does; returns what the relay gets. */
  write(key: string, ...events: EventEnvelope[]): PendingDocument {
    const document = this.documents.get(key) ?? { space: 'engawa', key, events: [], purge: false };
    this.documents.set(key, { ...document, events: [...document.events, ...events] });
    return structuredClone(this.documents.get(key)!);
  }

  pending(): number {
    return [...this.documents.values()].reduce((sum, { events }) => sum + events.length, 0);
  }

  async removePublished({ key, eventIds, purge }: PublishedEvents): Promise<void> {
    const document = this.documents.get(key);
    if (!document) return;
    document.events = document.events.filter((event) => !eventIds.includes(event.id));
    if (purge) this.documents.delete(key);
  }

  async findPending(before: Date, limit: number): Promise<PendingDocument[]> {
    return [...this.documents.values()]
      .filter(({ events }) => events.some((event) => event.at < before.toISOString()))
      .slice(0, limit)
      .map((document) => structuredClone(document));
  }
}

/** A numbered event of a post. */
export function postEvent(postId: string, version: number, at = new Date()): EventEnvelope {
  return {
    id: derivedId('test', postId, String(version), newId()),
    name: 'timeline.post.updated',
    space: 'engawa',
    at: at.toISOString(),
    actor: null,
    aggregate: { type: 'post', id: postId },
    version,
    traceparent: null,
    requestId: null,
    data: { postId, number: version },
  };
}

/** Waits until `check` holds. */
export async function until(
  check: () => boolean | Promise<boolean>,
  timeoutMillis = 60_000,
): Promise<void> {
  const end = Date.now() + timeoutMillis;
  while (!(await check())) {
    if (Date.now() > end) throw new Error('not within the time');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
