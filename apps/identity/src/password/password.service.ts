import { Injectable } from '@nestjs/common';
import { events, type ChangePasswordInput, type SetFirstPasswordInput } from '@engawa/contracts';
import { newId } from '@engawa/persistence';
import { AttemptService } from '../attempt/attempt.service';
import { auditEvent } from '../audit/audit-event.mapper';
import type { Caller, Origin } from '../caller/caller.rules';
import { withoutOpen } from '../password-link/password-link.rules';
import { SessionOpeningService } from '../session/session-opening.service';
import type { OpenedSession } from '../session/session.service';
import { SpacesRepository } from '../space/space.repository';
import { staffEvent } from '../staff/staff-event.mapper';
import { StaffNotFound } from '../staff/staff.errors';
import { StaffRepository } from '../staff/staff.repository';
import type { PasswordLink, StaffRecord } from '../staff/staff.schema';
import { AccountFollowUpService } from '../staff/account-follow-up.service';
import { PasswordHashService } from './password-hash.service';
import { FirstPasswordSet, PasswordUnchanged, PasswordWrong } from './password.errors';

/** Sets and confirms passwords. A new password ends all earlier sessions (IDN-5). */
@Injectable()
export class PasswordService {
  constructor(
    private readonly staffs: StaffRepository,
    private readonly spaces: SpacesRepository,
    private readonly hashes: PasswordHashService,
    private readonly attempts: AttemptService,
    private readonly openings: SessionOpeningService,
    private readonly settlement: AccountFollowUpService,
  ) {}

  /** @throws PasswordWrong, PasswordUnchanged, TooManyAttempts */
  async change(caller: Caller, input: ChangePasswordInput): Promise<OpenedSession> {
    const staff = await this.staffs.getStaff(caller.space, caller.staffId);
    await this.confirm(staff, input.currentPassword, caller, 'currentPassword');
    if (input.newPassword.normalize('NFKC') === input.currentPassword.normalize('NFKC')) {
      throw new PasswordUnchanged();
    }
    const changed = await this.set(staff, input.newPassword, caller);
    return this.reopen(changed, caller);
  }

  /**
   * For an account whose first password an administrator chose (IDN-6). @throws FirstPasswordSet
   */
  async setFirst(caller: Caller, input: SetFirstPasswordInput): Promise<OpenedSession> {
    const staff = await this.staffs.getStaff(caller.space, caller.staffId);
    if (staff.initialPasswordChanged) throw new FirstPasswordSet();
    if (await this.hashes.verify(staff.passwordHash, input.newPassword)) {
      throw new PasswordUnchanged();
    }
    const changed = await this.set(staff, input.newPassword, caller);
    return this.reopen(changed, caller);
  }

  /**
   * Confirms that the caller knows the account's password; limited like sign-in. @throws
   * PasswordWrong, TooManyAttempts
   */
  async confirm(
    staff: StaffRecord,
    password: string,
    origin: Origin,
    field = 'password',
  ): Promise<void> {
    const attempt = await this.attempts.admit(`confirm ${staff.id}`, origin);
    if (!(await this.hashes.verify(staff.passwordHash, password))) {
      await this.attempts.recordFailure(attempt);
      throw new PasswordWrong(field);
    }
    await this.attempts.recordSuccess(attempt);
  }

  /**
   * Sets the password and ends all sessions in one write; `useLinks` may use a link in the same
   * write, or return null to reject.
   */
  async set(
    staff: StaffRecord,
    password: string,
    origin: Origin,
    useLinks: (links: PasswordLink[]) => PasswordLink[] | null = withoutOpen,
  ): Promise<StaffRecord> {
    const [passwordHash, { primaryAdminId }] = await Promise.all([
      this.hashes.hash(password),
      this.spaces.getSpace(staff.space),
    ]);
    const done = await this.staffs.change(staff.space, staff.id, (current, next) => {
      const passwordLinks = useLinks(current.passwordLinks);
      if (!passwordLinks) return null;
      const notice = {
        id: newId(),
        kind: 'passwordChanged' as const,
        locale: current.locale,
        to: current.email,
      };
      return {
        set: {
          passwordHash,
          passwordLinks,
          initialPasswordChanged: true,
          sessionEpoch: current.sessionEpoch + 1,
          sessionsDue: { kind: 'end', reason: 'password-changed' },
          mailsDue: current.initialPasswordChanged
            ? [...current.mailsDue, notice]
            : current.mailsDue,
          unfinishedSince: next.at,
        },
        events: [
          // Lists of staff show who has not signed in yet.
          ...(current.initialPasswordChanged
            ? []
            : [
                staffEvent(events.staffUpdated, current, {
                  version: next.version,
                  primaryAdminId,
                  actor: current.id,
                }),
              ]),
          auditEvent({
            space: current.space,
            actor: current.id,
            action: 'identity.password.changed',
            target: { type: 'staff', id: current.id, name: current.displayName },
            origin,
          }),
        ],
      };
    });
    if (!done) throw new StaffNotFound();
    return done.changed ? this.settlement.run(done.document) : done.document;
  }

  private async reopen(staff: StaffRecord, origin: Origin): Promise<OpenedSession> {
    const space = await this.spaces.getSpace(staff.space);
    return this.openings.open({ staff, space }, origin);
  }
}
