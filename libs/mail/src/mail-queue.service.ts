import { Injectable } from '@nestjs/common';
import { newId } from '@engawa/persistence';
import type { MailContent } from './mail-content';
import { renderMail } from './mail-layout';
import { MailRepository } from './mail.repository';
import { MailSenderService } from './mail-sender.service';

/** Where a service posts its mails. */
@Injectable()
export class MailQueue {
  constructor(
    private readonly mails: MailRepository,
    private readonly sender: MailSenderService,
  ) {}

  /**
   * Writes the mail into the queue; it is sent soon, and also after a restart. With an `id` of
   * the caller's a repeated call sends it once.
   */
  async post(
    space: string,
    to: string,
    content: MailContent,
    options: { id?: string } = {},
  ): Promise<void> {
    await this.mails.enqueue(space, { id: options.id ?? newId(), to, ...renderMail(content) });
    this.sender.wake();
  }
}
