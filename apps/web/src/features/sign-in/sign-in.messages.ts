import { defineTexts } from '../../shared/intl/messages';

export const signInTexts = defineTexts({
  'signIn.title': { ja: 'ログイン', en: 'Sign in' },
  'signIn.lead': {
    ja: '会員との関わりを、スペースのみんなで。',
    en: 'What you hear from members, kept for the whole house.',
  },
  'signIn.email': { ja: 'メールアドレス', en: 'E-mail address' },
  'signIn.password': { ja: 'パスワード', en: 'Password' },
  'signIn.show': { ja: 'パスワードを表示する', en: 'Show the password' },
  'signIn.code': { ja: '確認コード', en: 'One-time code' },
  'signIn.code.help': {
    ja: '認証アプリの6桁の数字、またはリカバリーコードを入力してください。',
    en: 'The six digits of your authenticator app, or a recovery code.',
  },
  'signIn.submit': { ja: 'ログインする', en: 'Sign in' },
  'signIn.forgot': { ja: 'パスワードを忘れた方', en: 'Forgot your password?' },
  'signIn.required': { ja: '入力してください。', en: 'Please fill this in.' },
  'signIn.email.form': {
    ja: 'メールアドレスの形式が正しくありません。',
    en: 'This is not a valid e-mail address.',
  },
  'signIn.language': { ja: 'English', en: '日本語' },
});
