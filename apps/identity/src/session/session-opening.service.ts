import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import type { SignInAnswer } from '@engawa/contracts';
import { newId } from '@engawa/events';
import { auditEvent } from '../audit/audit-event.mapper';
import { answerOut } from '../caller/answer-out';
import type { Origin } from '../caller/caller.rules';
import { INSTALLATION } from '../installation/installation.rules';
import { SecretService } from '../secret/secret.service';
import { StaffRepository } from '../staff/staff.repository';
import type { StaffRecord } from '../staff/staff.schema';
import { AccessTokenService } from './access-token.service';
import { firstToken, hashOf, writeToken, type RefreshToken } from './refresh-token.rules';
import { SessionEnded } from './session.errors';
import type { Account } from './session.mapper';
import { SessionRepository } from './session.repository';
import { expiryOf } from './session.rules';
import type { OpenedSession } from './session.service';
import type { SessionRecord, SignInMeans } from './session.schema';

const openedBy = {
  password: 'identity.session.opened',
  organisation: 'identity.session.openedByOrganisation',
} as const satisfies Record<SignInMeans, string>;

/** A session that is stored and that nobody has the token of yet. */
export interface PreparedSession {
  readonly record: SessionRecord;
  readonly token: RefreshToken;
  /** Whether the account was still open after the session was written. */
  readonly holds: boolean;
  /** What its owner will be answered, where the account was given in time. */
  readonly answer: SignInAnswer | null;
}

/**
 * Opens sessions. One is prepared while the password is still being checked, so that a sign-in
 * waits for hardly more than that check; its token leaves only if the password was right, so who
 * shows it has proved themselves. What was prepared in vain is thrown away.
 */
@Injectable()
export class SessionOpeningService implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Session');
  private readonly running = new Set<Promise<unknown>>();

  constructor(
    private readonly sessions: SessionRepository,
    private readonly staffs: StaffRepository,
    private readonly secrets: SecretService,
    private readonly accessTokens: AccessTokenService,
  ) {}

  /**
   * For an account that does not exist (null) it writes as much, so that time tells nothing. With
   * `account` the answer is written and signed here too, beside the check of the password.
   */
  async prepare(
    staff: StaffRecord | null,
    origin: Origin,
    account: Promise<Account | null> | null = null,
    means: SignInMeans = 'password',
  ): Promise<PreparedSession> {
    const now = new Date();
    const id = newId();
    const space = staff?.space ?? INSTALLATION;
    const token = firstToken(space, id);
    const inserting = this.sessions.insert(space, {
      id,
      staffId: staff?.id ?? INSTALLATION,
      accessId: id,
      epoch: staff?.sessionEpoch ?? 0,
      tokenHash: hashOf(token),
      generation: token.generation,
      rotatedAt: now,
      lastSeenAt: now,
      expiresAt: expiryOf(now, now),
      confirmedAt: null,
      means,
      endedAt: null,
      userAgent: origin.userAgent,
      network: origin.network,
    });
    const answering = account?.then((known) => known && this.accessTokens.answer(known, id));
    const [record, answer = null] = await Promise.all([inserting, answering]);
    // Only now: what shuts an account marks it first and then ends the sessions that it finds.
    const holds = await this.staffs.isOpen(space, record.staffId, record.epoch);
    return { record, token, holds, answer };
  }

  /**
   * Hands the session to the account's owner, who has proved themselves.
   * @throws SessionEnded where the account was shut meanwhile
   */
  async open(
    { record, token, holds, answer }: PreparedSession,
    account: Account,
  ): Promise<OpenedSession> {
    if (!holds) {
      this.discard({ record });
      throw new SessionEnded();
    }
    const signed = answer ?? (await this.accessTokens.answer(account, record.accessId));
    this.soon('confirmed', () => this.confirm(record, account.staff));
    const refreshToken = writeToken(token, this.secrets.refreshKey);
    return { answer: signed, refreshToken, expiresAt: record.expiresAt };
  }

  /** Prepares and opens at once. @throws SessionEnded */
  async openNow(account: Account, origin: Origin, means?: SignInMeans): Promise<OpenedSession> {
    return this.open(await this.prepare(account.staff, origin, null, means), account);
  }

  /** Throws away what was prepared in vain. */
  discard({ record }: Pick<PreparedSession, 'record'>): void {
    this.soon('thrown away', () => this.sessions.discard(record));
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.running);
  }

  /**
   * Notes that the session's owner has proved themselves: by the sign-in, or where a crash came
   * between its answer and this, by the token that only its answer brought. Once for each session.
   */
  async confirm(record: SessionRecord, staff: StaffRecord): Promise<void> {
    // Earlier versions did not store it.
    const { means = 'password' } = record as Partial<SessionRecord>;
    const signedIn = auditEvent({
      space: record.space,
      actor: staff.id,
      action: openedBy[means],
      target: { type: 'staff', id: staff.id, name: staff.displayName },
      origin: record,
    });
    await this.staffs.stampSignIn(staff, record.createdAt);
    await this.sessions.confirm(record, [signedIn]);
  }

  /** Nobody waits for it: it begins when the answer is out. */
  private soon(what: string, work: () => Promise<unknown>): void {
    const done: Promise<unknown> = answerOut()
      .then(work)
      .catch((error: unknown) => this.logger.warn(`A session was not ${what}: ${String(error)}`))
      .finally(() => this.running.delete(done));
    this.running.add(done);
  }
}
