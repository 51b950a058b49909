import { Injectable } from '@nestjs/common';
import type { EventEnvelope } from '@engawa/contracts';
import { DuplicateKey, InjectStore, SpaceRepository, type Store } from '@engawa/persistence';
import { inboxSchema, type InboxDocument } from './inbox.schema';

const NEVER = new Date(0);

@Injectable()
export class InboxRepository extends SpaceRepository<InboxDocument> {
  constructor(@InjectStore(inboxSchema) store: Store<InboxDocument>) {
    super(store);
  }

  /** Everything up to this moment counts as read by the staff. */
  async findReadBefore(space: string, staffId: string): Promise<Date> {
    return (await this.findById(space, staffId))?.readBefore ?? NEVER;
  }

  /** The same for several staff; those who never read all are left out. */
  async findReadBeforeOf(space: string, staffIds: readonly string[]): Promise<Map<string, Date>> {
    const found = await this.findByIds(space, staffIds);
    return new Map(found.map(({ id, readBefore }) => [id, readBefore]));
  }

  /** Moves the moment forward, never back, with its event. */
  async readAll(
    space: string,
    staffId: string,
    at: Date,
    eventOf: (version: number) => EventEnvelope,
  ): Promise<void> {
    const move = () =>
      this.change(space, staffId, (inbox, next) =>
        inbox.readBefore >= at
          ? null
          : { set: { readBefore: at }, events: [eventOf(next.version)] },
      );
    if (await move()) return;
    try {
      await this.insert(space, { id: staffId, readBefore: at }, [eventOf(1)]);
    } catch (error) {
      if (!(error instanceof DuplicateKey)) throw error;
      await move();
    }
  }
}
