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

  /** Creates deliveries with one command; those that exist stay as they are. */
  async putAll(space: string, documents: readonly NewDocument<DeliveryDocument>[]): Promise<void> {
    try {
      await this.insertMany(
        space,
        documents.map((document) => ({ document })),
      );
    } catch (error) {
      if (!(error instanceof DuplicateKey)) throw error;
      // The event arrived before: it may have stopped between its deliveries.
      for (const document of documents) await this.put(space, document);
    }
  }

  private async put(space: string, document: NewDocument<DeliveryDocument>): Promise<void> {
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

  /** Replaces the text of all messages about something that were neither delivered nor withdrawn. */
  async replaceMessages(space: string, about: string, body: string): Promise<void> {
    await this.updateMany(space, { about, body: { $ne: '' } }, { $set: { body } });
  }

  /** Empties all messages about something that were not delivered; they are not sent. */
  async withdrawMessages(space: string, about: string, version: number): Promise<void> {
    await this.updateMany(
      space,
      { about, $or: [{ aboutVersion: null }, { aboutVersion: { $lt: version } }] },
      {
        $set: { state: 'failed', body: '', aboutVersion: version },
        $unset: { dueAt: 1 },
        // An attempt that ends at the same moment must see it.
        $inc: { version: 1 },
      },
    );
  }

  /** Whether messages about something were withdrawn at an earlier version of it. */
  async hasWithdrawn(space: string, about: string, version: number): Promise<boolean> {
    return (await this.findOne(space, withdrawnBefore(about, version))) !== null;
  }

  /** Undoes `withdrawMessages` of an earlier version: the messages are due now. */
  async restoreMessages(
    space: string,
    about: string,
    { version, body }: { version: number; body: string },
  ): Promise<void> {
    await this.updateMany(space, withdrawnBefore(about, version), {
      $set: { state: 'waiting', attempts: 0, body, dueAt: new Date(), aboutVersion: version },
      $inc: { version: 1 },
    });
  }

  /**
   * Makes deliveries of a receiver due now, by creation time; also those that wait for a later
   * attempt, or whose attempt runs. Returns their number.
   */
  async replay(
    space: string,
    target: string,
    range: { from: Date; to: Date; onlyFailed: boolean },
  ): Promise<number> {
    return this.updateMany(space, this.replayFilter(target, range), {
      $set: { state: 'waiting', attempts: 0, dueAt: new Date() },
    });
  }

  /** For the plan's test, too. */
  replayFilter(target: string, range: { from: Date; to: Date; onlyFailed: boolean }) {
    return {
      target,
      createdAt: { $gte: range.from, $lt: range.to },
      ...(range.onlyFailed ? { state: { $in: ['failed', 'waiting'] } } : {}),
    };
  }
}

function withdrawnBefore(about: string, version: number) {
  return { about, body: '', aboutVersion: { $lt: version } };
}
