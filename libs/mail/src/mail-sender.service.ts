import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { watchQueue } from '@engawa/persistence';
import { BackgroundLoop, InjectServiceName, type ServiceExtension } from '@engawa/service-kit';
import { MailRepository } from './mail.repository';
import { CLAIM_MS, retryDelayAfter } from './mail.rules';
import type { MailDocument } from './mail.schema';
import { MailRefusedError, type MailTransport } from './mail-transport';

/** Injection token of the transport; null when none is configured. */
export const MAIL_TRANSPORT = Symbol('MAIL_TRANSPORT');

const POLL_INTERVAL_MS = 2_000;
const BATCH_SIZE = 20;

/**
 * Sends queued mails. Several replicas may run: each mail is claimed for one attempt. A mail whose
 * sender died is retried, so it may arrive twice, with the same Message-ID, but is never lost.
 */
@Injectable()
export class MailSenderService implements OnApplicationBootstrap, ServiceExtension {
  private readonly logger = new Logger('Mail');
  private readonly metrics: ReturnType<typeof watchQueue>;
  private running = 0;
  private readonly loop = new BackgroundLoop({
    name: 'Mail',
    intervalMs: POLL_INTERVAL_MS,
    round: (signal) => this.sendDue(signal),
  });

  constructor(
    private readonly mails: MailRepository,
    @Inject(MAIL_TRANSPORT) private readonly transport: MailTransport | null,
    @InjectServiceName() service: string,
  ) {
    this.metrics = watchQueue(`mails-${service}`, {
      running: () => this.running,
      waiting: () => mails.countQueued(),
      firstDueAt: async () => (await mails.findDue(new Date(), 1))[0]?.dueAt ?? null,
    });
  }

  onApplicationBootstrap(): void {
    if (!this.transport) {
      this.logger.warn('Neither SMTP_URL nor MAIL_DIR is set: mails wait in the queue');
      return;
    }
    this.loop.start();
  }

  /** Checks the queue now. */
  wake(): void {
    this.loop.wake();
  }

  /** Lets the running attempts end; unsent mails stay in the queue. */
  async beforeClose(): Promise<void> {
    await this.loop.stop();
    await this.transport?.close();
    this.metrics.stop();
  }

  private async sendDue(signal: AbortSignal): Promise<boolean> {
    const due = await this.mails.findDue(new Date(), BATCH_SIZE);
    for (const mail of due) if (!signal.aborted) await this.attempt(mail);
    return due.length === BATCH_SIZE;
  }

  private async attempt(found: MailDocument): Promise<void> {
    const mail = await this.mails.claim(found, new Date(Date.now() + CLAIM_MS));
    if (!mail || !this.transport) return;
    this.running += 1;
    try {
      await this.transport.send(mail);
    } catch (error) {
      this.metrics.count('failed');
      await this.recordFailure(mail, error);
      return;
    } finally {
      this.running -= 1;
    }
    this.metrics.count('done');
    await this.mails.markSent(mail, new Date());
  }

  private async recordFailure(mail: MailDocument, error: unknown): Promise<void> {
    const message = error instanceof Error ? error.message : String(error);
    const pause = error instanceof MailRefusedError ? null : retryDelayAfter(mail.attempts);
    if (pause === null) {
      this.logger.warn(`Mail ${mail.id} given up after ${mail.attempts} attempt(s): ${message}`);
      await this.mails.markFailed(mail, message, new Date());
    } else {
      await this.mails.markForRetry(mail, message, new Date(Date.now() + pause));
    }
  }
}
