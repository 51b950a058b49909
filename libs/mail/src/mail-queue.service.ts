import { Injectable } from '@nestjs/common';
import { newId } from '@engawa/persistence';
import type { MailContent } from './mail-content';
import { renderMail } from './mail-layout';
import { MailRepository } from './mail.repository';
import type { MailAbout } from './mail.schema';
import { MailSenderService, type MailWriter } from './mail-sender.service';

/** The mail queue of a service. */
@Injectable()
export class MailQueue {
  constructor(
    private readonly mails: MailRepository,
    private readonly sender: MailSenderService,
  ) {}

  /**
   * Enqueues a mail; it is sent shortly, also after a restart. Calls with the same `id` send it
   * once.
   */
  async post(
    space: string,
    to: string,
    content: MailContent,
    options: { id?: string } = {},
  ): Promise<void> {
    await this.mails.enqueue(space, { id: options.id ?? newId(), to, ...renderMail(content) });
    this.sender.wake({ space, receiver: '' });
  }

  /**
   * Enqueues a mail that is written when it is sent, so that it says what is true then; the queue keeps
   * ids alone. Calls with the same `id` send it once.
   */
  async postAbout(space: string, id: string, about: MailAbout): Promise<void> {
    await this.mails.enqueue(space, { id, to: '', subject: '', text: '', html: '', about });
    this.sender.wake({ space, receiver: '' });
  }

  /** Sets who writes these mails; called once, before the service starts. */
  writeWith(writer: MailWriter): void {
    this.sender.writer = writer;
  }
}
