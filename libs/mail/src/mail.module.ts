import { Module, type DynamicModule } from '@nestjs/common';
import { parseConfig, provideExtension, SERVICE_ENV, type Environment } from '@engawa/service-kit';
import { FolderTransport } from './folder-transport';
import { MailQueue } from './mail-queue.service';
import { MAIL_TRANSPORT, MailSenderService } from './mail-sender.service';
import { mailConfig, senderOf } from './mail.config';
import { MailRepository } from './mail.repository';
import type { MailTransport } from './mail-transport';
import { SmtpTransport } from './smtp-transport';

/**
 * `MailQueue` for a service, over SMTP or a folder. The service adds `mailSchema` to the schemas
 * of its `PersistenceModule`. Reads `SMTP_URL` or `MAIL_DIR`, and `MAIL_FROM`.
 */
@Module({})
export class MailModule {
  /** Imported once by the root module of a service. */
  static forRoot(): DynamicModule {
    return {
      module: MailModule,
      providers: [
        { provide: MAIL_TRANSPORT, useFactory: openTransport, inject: [SERVICE_ENV] },
        MailRepository,
        MailSenderService,
        provideExtension(MailSenderService),
        MailQueue,
      ],
      exports: [MailQueue],
    };
  }
}

function openTransport(env: Environment): MailTransport | null {
  const config = parseConfig(mailConfig, env);
  if (config.SMTP_URL) return new SmtpTransport(config.SMTP_URL, senderOf(config));
  if (config.MAIL_DIR) return new FolderTransport(config.MAIL_DIR, senderOf(config));
  return null;
}
