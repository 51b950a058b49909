import { Injectable } from '@nestjs/common';
import { MailQueue, type MailContent } from '@engawa/mail';
import { InjectConfig } from '@engawa/service-kit';
import { ApiTokenService } from '../api-token/api-token.service';
import { AssistantService } from '../assistant/assistant.service';
import { EmailRepository } from '../email/email.repository';
import { accountNoticeMail, invitationMail, passwordResetMail } from '../mail/identity-mail.rules';
import { writeLinkToken } from '../password-link/password-link.rules';
import { SecretService } from '../secret/secret.service';
import { SessionService } from '../session/session.service';
import { SpacesRepository } from '../space/space.repository';
import { StaffRepository } from './staff.repository';
import type { MailDue, StaffRecord } from './staff.schema';

/**
 * Runs the effects of an account change outside the account: ends sessions, sends mails, releases
 * addresses. They are stored in the account with the change; the request runs them immediately, the
 * sweeper after a crash. Safe to repeat.
 */
@Injectable()
export class AccountFollowUpService {
  private readonly publicUrl: string;

  constructor(
    @InjectConfig() config: { ENGAWA_PUBLIC_URL: string },
    private readonly staffs: StaffRepository,
    private readonly spaces: SpacesRepository,
    private readonly emails: EmailRepository,
    private readonly sessions: SessionService,
    private readonly secrets: SecretService,
    private readonly mails: MailQueue,
    private readonly apiTokens: ApiTokenService,
    private readonly assistants: AssistantService,
  ) {
    this.publicUrl = config.ENGAWA_PUBLIC_URL.replace(/\/$/, '');
  }

  /** Returns the account afterwards. Its version does not change. */
  async run(staff: StaffRecord): Promise<StaffRecord> {
    if (!staff.unfinishedSince) return staff;
    const { sessionsDue, mailsDue, formerEmailKeys } = staff;
    await Promise.all([
      sessionsDue?.kind === 'end' && this.sessions.endAll(staff, sessionsDue.reason),
      staff.deactivated && this.apiTokens.endAccess(staff, { reason: 'deactivated' }),
      staff.deactivated && this.assistants.endOfStaff(staff.space, staff.id),
      sessionsDue?.kind === 'renew' && this.sessions.renewAccess(staff, sessionsDue.reason),
      sessionsDue?.kind === 'renew' &&
        this.apiTokens.endAccess(staff, { reason: sessionsDue.reason, continues: true }),
      ...mailsDue.map((mail) => this.enqueueMail(staff, mail)),
      ...formerEmailKeys
        .filter((key) => key !== staff.emailKey)
        .map((key) => this.emails.release(key, staff.id)),
    ]);
    await this.staffs.clearDue(staff);
    const { unfinishedSince: _done, ...settled } = staff;
    return { ...settled, sessionsDue: null, mailsDue: [], formerEmailKeys: [] };
  }

  private async enqueueMail(staff: StaffRecord, mail: MailDue): Promise<void> {
    const content = await this.contentOf(staff, mail);
    if (content) await this.mails.post(staff.space, mail.to, content, { id: mail.id });
  }

  private async contentOf(staff: StaffRecord, mail: MailDue): Promise<MailContent | null> {
    const { displayName, email } = staff;
    if (mail.kind !== 'invitation' && mail.kind !== 'reset') {
      return accountNoticeMail(mail.locale, mail.kind, { displayName });
    }
    const link = staff.passwordLinks.find(({ id }) => id === mail.id);
    if (!link || link.usedAt || link.replaced) return null;
    const url = this.urlOf(staff, link.id);
    if (mail.kind === 'reset') return passwordResetMail(mail.locale, { displayName, url });
    const space = await this.spaces.getSpace(staff.space);
    return invitationMail(mail.locale, {
      displayName,
      email,
      spaceName: space.displayName,
      url,
    });
  }

  private urlOf(staff: StaffRecord, linkId: string): string {
    const secret = this.secrets.linkSecret(linkId);
    const token = writeLinkToken({ space: staff.space, staffId: staff.id, linkId, secret });
    // In the fragment, so that no server or proxy logs the token.
    return `${this.publicUrl}/actions/passwords/confirm#token=${token}`;
  }
}
