import { Injectable } from '@nestjs/common';
import type { EventEnvelope } from '@engawa/contracts';
import { InjectStore, SpaceRepository, type Store, storageKey } from '@engawa/persistence';
import { sessionSchema, type SessionRecord } from './session.schema';

@Injectable()
export class SessionRepository extends SpaceRepository<SessionRecord> {
  constructor(@InjectStore(sessionSchema) store: Store<SessionRecord>) {
    super(store);
  }

  /** The staff's sessions that have not ended, the latest seen first. */
  findActive(space: string, staffId: string): Promise<SessionRecord[]> {
    return this.activeQuery(space, staffId).exec() as Promise<SessionRecord[]>;
  }

  /** The query of {@link findActive}, for a test of its plan. */
  activeQuery(space: string, staffId: string) {
    return this.query(
      space,
      { staffId, endedAt: null },
      {
        sort: { lastSeenAt: -1 },
        limit: 500,
        hint: 'activeOfStaff',
      },
    );
  }

  /** Whether the staff member has a session that was last renewed from this network. */
  async isKnownNetwork(space: string, staffId: string, network: string): Promise<boolean> {
    const filter = { staffId, endedAt: null, network, expiresAt: { $gt: new Date() } };
    return (await this.find(space, filter, { limit: 1, hint: 'activeOfStaff' })).length > 0;
  }

  /** The session that access tokens with this `sid` belong to. */
  async findByAccess(
    space: string,
    staffId: string,
    accessId: string,
  ): Promise<SessionRecord | null> {
    const active = await this.findActive(space, staffId);
    return active.find((session) => session.accessId === accessId) ?? null;
  }

  /** Puts the next refresh token in force. Null where the given one is not in force any more. */
  rotate(
    session: SessionRecord,
    presentedHash: string,
    next: Pick<SessionRecord, 'tokenHash' | 'generation' | 'expiresAt' | 'userAgent' | 'network'>,
    at: Date,
  ): Promise<SessionRecord | null> {
    const { space, id } = session;
    return this.updateWhere(
      space,
      { _id: storageKey(space, id), tokenHash: presentedHash, endedAt: null },
      { $set: { ...next, rotatedAt: at, lastSeenAt: at } },
    );
  }

  /** Ends a session and tells of it. Null where it had ended. */
  end(
    session: SessionRecord,
    at: Date,
    events: readonly EventEnvelope[],
  ): Promise<SessionRecord | null> {
    const { space, id } = session;
    return this.updateWhere(
      space,
      { _id: storageKey(space, id), endedAt: null },
      { $set: { endedAt: at, expiresAt: at } },
      events,
    );
  }

  /** Gives the session's access tokens another `sid`, so that those that are out are refused. */
  renewAccess(
    session: SessionRecord,
    accessId: string,
    events: readonly EventEnvelope[],
  ): Promise<SessionRecord | null> {
    const { space, id } = session;
    return this.updateWhere(
      space,
      { _id: storageKey(space, id), endedAt: null, accessId: session.accessId },
      { $set: { accessId } },
      events,
    );
  }
}
