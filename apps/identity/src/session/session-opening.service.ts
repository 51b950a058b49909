import { Injectable } from '@nestjs/common';
import { newId } from '@engawa/events';
import { auditEvent } from '../audit/audit-event.mapper';
import type { Origin } from '../caller/caller.rules';
import { SecretService } from '../secret/secret.service';
import { StaffRepository } from '../staff/staff.repository';
import { AccessTokenService } from './access-token.service';
import { firstToken, hashOf, writeToken } from './refresh-token.rules';
import { SessionEnded } from './session.errors';
import type { Account } from './session.mapper';
import { SessionRepository } from './session.repository';
import { expiryOf } from './session.rules';
import { SessionService, type OpenedSession } from './session.service';
import type { AuthMethod } from './session.schema';

const openedBy = {
  password: 'identity.session.opened',
  organisation: 'identity.session.openedByOrganisation',
} as const satisfies Record<AuthMethod, string>;

/** Opens sessions for authenticated account owners. */
@Injectable()
export class SessionOpeningService {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly staffs: StaffRepository,
    private readonly secrets: SecretService,
    private readonly accessTokens: AccessTokenService,
    private readonly sessionService: SessionService,
  ) {}

  /** @throws SessionEnded if the account was deactivated or its password changed meanwhile */
  async open(
    account: Account,
    origin: Origin,
    means: AuthMethod = 'password',
  ): Promise<OpenedSession> {
    const { staff } = account;
    const now = new Date();
    const id = newId();
    const token = firstToken(staff.space, id);
    const session = {
      id,
      staffId: staff.id,
      accessId: id,
      epoch: staff.sessionEpoch,
      tokenHash: hashOf(token),
      generation: token.generation,
      rotatedAt: now,
      lastSeenAt: now,
      expiresAt: expiryOf(now, now),
      means,
      endedAt: null,
      userAgent: origin.userAgent,
      network: origin.network,
    };
    const opened = auditEvent({
      space: staff.space,
      actor: staff.id,
      action: openedBy[means],
      target: { type: 'staff', id: staff.id, name: staff.displayName },
      origin,
    });
    const [record] = await Promise.all([
      this.sessions.insert(staff.space, session, [opened]),
      this.staffs.stampSignIn(staff, now),
    ]);
    // `account` was read before the password was verified.
    const current = await this.sessionService.findAccountOf(record);
    if (!current) {
      await this.sessions.end(record, new Date(), []);
      throw new SessionEnded();
    }
    const answer = await this.accessTokens.answer(current, id);
    const refreshToken = writeToken(token, this.secrets.refreshKey);
    return { answer, refreshToken, expiresAt: record.expiresAt };
  }
}
