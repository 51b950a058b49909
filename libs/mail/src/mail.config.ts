import { z } from 'zod';

/** Environment of the mail library. */
export const mailConfig = z.object({
  /** `smtp://user:password@host:587` or `smtps://…`. */
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'does not begin with smtp:// or smtps://')
    .optional(),
  /** Folder for .eml files when there is no SMTP server. */
  MAIL_DIR: z.string().optional(),
  /** Sender of all mails. */
  MAIL_FROM: z.string().optional(),
  ENGAWA_PUBLIC_URL: z.url().default('http://localhost:4000'),
});
export type MailConfig = z.infer<typeof mailConfig>;

/** The configured sender, or `no-reply` at the host of the public URL. */
export function senderOf(config: MailConfig): string {
  return config.MAIL_FROM ?? `Engawa <no-reply@${new URL(config.ENGAWA_PUBLIC_URL).hostname}>`;
}
