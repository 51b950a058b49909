import { Injectable } from '@nestjs/common';
import {
  DuplicateKey,
  InjectStore,
  WorkRepository,
  type NewDocument,
  type Page,
  type Store,
} from '@engawa/persistence';
import { deliveryStore, type DeliveryDocument } from './delivery.schema';

@Injectable()
export class DeliveryRepository extends WorkRepository<DeliveryDocument> {
  constructor(@InjectStore(deliveryStore) store: Store<DeliveryDocument>) {
    super(store, 'target');
  }

  /** Creates a delivery; a repetition changes nothing. */
  async put(space: string, document: NewDocument<DeliveryDocument>): Promise<void> {
    try {
      await this.insert(space, document);
    } catch (error) {
      if (!(error instanceof DuplicateKey)) throw error;
    }
  }

  /** Newest first. */
  findListPage(
    space: string,
    target: string | undefined,
    limit: number,
    cursor?: string,
  ): Promise<Page<DeliveryDocument>> {
    return this.findPage(space, {
      list: 'deliveries',
      filter: target ? { target } : {},
      sort: { field: 'createdAt', kind: 'date', direction: -1 },
      limit,
      cursor,
    });
  }

  /** Fails all waiting deliveries of a receiver; each can be sent again by hand. */
  async failWaiting(space: string, target: string, lastError: string): Promise<void> {
    await this.updateMany(
      space,
      { target, dueAt: { $exists: true } },
      { $set: { state: 'failed', lastError }, $unset: { dueAt: 1 } },
    );
  }
}
