import { Injectable } from '@nestjs/common';
import {
  DuplicateKey,
  inSystemScope,
  InjectStore,
  SpaceRepository,
  type NewDocument,
  type Page,
  type Store,
} from '@engawa/persistence';
import { deliveryStore, type DeliveryDocument } from './delivery.schema';

@Injectable()
export class DeliveryRepository extends SpaceRepository<DeliveryDocument> {
  constructor(@InjectStore(deliveryStore) store: Store<DeliveryDocument>) {
    super(store);
  }

  /** Puts a delivery down to be made; again, it changes nothing. */
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

  /** Deliveries of all spaces that are due, the longest waiting first. */
  findDue(now: Date, limit: number): Promise<DeliveryDocument[]> {
    return inSystemScope('deliveries of all spaces are made', () =>
      this.store.model
        .find({ dueAt: { $lte: now } } as never)
        .sort({ dueAt: 1 })
        .limit(limit)
        .lean<DeliveryDocument[]>()
        .exec(),
    );
  }
}
