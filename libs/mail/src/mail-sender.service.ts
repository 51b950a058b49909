import { Inject, Injectable, Logger } from '@nestjs/common';
import { WorkProcessor, type Attempt, type WorkOutcome } from '@engawa/persistence';
import { InjectServiceName, type ServiceExtension } from '@engawa/service-kit';
import type { WrittenMail } from './mail-content';
import { renderMail } from './mail-layout';
import { MailRepository } from './mail.repository';
import { LEASE_MS, retryDelayAfter } from './mail.rules';
import type { MailAbout, MailDocument } from './mail.schema';
import { MailRefusedError, type MailTransport, type OutgoingMail } from './mail-transport';

/** Injection token of the transport; null when none is configured. */
export const MAIL_TRANSPORT = Symbol('MAIL_TRANSPORT');

/** Writes a mail at the moment it is sent; null when nobody should get it any more. */
export type MailWriter = (space: string, about: MailAbout) => Promise<WrittenMail | null>;

/**
 * Sends queued mails. A mail whose sender died is retried, so it may arrive twice, with the same
 * Message-ID, but is never lost.
 */
@Injectable()
export class MailSenderService extends WorkProcessor<MailDocument> implements ServiceExtension {
  /** Set by services with such mails. */
  writer: MailWriter | null = null;
  private readonly logger = new Logger('Mail');

  constructor(
    private readonly mails: MailRepository,
    @Inject(MAIL_TRANSPORT) private readonly transport: MailTransport | null,
    @InjectServiceName() service: string,
  ) {
    super({ name: `mails-${service}`, work: mails, leaseMs: LEASE_MS });
  }

  override onApplicationBootstrap(): void {
    if (this.transport) return super.onApplicationBootstrap();
    this.logger.warn('Neither SMTP_URL nor MAIL_DIR is set: mails wait in the queue');
  }

  /** Lets the running attempts end; unsent mails stay in the queue. */
  async beforeClose(): Promise<void> {
    await this.queue.stop();
    await this.transport?.close();
  }

  protected async perform(mail: MailDocument, { now }: Attempt): Promise<WorkOutcome> {
    // Finished mails of earlier versions have a due time.
    if (mail.state !== 'queued') {
      await this.mails.finish(mail, mail, now);
      return 'done';
    }
    const attempts = mail.attempts + 1;
    try {
      const outgoing = await this.writtenOf(mail);
      // One that nobody should get any more is finished like one that is sent.
      if (outgoing) await this.transport!.send(outgoing);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const pause = error instanceof MailRefusedError ? null : retryDelayAfter(attempts);
      if (pause === null) {
        this.logger.warn(`Mail ${mail.id} given up after ${attempts} attempt(s): ${message}`);
        await this.mails.finish(mail, { state: 'failed', error: message, attempts }, new Date());
      } else {
        await this.mails.markForRetry(mail, message, new Date(Date.now() + pause));
      }
      return 'later';
    }
    await this.mails.finish(mail, { state: 'sent', error: null, attempts }, new Date());
    return 'done';
  }

  private async writtenOf(mail: MailDocument): Promise<OutgoingMail | null> {
    const { id, space, about } = mail;
    if (!about) return mail;
    if (!this.writer) throw new Error('no MailWriter is set');
    const written = await this.writer(space, about);
    return written && { id, to: written.to, ...renderMail(written.content) };
  }
}
