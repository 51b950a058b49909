import { Injectable } from '@nestjs/common';
import {
  events,
  staff,
  type AddUserInput,
  type SendInvitationInput,
  type Staff,
  type UpdateProfileInput,
  type UpdateUserInput,
} from '@engawa/contracts';
import { mapWriteErrors, requestedId, type Change } from '@engawa/persistence';
import { PreconditionFailed } from '@engawa/service-kit';
import { auditEvent, changesBetween } from '../audit/audit-event.mapper';
import type { Caller } from '../caller/caller.rules';
import { PasswordHashService } from '../password/password-hash.service';
import { PasswordLinkIssuer } from '../password-link/password-link-issuer.service';
import { withLink } from '../password-link/password-link.rules';
import { SpacesRepository } from '../space/space.repository';
import { StaffAccountService } from './staff-account.service';
import { staffEvent } from './staff-event.mapper';
import { PasswordSet, StaffChangeRefused, StaffNotFound } from './staff.errors';
import { toStaff } from './staff.mapper';
import { StaffRepository } from './staff.repository';
import { refusalOfDeactivation, refusalOfEdit, roleOf } from './staff.rules';
import type { StaffRecord } from './staff.schema';
import { AccountFollowUpService } from './account-follow-up.service';

type ChangeOf = { version: number; at: Date; primaryAdminId: string };

/** Administration of staff (IDN-8) and the caller's own profile. */
@Injectable()
export class StaffAdminService {
  constructor(
    private readonly staffs: StaffRepository,
    private readonly spaces: SpacesRepository,
    private readonly accounts: StaffAccountService,
    private readonly hashes: PasswordHashService,
    private readonly issuer: PasswordLinkIssuer,
    private readonly settlement: AccountFollowUpService,
  ) {}

  /** @throws EmailTaken */
  async add(caller: Caller, input: AddUserInput): Promise<Staff> {
    const { firstPassword, ...fields } = input;
    const { primaryAdminId } = await this.spaces.getSpace(caller.space);
    const id = requestedId();
    const written = await this.staffs.findWritten(caller.space, id);
    if (written) return toStaff(await this.settlement.run(written), primaryAdminId);
    const account = {
      ...fields,
      id,
      god: false,
      passwordHash: firstPassword === undefined ? null : await this.hashes.hash(firstPassword),
      isOnboarded: false,
      invite: firstPassword === undefined,
    };
    const maker = { actor: caller.staffId, origin: caller };
    const staff = await this.accounts.create(caller.space, primaryAdminId, account, maker);
    return toStaff(await this.settlement.run(staff), primaryAdminId);
  }

  /** @throws StaffNotFound, StaffChangeRefused, PreconditionFailed */
  async update(
    caller: Caller,
    staffId: string,
    input: UpdateUserInput,
    ifVersion: number | null,
  ): Promise<Staff> {
    return this.changeStaff(caller, staffId, ifVersion, (current, next) => {
      const refusal = refusalOfEdit(
        { staffId: caller.staffId, god: caller.god },
        current,
        next.primaryAdminId,
        input.role,
      );
      if (refusal) throw new StaffChangeRefused(refusal);
      return this.edit(caller, current, input, next);
    });
  }

  /** @throws PreconditionFailed */
  async updateProfile(
    caller: Caller,
    input: UpdateProfileInput,
    ifVersion: number | null,
  ): Promise<Staff> {
    return this.changeStaff(caller, caller.staffId, ifVersion, (current, next) =>
      this.edit(caller, current, input, next),
    );
  }

  /** Ends all sessions of the staff member; posts stay (IDN-8). @throws StaffChangeRefused */
  async deactivate(caller: Caller, staffId: string): Promise<Staff> {
    const answer = await this.changeStaff(caller, staffId, null, (current, next) => {
      const refusal = refusalOfDeactivation(caller, current, next.primaryAdminId);
      if (refusal) throw new StaffChangeRefused(refusal);
      return current.deactivated ? null : this.deactivateAccount(caller, current, next);
    });
    // Two documents: a transfer to this staff member may happen at the same moment. The other side
    // also checks this account after its write.
    const { primaryAdminId } = await this.spaces.getSpace(caller.space);
    if (primaryAdminId !== staffId) return answer;
    await this.activate(caller, staffId);
    throw new StaffChangeRefused('primary-admin-stays');
  }

