import { Injectable } from '@nestjs/common';
import { events, type RegisterPrimaryAdminInput, type Staff } from '@engawa/contracts';
import { requestedId } from '@engawa/persistence';
import { ProblemError } from '@engawa/service-kit';
import { auditEvent } from '../audit/audit-event.mapper';
import type { Caller } from '../caller/caller.rules';
import { EmailRepository } from '../email/email.repository';
import { emailKeyOf } from '../email/email.rules';
import { PasswordService } from '../password/password.service';
import { SpacesRepository } from '../space/space.repository';
import type { Handover, SpaceRecord } from '../space/space.schema';
import { StaffAccountService } from './staff-account.service';
import { StaffAdminService } from './staff-admin.service';
import { staffEvent } from './staff-event.mapper';
import { StaffChangeRefused } from './staff.errors';
import { toStaff } from './staff.mapper';
import { StaffRepository } from './staff.repository';
import { isInvitable, refusalOfTransfer } from './staff.rules';
import type { StaffRecord } from './staff.schema';
import { AccountFollowUpService } from './account-follow-up.service';

/**
 * Transfers the primary administration (IDN-2). One write of the space transfers it; roles in
 * accounts, events and access tokens follow from the pending work in that write.
 */
@Injectable()
export class PrimaryAdminService {
  constructor(
    private readonly staffs: StaffRepository,
    private readonly spaces: SpacesRepository,
    private readonly emails: EmailRepository,
    private readonly accounts: StaffAccountService,
    private readonly admin: StaffAdminService,
    private readonly passwords: PasswordService,
    private readonly settlement: AccountFollowUpService,
  ) {}

  /**
   * The primary administrator transfers the role to another staff member and confirms with the
   * password.
   * @throws PasswordWrong, StaffNotFound, StaffChangeRefused
   */
  async transfer(caller: Caller, staffId: string, password: string): Promise<Staff> {
    const holder = await this.staffs.getStaff(caller.space, caller.staffId);
    await this.passwords.confirm(holder, password, caller);
    const to = await this.staffs.getStaff(caller.space, staffId);
    const refusal = refusalOfTransfer(caller, to);
    if (refusal) throw new StaffChangeRefused(refusal);
    return this.handOver(caller.space, to, caller, (current) => {
      // Somebody transferred it a moment ago.
      if (current !== caller.staffId) throw new ProblemError('auth.forbidden');
    });
  }

  /**
   * God assigns a space's primary administrator: a staff member with that address, or a new account.
   * Invites the person, again if need be, if they have not joined. The previous one becomes
   * generalAdmin.
   * @throws SpaceNotFound, EmailTaken, StaffChangeRefused
   */
  async register(
    caller: Caller,
    spaceId: string,
    input: RegisterPrimaryAdminInput,
  ): Promise<Staff> {
    const space = await this.spaces.getSpace(spaceId);
    const owner = await this.emails.findOwner(emailKeyOf(input.email));
    const to =
      owner?.ownerSpace === spaceId
        ? await this.inviteAgain(caller, spaceId, owner.staffId, input)
        : await this.invite(caller, space, input);
    if (to.deactivated) throw new StaffChangeRefused('deactivated');
    if (to.id === space.primaryAdminId) return toStaff(to, space.primaryAdminId);
    return this.handOver(spaceId, to, caller, () => undefined);
  }

  /** Writes the roles of a transfer to the accounts. Safe to repeat. */
  async finish(space: SpaceRecord): Promise<void> {
    const { handover, primaryAdminId } = space;
    if (!handover) return;
    for (const staffId of [handover.fromId, handover.toId]) {
      await this.updateTitles(space.id, staffId, primaryAdminId, handover.actorId);
    }
    await this.spaces.change(space.id, space.id, (current) =>
      current.handover?.toId === handover.toId && current.handover.fromId === handover.fromId
        ? { set: { handover: null }, unset: ['unfinishedSince'] }
        : null,
    );
  }

  private async handOver(
    spaceId: string,
    to: StaffRecord,
    caller: Caller,
    allow: (currentId: string) => void,
  ): Promise<Staff> {
    const space = await this.write(spaceId, to.id, caller, allow);
    // A deactivation may happen at the same moment: see StaffAdminService.deactivate.
    const after = await this.staffs.getStaff(spaceId, to.id);
    const fromId = space.handover?.fromId;
    if (after.deactivated && fromId) {
      const undone = await this.write(spaceId, fromId, caller, () => undefined);
      await this.finish(undone);
      throw new StaffChangeRefused('deactivated');
    }
    await this.finish(space);
    return toStaff(await this.staffs.getStaff(spaceId, to.id), space.primaryAdminId);
  }

  private async write(
    spaceId: string,
    toId: string,
    caller: Caller,
    allow: (currentId: string) => void,
  ): Promise<SpaceRecord> {
    const before = await this.spaces.getSpace(spaceId);
    // Finish an earlier transfer that a crash left, before it is replaced.
    if (before.handover) await this.finish(before);
    const done = await this.spaces.change(spaceId, spaceId, (current, next) => {
      allow(current.primaryAdminId);
      const handover: Handover = {
        fromId: current.primaryAdminId,
        toId,
        actorId: caller.staffId,
      };
      return {
        set: { primaryAdminId: toId, handover, unfinishedSince: next.at },
        events: [
          auditEvent({
            space: spaceId,
            actor: caller.staffId,
            action: 'identity.space.primaryAdminTransferred',
            target: { type: 'space', id: spaceId, name: current.displayName },
            changes: [{ field: 'primaryAdminId', before: current.primaryAdminId, after: toId }],
            origin: caller,
          }),
        ],
      };
    });
    return done!.document;
  }

  private async updateTitles(
    space: string,
    staffId: string,
    primaryAdminId: string,
    actor: string,
  ): Promise<void> {
    const role = staffId === primaryAdminId ? ('primaryAdmin' as const) : ('generalAdmin' as const);
    const done = await this.staffs.change(space, staffId, (current, next) => {
      if (current.role === role) return null;
      const set = { role };
      return {
        set: {
          ...set,
          sessionsDue: current.sessionsDue ?? { kind: 'renew', reason: 'role-changed' },
          unfinishedSince: next.at,
        },
        events: [
          staffEvent(
            events.staffUpdated,
            { ...current, ...set },
            { version: next.version, primaryAdminId, actor },
          ),
        ],
      };
    });
    if (done) await this.settlement.run(done.document);
  }

  private async inviteAgain(
    caller: Caller,
    space: string,
    staffId: string,
    { locale }: RegisterPrimaryAdminInput,
  ): Promise<StaffRecord> {
    const staff = await this.staffs.getStaff(space, staffId);
    if (!isInvitable(staff)) return staff;
    await this.admin.invite({ ...caller, space }, staffId, { locale });
    return this.staffs.getStaff(space, staffId);
  }

  private async invite(
    caller: Caller,
    space: SpaceRecord,
    input: RegisterPrimaryAdminInput,
  ): Promise<StaffRecord> {
    const account = {
      ...input,
      id: requestedId(),
      bio: '',
      role: 'generalAdmin' as const,
      god: false,
      excludeFromRanking: false,
      passwordHash: null,
      isOnboarded: false,
      invite: true,
    };
    const maker = { actor: caller.staffId, origin: caller };
    const staff = await this.accounts.create(space.id, space.primaryAdminId, account, maker);
    return this.settlement.run(staff);
  }
}
