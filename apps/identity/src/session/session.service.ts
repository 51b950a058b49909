import { Injectable } from '@nestjs/common';
import {
  events,
  permissionsOf,
  type Permission,
  type Session,
  type SessionEntry,
  type SignInAnswer,
} from '@engawa/contracts';
import { newEvent, newId } from '@engawa/events';
import { toIntegrationStaff } from '../api-token/api-token.mapper';
import { ApiTokenRepository } from '../api-token/api-token.repository';
import { auditEvent } from '../audit/audit-event.mapper';
import type { Caller, Origin } from '../caller/caller.rules';
import { SecretService } from '../secret/secret.service';
import { SpacesRepository } from '../space/space.repository';
import { StaffRepository } from '../staff/staff.repository';
import type { StaffRecord } from '../staff/staff.schema';
import { AccessTokenService } from './access-token.service';
import { hashOf, readToken, successorOf, writeToken } from './refresh-token.rules';
import { SessionEnded, SessionNotFound } from './session.errors';
import { toSession, toSessionEntry, type Account } from './session.mapper';
import { SessionRepository } from './session.repository';
import { expiryOf, refreshTokenStateOf } from './session.rules';
import type { SessionRecord } from './session.schema';

/** A session for the browser. */
export interface OpenedSession {
  readonly answer: SignInAnswer;
  /** For the cookie. */
  readonly refreshToken: string;
  readonly expiresAt: Date;
}

