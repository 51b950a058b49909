import { Injectable } from '@nestjs/common';
import {
  events,
  type AddSpaceInput,
  type ListSpacesQuery,
  type SpaceDetail,
  type SpaceSummary,
  type Staff,
} from '@engawa/contracts';
import { newId, requestedId } from '@engawa/persistence';
import { auditEvent } from '../audit/audit-event.mapper';
import type { Caller } from '../caller/caller.rules';
import { emailKeyOf } from '../email/email.rules';
import { EmailRepository } from '../email/email.repository';
import { PasswordLinkIssuer } from '../password-link/password-link-issuer.service';
import { withLink } from '../password-link/password-link.rules';
import { SpaceCreationService } from '../space/space-creation.service';
import { SpacesRepository } from '../space/space.repository';
import type { SpaceRecord } from '../space/space.schema';
import { StaffAccountService } from '../staff/staff-account.service';
import { staffEvent } from '../staff/staff-event.mapper';
import { StaffNotFound } from '../staff/staff.errors';
import { toStaff } from '../staff/staff.mapper';
import { StaffRepository } from '../staff/staff.repository';
import { isInvitable } from '../staff/staff.rules';
import type { MailDue, StaffRecord } from '../staff/staff.schema';
import { AccountFollowUpService } from '../staff/account-follow-up.service';
import { toSpaceSummary } from './god.mapper';

/** Administration of the installation (IDN-10). */
@Injectable()
export class GodService {
  constructor(
    private readonly spaces: SpacesRepository,
    private readonly staffs: StaffRepository,
    private readonly emails: EmailRepository,
    private readonly founding: SpaceCreationService,
    private readonly accounts: StaffAccountService,
    private readonly issuer: PasswordLinkIssuer,
    private readonly settlement: AccountFollowUpService,
  ) {}

  /** By id. */
  async list(
    query: ListSpacesQuery,
  ): Promise<{ items: SpaceSummary[]; nextCursor: string | null }> {
    const found = await this.spaces.findAll(query.cursor, query.limit + 1);
    const shown = found.slice(0, query.limit);
    const items = await Promise.all(shown.map((space) => this.summary(space)));
    const nextCursor = found.length > query.limit ? (shown.at(-1)?.id ?? null) : null;
    return { items, nextCursor };
  }

  /** @throws SpaceNotFound */
  async get(spaceId: string): Promise<SpaceDetail> {
    const space = await this.spaces.getSpace(spaceId);
    const records = await this.staffs.findOfSpace(spaceId);
    return {
      ...toSpaceSummary(space, records),
      staffs: records.map((record) => toStaff(record, space.primaryAdminId)),
    };
  }

  /** @throws SpaceTaken, EmailTaken */
  async add(caller: Caller, input: AddSpaceInput): Promise<SpaceSummary> {
    const { primaryAdmin, ...fields } = input;
    const made = await this.founding.create(
      { ...fields, founding: { ...primaryAdmin, staffId: requestedId() } },
      { actor: caller.staffId, origin: caller },
    );
    await this.settlement.run(made.staff);
    return this.summary(made.space);
  }

  /**
   * Reserves, writes, releases: at each moment the address that signs in is the one in the account.
   * Open links sent to the old address end; who has not joined is invited at the new one.
   * @throws StaffNotFound, EmailTaken
   */
  async updateEmail(
    caller: Caller,
    spaceId: string,
    staffId: string,
    email: string,
  ): Promise<Staff> {
    const { primaryAdminId } = await this.spaces.getSpace(spaceId);
    const staff = await this.staffs.getStaff(spaceId, staffId);
    const emailKey = emailKeyOf(email);
    const other = emailKey !== staff.emailKey;
    if (other) await this.accounts.reserve(emailKey, spaceId, staffId);
    const done = await this.staffs.change(spaceId, staffId, (current, next) => {
      if (current.email === email) return null;
      const set = { email, emailKey };
      const invited = isInvitable(current)
        ? this.issuer.invitationOf({ email, locale: current.locale })
        : null;
      const links = current.passwordLinks.map((link) => ({ ...link, replaced: true }));
      return {
        set: {
          ...set,
          passwordLinks: invited ? withLink(links, invited.link, next.at) : links,
          formerEmailKeys: [...current.formerEmailKeys, current.emailKey],
          mailsDue: [
            ...current.mailsDue,
            changeNotice(current, current.email),
            invited?.mail ?? changeNotice(current, email),
          ],
          unfinishedSince: next.at,
        },
        events: [
          staffEvent(
            events.staffUpdated,
            { ...current, ...set },
            { version: next.version, primaryAdminId, actor: caller.staffId },
          ),
          auditEvent({
            space: spaceId,
            actor: caller.staffId,
            action: 'identity.staff.emailChanged',
            target: { type: 'staff', id: staffId, name: current.displayName },
            changes: [{ field: 'email', before: current.email, after: email }],
            origin: caller,
          }),
        ],
      };
    });
    if (!done) throw new StaffNotFound();
    await this.emails.hold(emailKey, staffId);
    return toStaff(await this.settlement.run(done.document), primaryAdminId);
  }

  private async summary(space: SpaceRecord): Promise<SpaceSummary> {
    return toSpaceSummary(space, await this.staffs.findOfSpace(space.id));
  }
}

function changeNotice({ locale }: StaffRecord, to: string): MailDue {
  return { id: newId(), kind: 'emailChanged', locale, to };
}
