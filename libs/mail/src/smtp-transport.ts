import { createTransport } from 'nodemailer';
import { MailRefusedError, type MailTransport, type OutgoingMail } from './mail-transport';

/** Sends over SMTP. `url` is `smtp://user:password@host:port` or `smtps://…`; `from` the sender. */
export class SmtpTransport implements MailTransport {
  private readonly transporter;

  constructor(
    url: string,
    private readonly from: string,
  ) {
    this.transporter = createTransport(
      { url, pool: true, maxConnections: 3, connectionTimeout: 10_000, socketTimeout: 30_000 },
      { from },
    );
  }

  async send(mail: OutgoingMail): Promise<void> {
    try {
      await this.transporter.sendMail({
        to: { name: '', address: mail.to },
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        messageId: messageIdOf(mail.id, this.from),
        headers: { 'Auto-Submitted': 'auto-generated' },
        disableFileAccess: true,
        disableUrlAccess: true,
      });
    } catch (error) {
      if (isFinal(error)) throw new MailRefusedError(String(error), { cause: error });
      throw error;
    }
  }

  async close(): Promise<void> {
    this.transporter.close();
  }
}

/** The Message-ID of a queue entry; the same for all attempts. */
export function messageIdOf(id: string, from: string): string {
  const domain = /@([^>\s]+)/.exec(from)?.[1] ?? 'engawa.invalid';
  return `<${id}@${domain}>`;
}

/**
 * 5xx answers to the envelope or the message are permanent (RFC 5321, 4.2.1). A failed
 * authentication is not: an operator can fix it, and no mail may be lost until then.
 */
function isFinal(error: unknown): boolean {
  const { responseCode, code } = error as { responseCode?: number; code?: string };
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && (responseCode ?? 0) >= 500;
}
