import { chatNames, type ChatName, type DataOf, type events, type Locale } from '@engawa/contracts';
import type { MailContent } from '@engawa/mail';

type Disabled = DataOf<typeof events.receiverDisabled>;

const chatTitles: Record<ChatName, string> = {
  slack: 'Slack',
  teams: 'Microsoft Teams',
  chatwork: 'Chatwork',
};

const texts: Record<
  Locale,
  {
    greeting(name: string): string;
    subject(receiver: string): string;
    /** Full stop of the language. */
    stop: string;
    webhook(name: string): string;
    reasons: Record<Disabled['reason'], string>;
    next: string;
    open: string;
    note: string;
  }
> = {
  ja: {
    greeting: (name) => `${name} さん`,
    subject: (receiver) => `${receiver}への送信を止めました`,
    stop: '。',
    webhook: (name) => `Webhook（${name}）`,
    reasons: {
      failing: '3日間まったく届かなかったため、送信を自動で止めました。',
      gone: '送り先が「受け取りを終えた」（HTTP 410）と答えたため、送信を自動で止めました。',
    },
    next: '送信待ちだったものは届いていません。送り先を確かめて直してから、設定の画面でもう一度有効にしてください。',
    open: '設定を開く',
    note: 'このメールは、スペースの管理者全員に送っています。',
  },
  en: {
    greeting: (name) => `Dear ${name},`,
    subject: (receiver) => `Sending to ${receiver} was turned off`,
    stop: '.',
    webhook: (name) => `the webhook ${name}`,
    reasons: {
      failing: 'Nothing could be delivered for three days, so sending was turned off.',
      gone: 'The receiver answered that it is gone (HTTP 410), so sending was turned off.',
    },
    next: 'Waiting deliveries were not sent. Please fix the receiver, then turn it on again in the settings.',
    open: 'Open the settings',
    note: 'All administrators of the space receive this e-mail.',
  },
};

/** The mail to an administrator about a chat or webhook that was turned off (INT-3). */
export function receiverDisabledMail(
  locale: Locale,
  name: string,
  disabled: Pick<Disabled, 'target' | 'name' | 'reason'>,
  url: string,
): MailContent {
  const text = texts[locale];
  const { target } = disabled;
  const receiver = isChat(target) ? chatTitles[target] : text.webhook(disabled.name);
  return {
    locale,
    subject: text.subject(receiver),
    greeting: text.greeting(name),
    paragraphs: [`${text.subject(receiver)}${text.stop}`, text.reasons[disabled.reason], text.next],
    action: { label: text.open, url },
    notes: [text.note],
  };
}

export function isChat(target: string): target is ChatName {
  return (chatNames as readonly string[]).includes(target);
}
