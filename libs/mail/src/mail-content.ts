import type { Locale } from '@engawa/contracts';

/** What a mail says, before it has a form: plain texts without markup. */
export interface MailContent {
  readonly locale: Locale;
  readonly subject: string;
  /** First line, such as the name of the one written to. */
  readonly greeting: string;
  readonly paragraphs: readonly string[];
  /** The one thing to do, shown as a button in HTML and as an address in text. */
  readonly action?: { readonly label: string; readonly url: string };
  /** Small print below: how long a link lives, why the mail came. */
  readonly notes?: readonly string[];
}

/** A mail in both of its forms. */
export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}
