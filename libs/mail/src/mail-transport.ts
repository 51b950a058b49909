/** A mail ready to leave. */
export interface OutgoingMail {
  /** Id of the queue entry; makes the Message-ID, so that a mail sent twice is told by it. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Where mails go. */
export interface MailTransport {
  /**
   * Hands a mail over; resolves when the other side took the responsibility for it.
   * @throws {MailRefusedError} when trying again is of no use
   * @throws anything else when it may work later
   */
  send(mail: OutgoingMail): Promise<void>;
  close(): Promise<void>;
}

/** The other side refused the mail for good, for example because the mailbox is unknown. */
export class MailRefusedError extends Error {
  override readonly name = 'MailRefusedError';
}