  async activate(caller: Caller, staffId: string): Promise<Staff> {
    return this.changeStaff(caller, staffId, null, (current, next) => {
      if (!current.deactivated) return null;
      if (current.god && !caller.god) throw new StaffChangeRefused('god-protected');
      const set = { deactivated: false };
      return {
        set,
        events: [
          staffEvent(
            events.staffActivated,
            { ...current, ...set },
            { ...next, actor: caller.staffId },
          ),
          this.line(caller, current, 'identity.staff.activated', set),
        ],
      };
    });
  }

  /** Sends the invitation mail again, with a new link. @throws PasswordSet, StaffChangeRefused */
  async invite(caller: Caller, staffId: string, input: SendInvitationInput): Promise<void> {
    await this.changeStaff(caller, staffId, null, (current, next) => {
      if (current.initialPasswordChanged) throw new PasswordSet();
      if (current.deactivated) throw new StaffChangeRefused('deactivated');
      const to = { email: current.email, locale: input.locale };
      const { link, mail } = this.issuer.invitationOf(to);
      return {
        set: {
          passwordLinks: withLink(current.passwordLinks, link, next.at),
          mailsDue: [...current.mailsDue, mail],
          unfinishedSince: next.at,
        },
        events: [this.line(caller, current, 'identity.staff.invited', {})],
      };
    });
  }

  private edit(
    caller: Caller,
    current: StaffRecord,
    input: UpdateUserInput & UpdateProfileInput,
    next: ChangeOf,
  ): Change<StaffRecord> | null {
    const before = {
      firstPage: 'timeline' as const,
      firstStepsClosed: false,
      ...current,
      role: roleOf(current, next.primaryAdminId),
    };
    const changes = changesBetween<StaffRecord>(before, input);
    if (changes.length === 0) return null;
    const set = Object.fromEntries(changes.map(({ field, after }) => [field, after]));
    const renew = 'role' in set;
    return {
      set: {
        ...set,
        // The role is in the access tokens: existing ones must not keep the old one.
        ...(renew
          ? {
              sessionsDue: current.sessionsDue ?? { kind: 'renew', reason: 'role-changed' },
              unfinishedSince: next.at,
            }
          : {}),
      },
      events: [
        staffEvent(events.staffUpdated, { ...current, ...set }, { ...next, actor: caller.staffId }),
        this.line(caller, before, 'identity.staff.updated', set),
      ],
    };
  }

  private deactivateAccount(
    caller: Caller,
    current: StaffRecord,
    next: ChangeOf,
  ): Change<StaffRecord> {
    const set = { deactivated: true };
    return {
      set: {
        ...set,
        sessionEpoch: current.sessionEpoch + 1,
        sessionsDue: { kind: 'end', reason: 'deactivated' },
        unfinishedSince: next.at,
      },
      events: [
        staffEvent(
          events.staffDeactivated,
          { ...current, ...set },
          { ...next, actor: caller.staffId },
        ),
        this.line(caller, current, 'identity.staff.deactivated', set),
      ],
    };
  }

  private line(caller: Caller, before: StaffRecord, action: string, set: Partial<StaffRecord>) {
    return auditEvent({
      space: caller.space,
      actor: caller.staffId,
      action,
      target: { type: 'staff', id: before.id, name: before.displayName },
      changes: changesBetween(before, set),
      origin: caller,
    });
  }

  private async changeStaff(
    caller: Caller,
    staffId: string,
    ifVersion: number | null,
    decide: (current: StaffRecord, next: ChangeOf) => Change<StaffRecord> | null,
  ): Promise<Staff> {
    const { primaryAdminId } = await this.spaces.getSpace(caller.space);
    const done = await mapWriteErrors(
      this.staffs.change(
        caller.space,
        staffId,
        (current, next) => decide(current, { ...next, primaryAdminId }),
        { ifVersion, once: true },
      ),
      {
        stale: (current: StaffRecord) =>
          new PreconditionFailed('identity.staff.stale', staff, toStaff(current, primaryAdminId)),
      },
    );
    if (!done) throw new StaffNotFound();
    return toStaff(await this.settlement.run(done.document), primaryAdminId);
  }
}
