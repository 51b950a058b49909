import { Injectable } from '@nestjs/common';
import type { EventEnvelope } from '@engawa/contracts';
import { InjectStore, SpaceRepository, type Store, storageKey } from '@engawa/persistence';
import { sessionSchema, type SessionRecord } from './session.schema';

@Injectable()
export class SessionRepository extends SpaceRepository<SessionRecord> {
  constructor(@InjectStore(sessionSchema) store: Store<SessionRecord>) {
    super(store);
  }

  /** Active sessions of a staff member, the latest seen first. */
  findActive(space: string, staffId: string): Promise<SessionRecord[]> {
    return this.activeQuery(space, staffId).exec() as Promise<SessionRecord[]>;
  }

  /** The query of {@link findActive}, to test its plan. */
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

  /** Whether the staff member has a session last renewed from this network. */
  async isKnownNetwork(space: string, staffId: string, network: string): Promise<boolean> {
    const filter = { staffId, endedAt: null, network, expiresAt: { $gt: new Date() } };
    return (await this.find(space, filter, { limit: 1, hint: 'activeOfStaff' })).length > 0;
  }

  /** The session whose access tokens have this `sid`. */
  async findByAccess(
    space: string,
    staffId: string,
    accessId: string,
  ): Promise<SessionRecord | null> {
    const active = await this.findActive(space, staffId);
    return active.find((session) => session.accessId === accessId) ?? null;
  }

  /** Rotates the refresh token. Null when the given one is no longer current. */
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

  /** Ends a session and publishes it. Null when it had already ended. */
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

  /** Gives the session a new `sid`, so that existing access tokens are rejected. */
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
