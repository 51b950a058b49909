import { Injectable } from '@nestjs/common';
import { events, type Locale, type Role } from '@engawa/contracts';
import { newEvent } from '@engawa/events';
import { DuplicateKey } from '@engawa/persistence';
import { auditEvent } from '../audit/audit-event.mapper';
import type { Origin } from '../caller/caller.rules';
import { EmailRepository } from '../email/email.repository';
import { emailKeyOf } from '../email/email.rules';
import { PasswordLinkIssuer } from '../password-link/password-link-issuer.service';
import { EmailTaken } from './staff.errors';
import { toStaffFacts } from './staff.mapper';
import { StaffRepository } from './staff.repository';
import { FACTS_REVISION, type StaffRecord } from './staff.schema';

/** Data of a new account. */
export interface NewAccount {
  readonly id: string;
  readonly email: string;
  readonly displayName: string;
  readonly jobTitle: string;
  readonly bio: string;
  readonly role: Role;
  readonly god: boolean;
  readonly excludeFromRanking: boolean;
  readonly locale: Locale;
  readonly passwordHash: string | null;
  /** Terms accepted and own password chosen: accounts of the bootstrap. */
  readonly isOnboarded: boolean;
  /** Whether to send an invitation mail. */
  readonly invite: boolean;
}

/** Who creates it. */
export interface AccountCreator {
  readonly actor: string | null;
  readonly origin: Origin | null;
}

/** Creates accounts with unique addresses; a crash leaves nothing half done. */
@Injectable()
export class StaffAccountService {
  constructor(
    private readonly staffs: StaffRepository,
    private readonly emails: EmailRepository,
    private readonly links: PasswordLinkIssuer,
  ) {}

  /**
   * Reserves the address, writes the account with its events, confirms the address. Repeating it
   * with the same id continues. @throws EmailTaken
   */
  async create(
    space: string,
    primaryAdminId: string,
    account: NewAccount,
    maker: AccountCreator,
  ): Promise<StaffRecord> {
    const emailKey = emailKeyOf(account.email);
    await this.reserve(emailKey, space, account.id);
    const staff = await this.write(space, primaryAdminId, { ...account, emailKey }, maker);
    await this.emails.hold(emailKey, account.id);
    return staff;
  }

  /** @throws EmailTaken */
  async reserve(emailKey: string, space: string, staffId: string): Promise<void> {
    if (!(await this.emails.reserve(emailKey, space, staffId))) throw new EmailTaken();
  }

  private async write(
    space: string,
    primaryAdminId: string,
    account: NewAccount & { emailKey: string },
    { actor, origin }: AccountCreator,
  ): Promise<StaffRecord> {
    const { isOnboarded, invite, ...fields } = account;
    const due = invite ? this.links.invitationOf(account) : null;
    const document = {
      ...fields,
      space,
      photo: null,
      deactivated: false,
      isAgreedToTOU: isOnboarded,
      initialPasswordChanged: isOnboarded,
      sessionEpoch: 1,
      factsRevision: FACTS_REVISION,
      lastSignInAt: null,
      twoFactor: null,
      twoFactorOffer: null,
      passwordLinks: due ? [due.link] : [],
      formerEmailKeys: [],
      sessionsDue: null,
      mailsDue: due ? [due.mail] : [],
      ...(due ? { unfinishedSince: new Date() } : {}),
    };
    const added = newEvent(events.staffAdded, {
      space,
      actor,
      aggregate: { type: 'staff', id: account.id },
      version: 1,
      data: toStaffFacts(document, primaryAdminId),
    });
    const audited = auditEvent({
      space,
      actor,
      action: 'identity.staff.added',
      target: { type: 'staff', id: account.id, name: account.displayName },
      changes: [
        { field: 'email', before: null, after: account.email },
        { field: 'role', before: null, after: account.role },
      ],
      origin,
    });
    try {
      return await this.staffs.insert(space, document, [added, audited]);
    } catch (error) {
      if (error instanceof DuplicateKey) return this.staffs.getStaff(space, account.id);
      await this.emails.release(account.emailKey, account.id);
      throw error;
    }
  }
}
