import { Injectable } from '@nestjs/common';
import type { EventEnvelope } from '@engawa/contracts';
import {
  DuplicateKey,
  InjectStore,
  SpaceRepository,
  type Change,
  type Store,
} from '@engawa/persistence';
import { inboxSchema, type InboxDocument } from './inbox.schema';

const NEVER = new Date(0);

@Injectable()
export class InboxRepository extends SpaceRepository<InboxDocument> {
  constructor(@InjectStore(inboxSchema) store: Store<InboxDocument>) {
    super(store);
  }

  /** Everything up to this moment counts as read. */
  async findReadBefore(space: string, staffId: string): Promise<Date> {
    return (await this.findById(space, staffId))?.readBefore ?? NEVER;
  }

  /** The same for several staff; those who never read all are omitted. */
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
    await this.changeOrCreate(space, staffId, (inbox, version) =>
      inbox && inbox.readBefore >= at
        ? null
        : { set: { readBefore: at }, events: [eventOf(version)] },
    );
  }

  /** Moves the moment back for a notification that becomes unread again; never forward. */
  async moveBack(space: string, staffId: string, at: Date): Promise<void> {
    await this.changeOrCreate(space, staffId, (inbox) =>
      inbox && inbox.readBefore > at ? { set: { readBefore: at } } : null,
    );
  }

  /** Moves forward, never back. */
  async setHandoverSeen(space: string, staffId: string, at: Date): Promise<void> {
    await this.changeOrCreate(space, staffId, (inbox) =>
      inbox?.handoverSeenAt && inbox.handoverSeenAt >= at ? null : { set: { handoverSeenAt: at } },
    );
  }

  async setTasksKnown(space: string, staffId: string): Promise<void> {
    await this.changeOrCreate(space, staffId, (inbox) =>
      inbox?.tasksKnown ? null : { set: { tasksKnown: true } },
    );
  }

  private async changeOrCreate(
    space: string,
    staffId: string,
    decide: (inbox: InboxDocument | null, version: number) => Change<InboxDocument> | null,
  ): Promise<void> {
    const move = () => this.change(space, staffId, (inbox, next) => decide(inbox, next.version));
    if (await move()) return;
    const { set, events } = decide(null, 1) ?? {};
    try {
      const fresh = {
        id: staffId,
        readBefore: NEVER,
        handoverSeenAt: null,
        tasksKnown: false,
        ...set,
      };
      await this.insert(space, fresh, events);
    } catch (error) {
      if (!(error instanceof DuplicateKey)) throw error;
      await move();
    }
  }
}
