import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import type {
  CheckPasswordLinkAnswer,
  SendPasswordResetInput,
  SubmitPasswordLinkInput,
} from '@engawa/contracts';
import { AttemptService } from '../attempt/attempt.service';
import { auditEvent } from '../audit/audit-event.mapper';
import type { Origin } from '../caller/caller.rules';
import { EmailRepository } from '../email/email.repository';
import { emailKeyOf } from '../email/email.rules';
import { PasswordService } from '../password/password.service';
import { StaffRepository } from '../staff/staff.repository';
import type { PasswordLink, StaffRecord } from '../staff/staff.schema';
import { AccountFollowUpService } from '../staff/account-follow-up.service';
import { PasswordLinkIssuer } from './password-link-issuer.service';
import { PasswordLinkClosed } from './password-link.errors';
import {
  linkStateOf,
  postsReset,
  readLinkToken,
  withLink,
  withoutOpen,
} from './password-link.rules';

/** Mailed links for choosing a password: reset and invitation (IDN-6, IDN-7). */
@Injectable()
export class PasswordLinkService implements BeforeApplicationShutdown {
  private readonly logger = new Logger('PasswordLink');
  private readonly running = new Set<Promise<void>>();

  constructor(
    private readonly staffs: StaffRepository,
    private readonly emails: EmailRepository,
    private readonly attempts: AttemptService,
    private readonly issuer: PasswordLinkIssuer,
    private readonly passwords: PasswordService,
    private readonly settlement: AccountFollowUpService,
  ) {}

  /**
   * Sends a link if the account exists. The caller is answered before the look-up, so that neither
   * answer nor time reveals it. `deviceId`: a device on which the address signed in before.
   * @throws TooManyAttempts
   */
  async request(
    input: SendPasswordResetInput,
    origin: Origin,
    deviceId: string | null,
  ): Promise<void> {
    const asker = { network: origin.network, deviceId };
    await this.attempts.takeReset(emailKeyOf(input.email), asker);
    const work = this.send(input, origin, deviceId)
      .catch((error: unknown) => this.logger.error(`No link was sent: ${String(error)}`))
      .finally(() => this.running.delete(work));
    this.running.add(work);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.running);
  }

  /** @throws PasswordLinkClosed */
  async check(text: string): Promise<CheckPasswordLinkAnswer> {
    const { staff, link } = await this.open(text);
    return {
      kind: link.kind,
      displayName: staff.displayName,
      email: staff.email,
      expiresAt: link.expiresAt.toISOString(),
    };
  }

  /** Uses the link and sets the password, in one write. @throws PasswordLinkClosed */
  async submit(input: SubmitPasswordLinkInput, origin: Origin): Promise<StaffRecord> {
    const { staff, link, secret } = await this.open(input.token);
    let won = false;
    const changed = await this.passwords.set(staff, input.newPassword, origin, (links) => {
      const now = new Date();
      const current = links.find(({ id }) => id === link.id);
      won = linkStateOf(current, secret, now) === 'open';
      if (!won) return null;
      return withoutOpen(
        links.map((each) => (each.id === link.id ? { ...each, usedAt: now } : each)),
      );
    });
    if (!won) throw new PasswordLinkClosed('used');
    return changed;
  }

  private async open(
    text: string,
  ): Promise<{ staff: StaffRecord; link: PasswordLink; secret: string }> {
    const token = readLinkToken(text);
    const staff = token && (await this.staffs.findById(token.space, token.staffId));
    const link = staff?.passwordLinks.find(({ id }) => id === token?.linkId);
    const state = token ? linkStateOf(link, token.secret, new Date()) : 'invalid';
    if (state !== 'open') throw new PasswordLinkClosed(state);
    if (!staff || !link || !token || staff.deactivated) throw new PasswordLinkClosed('invalid');
    return { staff, link, secret: token.secret };
  }

  private async send(
    input: SendPasswordResetInput,
    origin: Origin,
    deviceId: string | null,
  ): Promise<void> {
    const emailKey = emailKeyOf(input.email);
    const owner = await this.emails.findOwner(emailKey);
    if (!owner) return;
    const done = await this.staffs.change(owner.ownerSpace, owner.staffId, (current, next) => {
      if (current.deactivated || current.emailKey !== emailKey) return null;
      // The owner's device is limited by `takeReset` only.
      if (!deviceId && !postsReset(current.passwordLinks, next.at)) return null;
      const to = { email: current.email, locale: input.locale };
      const { link, mail } = this.issuer.resetOf(to, deviceId ?? origin.network);
      return {
        set: {
          passwordLinks: withLink(current.passwordLinks, link, next.at),
          mailsDue: [...current.mailsDue, mail],
          unfinishedSince: next.at,
        },
        events: [
          auditEvent({
            space: current.space,
            actor: null,
            action: 'identity.password.resetRequested',
            target: { type: 'staff', id: current.id, name: current.displayName },
            origin,
          }),
        ],
      };
    });
    if (done?.changed) await this.settlement.run(done.document);
  }
}
