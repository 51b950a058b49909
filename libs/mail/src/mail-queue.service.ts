import { Injectable } from '@nestjs/common';
import { newId } from '@engawa/persistence';
import type { MailContent } from './mail-content';
import { renderMail } from './mail-layout';
import { MailRepository } from './mail.repository';
import { MailSenderService } from './mail-sender.service';

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
}
