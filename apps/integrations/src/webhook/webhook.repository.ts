import { Injectable } from '@nestjs/common';
import { WEBHOOK_LIMIT } from '@engawa/contracts';
import { BatchLoader, InjectStore, SpaceRepository, type Store } from '@engawa/persistence';
import { webhookStore, type WebhookDocument } from './webhook.schema';

@Injectable()
export class WebhookRepository extends SpaceRepository<WebhookDocument> {
  /** Batches the look-ups of concurrent events. */
  private readonly listening = new BatchLoader<{ space: string; event: string }, WebhookDocument[]>(
    async (calls) => {
      const found = new Map<string, Promise<WebhookDocument[]>>();
      for (const { space, event } of calls) {
        const key = `${space}\n${event}`;
        if (!found.has(key)) found.set(key, this.readListening(space, event));
      }
      return Promise.all(calls.map(({ space, event }) => found.get(`${space}\n${event}`)!));
    },
  );

  constructor(@InjectStore(webhookStore) store: Store<WebhookDocument>) {
    super(store);
  }

  /** The space's webhooks, oldest first. */
  findAll(space: string): Promise<WebhookDocument[]> {
    return this.find(space, {}, { sort: { id: 1 }, limit: WEBHOOK_LIMIT + 1 });
  }

  /** Webhooks subscribed to an event. */
  findListening(space: string, event: string): Promise<WebhookDocument[]> {
    return this.listening.load({ space, event });
  }

  /** Stored without a new version. */
  async setFailingSince(space: string, id: string, since: Date | null): Promise<void> {
    await this.updateMany(space, { id }, { $set: { failingSince: since } });
  }

  private readListening(space: string, event: string): Promise<WebhookDocument[]> {
    return this.listeningQuery(space, event).exec() as Promise<WebhookDocument[]>;
  }

  /** The query of `findListening`, to test its plan. */
  listeningQuery(space: string, event: string) {
    return this.query(space, { enabled: true, events: event }, { limit: WEBHOOK_LIMIT + 1 });
  }
}
