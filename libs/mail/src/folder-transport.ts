import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import type { MailTransport, OutgoingMail } from './mail-transport';
import { messageIdOf } from './smtp-transport';

/** Writes each mail as an .eml file; for laptops without SMTP (IDN-12). */
export class FolderTransport implements MailTransport {
  private readonly composer = createTransport({ streamTransport: true, buffer: true });

  constructor(
    private readonly folder: string,
    private readonly from: string,
  ) {}

  async send(mail: OutgoingMail): Promise<void> {
    const composed = await this.composer.sendMail({
      from: this.from,
      to: { name: '', address: mail.to },
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      messageId: messageIdOf(mail.id, this.from),
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    await mkdir(this.folder, { recursive: true });
    const file = path.join(this.folder, `${mail.id}.eml`);
    // Written under another name and renamed, so that readers never see a partial mail.
    await writeFile(`${file}.part`, composed.message as Buffer);
    await rename(`${file}.part`, file);
  }

  async close(): Promise<void> {
    this.composer.close();
  }
}
