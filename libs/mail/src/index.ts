export type { MailContent, RenderedMail, WrittenMail } from './mail-content';
export { renderMail } from './mail-layout';
export { MailModule } from './mail.module';
export { MailQueue } from './mail-queue.service';
export { mailSchema, type MailAbout } from './mail.schema';
export { mailConfig, senderOf } from './mail.config';
export { MailRefusedError, type MailTransport, type OutgoingMail } from './mail-transport';
export { SmtpTransport } from './smtp-transport';
export { FolderTransport } from './folder-transport';
