export type { MailContent, RenderedMail } from './mail-content';
export { renderMail } from './mail-layout';
export { MailModule } from './mail.module';
export { MailQueue } from './mail-queue.service';
export { mailSchema } from './mail.schema';
export { mailConfig, senderOf } from './mail.config';
export { MailRefusedError, type MailTransport, type OutgoingMail } from './mail-transport';
export { SmtpTransport } from './smtp-transport';
export { FolderTransport } from './folder-transport';
