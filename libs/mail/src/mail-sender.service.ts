import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { ServiceExtension } from '@engawa/service-kit';
import { MailRepository } from './mail.repository';
import { CLAIM_FOR, pauseAfter } from './mail.rules';
import type { MailDocument } from './mail.schema';
import { MailRefusedError, type MailTransport } from './mail-transport';

/** Token of the transport; null where none is configured. */
export const MAIL_TRANSPORT = Symbol('MAIL_TRANSPORT');

const POLL = 2_000;
const BATCH = 20;

/**
 * Sends what the queue holds. Several replicas may run: each mail is claimed for one attempt. A
 * mail whose sender died in the middle is tried again, so it may arrive twice, with the same
 * Message-ID, and never not at all.
 */
@Injectable()
export class MailSenderService implements OnApplicationBootstrap, ServiceExtension {
  private readonly logger = new Logger('Mail');
  private timer: NodeJS.Timeout | null = null;
  private round: Promise<void> | null = null;
  private again = false;
  private running = false;

  constructor(
    private readonly mails: MailRepository,
    @Inject(MAIL_TRANSPORT) private readonly transport: MailTransport | null,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.transport) {
      this.logger.warn('Neither SMTP_URL nor MAIL_DIR is set: mails wait in the queue');
      return;
    }
    this.running = true;
    this.wake();
  }

  /** Looks into the queue now. */
  wake(): void {
    if (!this.running) return;
    if (this.round) {
      this.again = true;
      return;
    }
    if (this.timer) clearTimeout(this.timer);
    this.round = this.sendDue().finally(() => {
      this.round = null;
      if (!this.running) return;
      const soon = this.again;
      this.again = false;
      this.timer = setTimeout(() => this.wake(), soon ? 0 : POLL);
      this.timer.unref();
    });
  }

  async beforeClose(): Promise<void> {
    this.running = false;
    if (this.timer) clearTimeout(this.timer);
    await this.round;
    await this.transport?.close();
  }

  private async sendDue(): Promise<void> {
    try {
      for (;;) {
        const due = await this.mails.findDue(new Date(), BATCH);
        for (const mail of due) if (this.running) await this.attempt(mail);
        if (due.length < BATCH || !this.running) return;
      }
    } catch (error) {
      this.logger.warn(`The queue cannot be read: ${String(error)}`);
    }
  }

  private async attempt(found: MailDocument): Promise<void> {
    const mail = await this.mails.claim(found, new Date(Date.now() + CLAIM_FOR));
    if (!mail || !this.transport) return;
    try {
      await this.transport.send(mail);
    } catch (error) {
      await this.settleFailure(mail, error);
      return;
    }
    await this.mails.markSent(mail, new Date());
  }

  private async settleFailure(mail: MailDocument, error: unknown): Promise<void> {
    const message = error instanceof Error ? error.message : String(error);
    const pause = error instanceof MailRefusedError ? null : pauseAfter(mail.attempts);
    if (pause === null) {
      this.logger.warn(`Mail ${mail.id} given up after ${mail.attempts} attempt(s): ${message}`);
      await this.mails.markFailed(mail, message, new Date());
    } else {
      await this.mails.markForRetry(mail, message, new Date(Date.now() + pause));
    }
  }
}
