import { defineTexts } from '../../shared/intl/messages';

/** Texts of the menu of the signed-in person. */
export const userMenuTexts = defineTexts({
  'shell.user.timeline': { ja: '自分のタイムライン', en: 'My timeline' },
  'shell.user.detail': { ja: '基本情報を見る', en: 'Show basic information' },
  'shell.user.profile': { ja: 'プロフィール', en: 'Profile' },
  'shell.user.password': { ja: 'パスワードを変更する', en: 'Change password' },
  'shell.user.signOut': { ja: 'ログアウト', en: 'Sign out' },
  'shell.user.signOut.failed': {
    ja: 'ログアウトできませんでした。{reason}',
    en: 'You are still signed in. {reason}',
  },
  'shell.user.operation': { ja: 'スペース運用', en: 'Operator console' },
  'shell.user.language': { ja: 'English', en: '日本語' },
  'shell.user.scheme.dark': { ja: '暗い配色にする', en: 'Dark theme' },
  'shell.user.scheme.light': { ja: '明るい配色にする', en: 'Light theme' },
  'shell.password.title': { ja: 'パスワードを変更しますか', en: 'Change your password?' },
  'shell.password.text': {
    ja: '{email} に再設定用のメールを送ります。メールのリンクから新しいパスワードを設定してください。',
    en: 'We will send {email} a link to set a new password.',
  },
  'shell.password.action': { ja: 'メールを送る', en: 'Send e-mail' },
  'shell.password.sent': {
    ja: '再設定用のメールを送りました。',
    en: 'The e-mail is on its way.',
  },
});
