export type { MailContent, RenderedMail } from './mail-content';
export { renderMail } from './mail-layout';
export { MailRefusedError, type MailTransport, type OutgoingMail } from './mail-transport';
export { SmtpTransport } from './smtp-transport';
export { FolderTransport } from './folder-transport';
