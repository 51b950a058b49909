/** A mail ready to send. */
export interface OutgoingMail {
  /** Id of the queue entry; determines the Message-ID, so that receivers recognize duplicates. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Delivers mails. */
export interface MailTransport {
  /**
   * Delivers a mail; resolves when the receiving server accepts it.
   * @throws {MailRefusedError} when a retry is useless
   * @throws anything else when a retry may succeed
   */
  send(mail: OutgoingMail): Promise<void>;
  /** Closes connections; later calls of `send` fail. */
  close(): Promise<void>;
}

/** The receiving server rejected the mail permanently, for example for an unknown mailbox. */
export class MailRefusedError extends Error {
  override readonly name = 'MailRefusedError';
}