/** Renews, lists and ends sessions (IDN-5). */
@Injectable()
export class SessionService {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly staffs: StaffRepository,
    private readonly spaces: SpacesRepository,
    private readonly secrets: SecretService,
    private readonly accessTokens: AccessTokenService,
    private readonly apiTokens: ApiTokenRepository,
  ) {}

  /**
   * Renews a session with its refresh token. @throws SessionEnded
   */
  async refresh(text: string | undefined, origin: Origin): Promise<OpenedSession> {
    const key = this.secrets.refreshKey;
    const token = text === undefined ? null : readToken(text, key);
    if (!token) throw new SessionEnded();
    const next = successorOf(token, key);
    const nextHash = hashOf(next);
    const hash = hashOf(token);
    // Twice: another tab may rotate between read and write.
    for (let round = 0; round < 2; round += 1) {
      const session = await this.sessions.findById(token.space, token.sessionId);
      const presented = { hash, generation: token.generation, successorHash: nextHash };
      const now = new Date();
      const verdict = refreshTokenStateOf(session, presented, now);
      if (!session || verdict === 'ended') throw new SessionEnded();
      if (verdict === 'reused') {
        await this.endRecord(session, session.staffId, 'token-reused', origin);
        throw new SessionEnded();
      }
      if (verdict === 'raced') return this.opened(session, writeToken(next, key));
      const expiresAt = expiryOf(session.createdAt, now);
      const rotated = await this.sessions.rotate(
        session,
        hash,
        { tokenHash: nextHash, generation: next.generation, expiresAt, ...origin },
        now,
      );
      if (rotated) return this.opened(rotated, writeToken(next, key));
    }
    throw new SessionEnded();
  }

  /**
   * The caller and their permissions. `scopes` are those of a token: it gets permissions within
   * them and no e-mail address; an API token sees the integration as its account, and nothing of
   * the administrator who answers for it. @throws SessionEnded
   */
  async get(caller: Caller, scopes?: readonly Permission[]): Promise<Session> {
    const token = scopes ? await this.apiTokens.findById(caller.space, caller.staffId) : null;
    const account = await this.findAccount(caller.space, token?.createdBy ?? caller.staffId);
    if (!account) throw new SessionEnded();
    const session = toSession(account, caller.accessId, this.accessTokens.godNeedsTwoFactor);
    if (!scopes) return session;
    const { role } = session.staff;
    const permissions = permissionsOf({ role, god: false }).filter((one) => scopes.includes(one));
    if (!token) return { ...session, staff: { ...session.staff, email: '' }, permissions };
    return {
      ...session,
      staff: toIntegrationStaff(token, role),
      god: false,
      initialPasswordChanged: true,
      twoFactorEnabled: false,
      twoFactorSetupRequired: false,
      firstPage: 'timeline',
      firstStepsClosed: false,
      permissions,
    };
  }

  /**
   * The account of a session that was just read or written; null if the session is no longer valid.
   * The account is read last: a deactivation or a changed role writes the account first, and then
   * ends the sessions or revokes the access tokens that it finds.
   */
  async findAccountOf(session: SessionRecord): Promise<Account | null> {
    const account = await this.findAccount(session.space, session.staffId);
    if (!account || account.staff.deactivated) return null;
    return account.staff.sessionEpoch === session.epoch ? account : null;
  }

  /** The caller's sessions, the latest seen first. */
  async list(caller: Caller): Promise<SessionEntry[]> {
    const active = await this.sessions.findActive(caller.space, caller.staffId);
    const now = new Date();
    return active
      .filter(({ expiresAt }) => expiresAt > now)
      .map((session) => toSessionEntry(session, caller.accessId));
  }

  /** Ends one of the caller's sessions. @throws SessionNotFound */
  async end(caller: Caller, sessionId: string): Promise<void> {
    const session = await this.sessions.findById(caller.space, sessionId);
    if (!session || session.staffId !== caller.staffId || session.endedAt) {
      throw new SessionNotFound();
    }
    await this.endRecord(session, caller.staffId, 'signed-out', caller);
  }

  /** Ends all other sessions of the caller. */
  async endOthers(caller: Caller): Promise<void> {
    const active = await this.sessions.findActive(caller.space, caller.staffId);
    const others = active.filter((session) => session.accessId !== caller.accessId);
    await Promise.all(
      others.map((session) => this.endRecord(session, caller.staffId, 'signed-out', caller)),
    );
  }

  /**
   * Ends the session of the refresh token and that of the access token; does nothing for unknown
   * ones.
   */
  async signOut(text: string | undefined, caller: Caller | null, origin: Origin): Promise<void> {
    const token = text === undefined ? null : readToken(text, this.secrets.refreshKey);
    const found = await Promise.all([
      token && this.sessions.findById(token.space, token.sessionId),
      caller && this.sessions.findByAccess(caller.space, caller.staffId, caller.accessId),
    ]);
    const open = found.filter((session) => session !== null && session.endedAt === null);
    const distinct = new Map(open.map((session) => [session!.id, session!]));
    await Promise.all(
      [...distinct.values()].map((session) =>
        this.endRecord(session, session.staffId, 'signed-out', origin),
      ),
    );
  }

  /** Ends a staff member's sessions of earlier epochs. Safe to repeat. */
  async endAll(staff: StaffRecord, reason: string): Promise<void> {
    const active = await this.sessions.findActive(staff.space, staff.id);
    const ending = active.filter((session) => session.epoch < staff.sessionEpoch);
    await Promise.all(ending.map((session) => this.endRecord(session, null, reason)));
  }

  /**
   * Invalidates the access tokens of a staff member, not the sessions, because their claims
   * changed.
   */
  async renewAccess(staff: StaffRecord, reason: string): Promise<void> {
    const active = await this.sessions.findActive(staff.space, staff.id);
    await Promise.all(
      active.map((session) =>
        this.sessions.renewAccess(session, newId(), [
          revoked(session, session.version + 1, { actor: null, reason, continues: true }),
        ]),
      ),
    );
  }

  private async endRecord(
    session: SessionRecord,
    actor: string | null,
    reason: string,
    origin?: Origin,
  ): Promise<void> {
    const audited = auditEvent({
      space: session.space,
      actor,
      action: 'identity.session.ended',
      target: { type: 'session', id: session.id, name: reason },
      origin,
    });
    const event = revoked(session, session.version + 1, { actor, reason, continues: false });
    await this.sessions.end(session, new Date(), [event, audited]);
  }

  /** @throws SessionEnded */
  private async opened(session: SessionRecord, refreshToken: string): Promise<OpenedSession> {
    const account = await this.findAccountOf(session);
    if (!account) throw new SessionEnded();
    const answer = await this.accessTokens.answer(account, session.accessId);
    return { answer, refreshToken, expiresAt: session.expiresAt };
  }

  private async findAccount(spaceId: string, staffId: string): Promise<Account | null> {
    const [staff, space] = await Promise.all([
      this.staffs.findById(spaceId, staffId),
      this.spaces.findById(spaceId, spaceId),
    ]);
    return staff && space ? { staff, space } : null;
  }
}

function revoked(
  session: SessionRecord,
  version: number,
  { actor, reason, continues }: { actor: string | null; reason: string; continues: boolean },
) {
  return newEvent(events.sessionRevoked, {
    space: session.space,
    actor,
    aggregate: { type: 'session', id: session.id },
    version,
    data: { staffId: session.staffId, sessionIds: [session.accessId], reason, continues },
  });
}
