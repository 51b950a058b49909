import { defineTexts } from '../../shared/intl/messages';

export const signInTexts = defineTexts({
  'signIn.title': { ja: 'ログイン', en: 'Sign in' },
  'signIn.lead': {
    ja: '会員との関わりを、スペースのみんなで。',
    en: 'What members tell you, shared with your whole team.',
  },
  'signIn.email': { ja: 'メールアドレス', en: 'E-mail address' },
  'signIn.password': { ja: 'パスワード', en: 'Password' },
  'signIn.code': { ja: '確認コード', en: 'One-time code' },
  'signIn.code.help': {
    ja: '認証アプリの6桁の数字、またはリカバリーコードを入力してください。',
    en: 'The six-digit code from your authenticator app, or a recovery code.',
  },
  'signIn.submit': { ja: 'ログインする', en: 'Sign in' },
  'signIn.forgot': { ja: 'パスワードを忘れた方', en: 'Forgot your password?' },
  'signIn.locked': {
    ja: '認証アプリのコードがあれば、待たずにログインできます。メールで届くリンクを開いても、このブラウザーで今のパスワードのままログインできます。',
    en: 'With a code from your authenticator app you do not have to wait. You can also open a link that we e-mail you; then your current password works in this browser.',
  },
  'signIn.locked.mail': { ja: 'メールを受け取る', en: 'E-mail me a link' },
  'signIn.required': { ja: '入力してください。', en: 'Please fill this in.' },
  'signIn.email.form': {
    ja: 'メールアドレスの形式が正しくありません。',
    en: 'Please enter a valid e-mail address.',
  },
  'signIn.signedOut': {
    ja: 'ログアウトしました。組織のアカウントにはログインしたままです。',
    en: 'You are signed out. You are still signed in to your organisation.',
  },
  'signIn.signedOut.issuer': {
    ja: '組織のアカウントからもログアウトする',
    en: 'Sign out of your organisation too',
  },
  'signIn.or': { ja: 'または', en: 'or' },
  'signIn.organisation': {
    ja: '組織のアカウントでログイン',
    en: 'Sign in with your organisation',
  },
  'signIn.space': { ja: 'スペース名', en: 'Space name' },
  'signIn.space.help': {
    ja: '半角の英数字とハイフンの名前です。わからないときは、スペースの管理者にお尋ねください。',
    en: 'Letters, digits and hyphens. Your administrator can tell you.',
  },
  'signIn.space.form': {
    ja: '半角の英数字とハイフンで入力してください。',
    en: 'Please enter letters, digits and hyphens.',
  },
  'signIn.space.known': { ja: 'スペース: {name}', en: 'Space: {name}' },
  'signIn.space.other': { ja: 'ほかのスペース', en: 'Another space' },
  'signIn.again': { ja: 'はじめからやり直す', en: 'Start again' },
  'signIn.problem.identity.oidc.interrupted': {
    ja: 'ログインの手続きが途中で切れました。もう一度はじめからお試しください。',
    en: 'Sign-in was interrupted. Please start again.',
  },
  'signIn.problem.identity.oidc.failed': {
    ja: '組織のアカウントでログインできませんでした。もう一度お試しください。',
    en: 'Signing in with your organisation did not work. Please try again.',
  },
  'signIn.problem.identity.oidc.not-found': {
    ja: 'このスペースでは組織のアカウントでのログインを使えません。',
    en: 'This space does not use sign-in with an organisation.',
  },
  'signIn.problem.identity.oidc.email-unverified': {
    ja: '組織のアカウントのメールアドレスが確認済みではありません。組織の管理者にお問い合わせください。',
    en: 'Your organisation has not verified your e-mail address. Please ask its administrator.',
  },
  'signIn.problem.identity.oidc.unknown-staff': {
    ja: '組織のアカウントのメールアドレスが、このスペースのスタッフに登録されていません。スペースの管理者にお問い合わせください。',
    en: "No staff member of this space has your organisation's e-mail address. Please ask an administrator of the space.",
  },
  'signIn.problem.identity.oidc.operator': {
    ja: '運営者のアカウントは、メールアドレスとパスワードでログインしてください。',
    en: "The operator's account signs in with e-mail and password.",
  },
  'signIn.problem.identity.sign-in.deactivated': {
    ja: 'このアカウントは管理者によって無効にされています。',
    en: 'An administrator disabled this account.',
  },
  'signIn.problem.other': {
    ja: 'ログインできませんでした。もう一度お試しください。',
    en: 'Sign-in did not work. Please try again.',
  },
  'signIn.language': { ja: 'English', en: '日本語' },
});
