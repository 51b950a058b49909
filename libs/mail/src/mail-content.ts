import type { Locale } from '@engawa/contracts';

/** The content of a mail before layout: plain texts without markup. */
export interface MailContent {
  readonly locale: Locale;
  readonly subject: string;
  /** First line, such as the recipient's name. */
  readonly greeting: string;
  readonly paragraphs: readonly string[];
  /** The call to action: a button in HTML, an address in text. */
  readonly action?: { readonly label: string; readonly url: string };
  /** Small print: how long a link is valid, why the mail was sent. */
  readonly notes?: readonly string[];
}

/** A mail that is ready to be laid out. */
export interface WrittenMail {
  readonly to: string;
  readonly content: MailContent;
}

/** A mail as text and HTML. */
export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}
