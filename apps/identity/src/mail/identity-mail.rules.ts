import type { Locale } from '@engawa/contracts';
import type { MailContent } from '@engawa/mail';

/** Invitation of a new staff member, with a link to choose the first password (IDN-6). */
export function invitationMail(
  locale: Locale,
  to: { displayName: string; email: string; spaceName: string; url: string },
): MailContent {
  const { displayName, email, spaceName, url } = to;
  return locale === 'ja'
    ? {
        locale,
        subject: `${spaceName}のEngawaへのご招待`,
        greeting: `${displayName} 様`,
        paragraphs: [
          `「${spaceName}」のスタッフとしてEngawaに登録されました。`,
          `下のボタンからパスワードを決めて、メールアドレス ${email} でログインしてください。`,
        ],
        action: { label: 'パスワードを決める', url },
        notes: ['このリンクは7日のあいだ、一度だけ使えます。', unexpected.ja],
      }
    : {
        locale,
        subject: `You have been invited to ${spaceName} on Engawa`,
        greeting: `Dear ${displayName},`,
        paragraphs: [
          `You have been added to Engawa as a staff member of “${spaceName}”.`,
          `Choose a password with the button below, then sign in as ${email}.`,
        ],
        action: { label: 'Choose a password', url },
        notes: ['The link works once and expires in seven days.', unexpected.en],
      };
}

/** Mail with a link to reset the password (IDN-7). */
export function passwordResetMail(
  locale: Locale,
  to: { displayName: string; url: string },
): MailContent {
  const { displayName, url } = to;
  return locale === 'ja'
    ? {
        locale,
        subject: 'パスワードの再設定',
        greeting: `${displayName} 様`,
        paragraphs: [
          'パスワード再設定のご依頼を受け付けました。下のボタンから新しく決めてください。',
        ],
        action: { label: 'パスワードを再設定する', url },
        notes: [
          'このリンクは1時間のあいだ、一度だけ使えます。',
          'お心当たりがない場合は、何もしなければパスワードは変わりません。',
        ],
      }
    : {
        locale,
        subject: 'Reset your password',
        greeting: `Dear ${displayName},`,
        paragraphs: [
          'We received a request to reset your password. Choose a new one with the button below.',
        ],
        action: { label: 'Reset the password', url },
        notes: [
          'The link works once and expires in one hour.',
          'If you did not request this, you can ignore this e-mail. Your password stays the same.',
        ],
      };
}

const notices = {
  passwordChanged: {
    ja: {
      subject: 'パスワードが変更されました',
      text: 'Engawaのパスワードが変更され、ほかの端末はログアウトされました。',
    },
    en: {
      subject: 'Your password was changed',
      text: 'Your Engawa password was changed, and all other devices were signed out.',
    },
  },
  emailChanged: {
    ja: {
      subject: 'ログイン用メールアドレスが変更されました',
      text: 'Engawaのログインに使うメールアドレスが、管理者によって変更されました。',
    },
    en: {
      subject: 'Your sign-in e-mail address was changed',
      text: 'An administrator changed the e-mail address that you use to sign in to Engawa.',
    },
  },
  twoFactorEnabled: {
    ja: {
      subject: '二段階認証が有効になりました',
      text: 'Engawaのログインで認証アプリのコードが必要になりました。',
    },
    en: {
      subject: 'Two-factor sign-in is on',
      text: 'Signing in to Engawa now requires a code from your authenticator app.',
    },
  },
  twoFactorDisabled: {
    ja: {
      subject: '二段階認証が無効になりました',
      text: 'Engawaのログインで認証アプリのコードが不要になりました。',
    },
    en: {
      subject: 'Two-factor sign-in is off',
      text: 'Signing in to Engawa no longer requires a code from your authenticator app.',
    },
  },
} as const satisfies Record<string, Record<Locale, { subject: string; text: string }>>;

export type AccountNotice = keyof typeof notices;

/** Notifies the owner of an account of a change to it. */
export function accountNoticeMail(
  locale: Locale,
  notice: AccountNotice,
  to: { displayName: string },
): MailContent {
  const { subject, text } = notices[notice][locale];
  return {
    locale,
    subject,
    greeting: locale === 'ja' ? `${to.displayName} 様` : `Dear ${to.displayName},`,
    paragraphs: [text],
    notes: [unexpectedNotice[locale]],
  };
}

const unexpected: Record<Locale, string> = {
  ja: 'お心当たりがない場合は、このメールを破棄してください。',
  en: 'If you did not expect this e-mail, please delete it.',
};
const unexpectedNotice: Record<Locale, string> = {
  ja: 'お心当たりがない場合は、すぐにスペースの管理者へお知らせください。',
  en: 'If this was not you, tell the administrator of your space at once.',
};
